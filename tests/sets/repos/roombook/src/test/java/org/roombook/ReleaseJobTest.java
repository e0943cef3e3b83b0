package org.roombook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.roombook.config.Rules;
import org.roombook.domain.Booking;
import org.roombook.domain.Bookings;
import org.roombook.service.ReleaseJob;

class ReleaseJobTest {
    @Test
    void aRoomNobodyCameToIsFreed() {
        Bookings bookings = mock(Bookings.class);
        Booking booking = new Booking();
        when(bookings.findByCheckedInFalseAndCancelledAtNullAndStartsBefore(any())).thenReturn(List.of(booking));
        new ReleaseJob(bookings, new Rules(15, 4, 60, true)).release();
        assertThat(booking.cancelledAt).isNotNull();
    }
}
