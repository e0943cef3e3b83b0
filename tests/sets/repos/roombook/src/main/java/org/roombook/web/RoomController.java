package org.roombook.web;

import java.time.Instant;
import java.util.List;
import org.roombook.domain.Bookings;
import org.roombook.domain.Room;
import org.roombook.domain.Rooms;
import org.springframework.web.bind.annotation.*;

@RestController
public class RoomController {
    private final Rooms rooms;
    private final Bookings bookings;

    public RoomController(Rooms rooms, Bookings bookings) {
        this.rooms = rooms;
        this.bookings = bookings;
    }

    /** Rooms with enough seats that are free all the time asked for. */
    @GetMapping("/rooms/free")
    public List<Room> free(@RequestParam Instant starts, @RequestParam Instant ends, @RequestParam(defaultValue = "1") int seats) {
        return rooms.findBySeatsGreaterThanEqualOrderBySeats(seats).stream()
            .filter(room -> bookings.overlapping(room.id, starts, ends).isEmpty())
            .toList();
    }

    /** What the display at the door shows. */
    @GetMapping("/display/{room}")
    public Display display(@PathVariable Long room) {
        Instant now = Instant.now();
        var current = bookings.overlapping(room, now, now.plusSeconds(1));
        return new Display(rooms.getReferenceById(room).name, current.isEmpty() ? null : current.get(0).title);
    }

    public record Display(String room, String meeting) {}
}
