import pytest

from herbarium.errors import BadAddress
from herbarium.services.user_service import UserService


@pytest.fixture
def users(database):
    database.change("INSERT INTO users (id, email, name) VALUES (1, 'Mairi@Kew.example', 'Mairi Rose')")
    return UserService(database)


def test_find_by_email_ignores_case(users):
    assert users.find_by_email("mairi@kew.example").name == "Mairi Rose"


def test_find_by_email_refuses_what_is_no_address(users):
    with pytest.raises(BadAddress):
        users.find_by_email("Mairi")


def test_rename_trims(users):
    users.rename(1, "  Mairi Stewart ")
    assert users.find(1).name == "Mairi Stewart"
