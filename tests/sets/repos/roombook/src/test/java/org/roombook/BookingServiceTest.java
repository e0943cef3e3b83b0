package org.roombook;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.roombook.config.Rules;
import org.roombook.domain.Bookings;
import org.roombook.domain.Rooms;
import org.roombook.service.BookingService;

class BookingServiceTest {
    private final BookingService service =
        new BookingService(mock(Bookings.class), mock(Rooms.class), new Rules(15, 4, 60, true));

    @Test
    void aBookingLastsAtMostFourHours() {
        Instant now = Instant.now();
        assertThatThrownBy(() -> service.book(1L, now, now.plus(Duration.ofHours(6)), "a@b.example", "x"))
            .hasMessageContaining("at most 4 hours");
    }
}
