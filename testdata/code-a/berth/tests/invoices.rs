use berth::services::billing;
use berth::util::money::Pence;

#[test]
fn metres_are_rounded_up() {
    assert_eq!(billing::price(2, 10.2, Pence(250)), Pence(5500));
}
