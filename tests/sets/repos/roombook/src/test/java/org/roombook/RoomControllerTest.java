package org.roombook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.roombook.domain.Bookings;
import org.roombook.domain.Rooms;
import org.roombook.web.RoomController;

class RoomControllerTest {
    @Test
    void withoutRoomsNothingIsFree() {
        var controller = new RoomController(mock(Rooms.class), mock(Bookings.class));
        assertThat(controller.free(Instant.now(), Instant.now().plusSeconds(60), 1)).isEmpty();
    }
}
