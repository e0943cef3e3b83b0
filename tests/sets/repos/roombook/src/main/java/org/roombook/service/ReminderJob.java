package org.roombook.service;

import java.time.Duration;
import java.time.Instant;
import org.roombook.config.Rules;
import org.roombook.domain.Bookings;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** A mail a quarter of an hour before a meeting, when roombook.reminders is on. */
@Component
public class ReminderJob {
    private final Bookings bookings;
    private final JavaMailSender mail;
    private final Rules rules;

    public ReminderJob(Bookings bookings, JavaMailSender mail, Rules rules) {
        this.bookings = bookings;
        this.mail = mail;
        this.rules = rules;
    }

    @Scheduled(cron = "0 */5 * * * *")
    public void remind() {
        if (!rules.reminders()) return;
        Instant from = Instant.now().plus(Duration.ofMinutes(15));
        for (var booking : bookings.findByStartsBetweenAndCancelledAtNull(from, from.plus(Duration.ofMinutes(5)))) {
            SimpleMailMessage message = new SimpleMailMessage();
            message.setTo(booking.owner);
            message.setSubject("Soon: " + booking.title);
            message.setText("Your meeting in " + booking.room.name + " starts in a quarter of an hour.");
            mail.send(message);
        }
    }
}
