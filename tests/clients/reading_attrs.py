"""Has the client of openapi-python-client read the answers; run where that was made."""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, ".")
from attrs_client import Client


def tags(schema: dict[str, Any]) -> dict[str, str]:
    operations = (found for path in schema["paths"].values() for found in path.values())
    return {found["operationId"]: found["tags"][0] for found in operations}


def main() -> None:
    schema, answers = (Path(each).read_text() for each in sys.argv[1:])
    tag, client, complaints = tags(json.loads(schema)), Client(base_url="http://x"), []
    lines = [json.loads(line) for line in answers.splitlines()]
    for line in lines:
        name = line["operation"]
        module = importlib.import_module(f"attrs_client.api.{tag[name]}.{name}")
        answer = httpx.Response(line["status"], json=line["body"])
        try:
            if module._parse_response(client=client, response=answer) is None:
                complaints.append(f"{name} {line['status']}: not read")
        except Exception as error:  # noqa: BLE001 - whatever it stumbles over
            complaints.append(f"{name} {line['status']}: {type(error).__name__} {error}"[:200])
    print(f"openapi-python-client: {len(complaints)} of {len(lines)} answers refused")  # noqa: T201
    print("\n".join(sorted(set(complaints))))  # noqa: T201
    sys.exit(bool(complaints))


main()
