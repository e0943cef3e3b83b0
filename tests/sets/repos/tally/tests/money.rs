use tally::money::Cents;

#[test]
fn vat_is_rounded_to_the_nearest_cent() {
    assert_eq!(Cents(101).percent(19), Cents(19));
    assert_eq!(Cents(1005).to_string(), "10.05");
}
