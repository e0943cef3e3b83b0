use tally::invoice::{next_number, save};

#[test]
fn numbers_have_no_gaps() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("invoices")).unwrap();
    save(dir.path(), "2024-001", "x").unwrap();
    assert_eq!(next_number(dir.path(), 2024).unwrap(), "2024-002");
}

#[test]
fn an_issued_invoice_is_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("invoices")).unwrap();
    save(dir.path(), "2024-001", "x").unwrap();
    assert!(save(dir.path(), "2024-001", "y").is_err());
}
