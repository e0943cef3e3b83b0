package org.roombook.web;

import java.security.Principal;
import java.time.Instant;
import java.util.List;
import org.roombook.domain.Booking;
import org.roombook.service.BookingService;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/bookings")
public class BookingController {
    public record NewBooking(Long room, Instant starts, Instant ends, String title) {}

    private final BookingService service;

    public BookingController(BookingService service) {
        this.service = service;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    public Booking book(@RequestBody NewBooking body, Principal who) {
        return service.book(body.room(), body.starts(), body.ends(), who.getName(), body.title());
    }

    @GetMapping("/mine")
    public List<Booking> mine(Principal who) {
        return service.mine(who.getName());
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    public void cancel(@PathVariable Long id, Principal who) {
        service.cancel(id, who.getName());
    }

    @PostMapping("/{id}/check-in")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    public void checkIn(@PathVariable Long id, Principal who) {
        service.checkIn(id, who.getName());
    }
}
