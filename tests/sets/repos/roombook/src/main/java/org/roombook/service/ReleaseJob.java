package org.roombook.service;

import java.time.Duration;
import java.time.Instant;
import org.roombook.config.Rules;
import org.roombook.domain.Bookings;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Frees rooms nobody came to. */
@Component
public class ReleaseJob {
    private final Bookings bookings;
    private final Rules rules;

    public ReleaseJob(Bookings bookings, Rules rules) {
        this.bookings = bookings;
        this.rules = rules;
    }

    @Scheduled(fixedDelay = 60_000)
    @Transactional
    public void release() {
        Instant limit = Instant.now().minus(Duration.ofMinutes(rules.checkInMinutes()));
        bookings.findByCheckedInFalseAndCancelledAtNullAndStartsBefore(limit)
            .forEach(b -> b.cancelledAt = Instant.now());
    }
}
