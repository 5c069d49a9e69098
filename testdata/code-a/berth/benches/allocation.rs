use berth::models::{berth::Berth, vessel::Vessel};
use berth::services::allocation;

fn main() {
    let free: Vec<Berth> = (0..500).map(|i| Berth { id: i, pier: "A".into(), length: 8.0 + (i % 9) as f32, depth: 3.0 }).collect();
    let vessel = Vessel { id: 1, name: "Corra".into(), length: 10.2, draught: 1.9 };
    println!("{:?}", allocation::best(&vessel, &free).map(|b| b.id));
}
