package org.roombook.domain;

import java.time.Instant;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface Bookings extends JpaRepository<Booking, Long> {
    @Query("select b from Booking b where b.room.id = :room and b.cancelledAt is null and b.starts < :ends and b.ends > :starts")
    List<Booking> overlapping(Long room, Instant starts, Instant ends);

    List<Booking> findByOwnerAndEndsAfterOrderByStarts(String owner, Instant now);

    List<Booking> findByCheckedInFalseAndCancelledAtNullAndStartsBefore(Instant limit);

    List<Booking> findByStartsBetweenAndCancelledAtNull(Instant from, Instant to);
}
