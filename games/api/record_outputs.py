"""The shape of exported records, one per line."""

import json

from games.api.schema import examples

LINES = "".join(
    json.dumps(record, separators=(",", ":")) + "\n" for record in examples.RECORDS.values()
)
