use berth::models::{berth::Berth, vessel::Vessel};
use berth::services::allocation;

#[test]
fn the_shortest_berth_that_fits_is_given() {
    let free = [Berth { id: 1, pier: "A".into(), length: 14.0, depth: 3.0 }, Berth { id: 2, pier: "A".into(), length: 11.0, depth: 3.0 }];
    let vessel = Vessel { id: 1, name: "Corra".into(), length: 10.2, draught: 1.9 };
    assert_eq!(allocation::best(&vessel, &free).map(|b| b.id), Some(2));
}
