use tally::hours::{append, read, round_up};

#[test]
fn minutes_are_rounded_up() {
    assert_eq!(round_up(31, 15), 45);
    assert_eq!(round_up(30, 15), 30);
}

#[test]
fn what_was_logged_is_read_again() {
    let dir = tempfile::tempdir().unwrap();
    append(dir.path(), "acme", 90, "review").unwrap();
    assert_eq!(read(dir.path()).unwrap()[0].minutes, 90);
}
