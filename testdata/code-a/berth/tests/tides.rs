use berth::services::tide_table;

#[test]
fn a_day_has_24_hours() {
    assert_eq!(tide_table::day(0).len(), 24);
}
