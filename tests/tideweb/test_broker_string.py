"""How the broker in our own database finds it, whatever its folder and its password look like."""

from pgmq.base import PGMQConfig
from psycopg.conninfo import conninfo_to_dict

from tideweb.environment import broker_string, connection_string

DATABASE = {
    "HOST": "/srv/Gezeiten spät & früh/run",
    "PORT": "5432",
    "USER": "o'brien",
    "PASSWORD": r"a 'quoted' \ one = two",
    "NAME": "tide web",
    "OPTIONS": {"sslmode": "require", "pool": True},
}


def test_the_broker_connects_as_we_do() -> None:
    theirs = PGMQConfig(conn_string=broker_string(DATABASE), init_extension=False).dsn

    assert conninfo_to_dict(theirs) == conninfo_to_dict(connection_string(DATABASE))
    assert conninfo_to_dict(theirs)["sslmode"] == "require"


def test_what_a_database_url_leaves_out_is_left_to_its_default() -> None:
    theirs = PGMQConfig(conn_string=broker_string({"NAME": "tideweb"}), init_extension=False).dsn

    assert conninfo_to_dict(theirs)["dbname"] == "tideweb"
    assert conninfo_to_dict(theirs)["host"] == "localhost"
