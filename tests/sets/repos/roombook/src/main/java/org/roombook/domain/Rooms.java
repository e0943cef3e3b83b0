package org.roombook.domain;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

public interface Rooms extends JpaRepository<Room, Long> {
    List<Room> findBySeatsGreaterThanEqualOrderBySeats(int seats);
}
