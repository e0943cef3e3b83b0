package org.roombook.config;

import org.springframework.boot.context.properties.ConfigurationProperties;

/** What the office allows: roombook.* in application.yml. */
@ConfigurationProperties("roombook")
public record Rules(int checkInMinutes, int maxHours, int daysAhead, boolean reminders) {}
