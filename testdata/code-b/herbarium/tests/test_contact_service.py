from herbarium.services.contact_service import ContactService


def test_contacts_are_found_by_email(database):
    assert ContactService(database).find_by_email("nobody@kew.example") == []
