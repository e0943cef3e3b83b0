package org.roombook.service;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.roombook.config.Rules;
import org.roombook.domain.Booking;
import org.roombook.domain.Bookings;
import org.roombook.domain.Rooms;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

@Service
public class BookingService {
    private final Bookings bookings;
    private final Rooms rooms;
    private final Rules rules;

    public BookingService(Bookings bookings, Rooms rooms, Rules rules) {
        this.bookings = bookings;
        this.rooms = rooms;
        this.rules = rules;
    }

    @Transactional
    public Booking book(Long roomId, Instant starts, Instant ends, String owner, String title) {
        if (Duration.between(starts, ends).toHours() > rules.maxHours()) {
            throw refused("a booking lasts at most " + rules.maxHours() + " hours");
        }
        if (starts.isAfter(Instant.now().plus(Duration.ofDays(rules.daysAhead())))) {
            throw refused("too far ahed");
        }
        if (!bookings.overlapping(roomId, starts, ends).isEmpty()) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "the room is taken");
        }
        Booking b = new Booking();
        b.room = rooms.findById(roomId).orElseThrow(() -> refused("no such room"));
        b.starts = starts;
        b.ends = ends;
        b.owner = owner;
        b.title = title;
        return bookings.save(b);
    }

    @Transactional
    public void cancel(Long id, String owner) {
        Booking booking = owned(id, owner);
        booking.cancelledAt = Instant.now();
    }

    @Transactional
    public void checkIn(Long id, String owner) {
        owned(id, owner).checkedIn = true;
    }

    public List<Booking> mine(String owner) {
        return bookings.findByOwnerAndEndsAfterOrderByStarts(owner, Instant.now());
    }

    private Booking owned(Long id, String owner) {
        Booking booking = bookings.findById(id).orElseThrow(() -> refused("no such booking"));
        if (!booking.owner.equals(owner)) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN, "not yours");
        }
        return booking;
    }

    private static ResponseStatusException refused(String why) {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, why);
    }
}
