use berth::services::harbour_authority;

#[test]
fn notices_have_an_author() {
    assert_eq!(harbour_authority::latest().author, "harbour master");
}
