"""Records, one a line, as the schema shows them."""

import json

from games.api import examples

LINES = "".join(
    json.dumps(record, separators=(",", ":")) + "\n" for record in examples.RECORDS.values()
)
