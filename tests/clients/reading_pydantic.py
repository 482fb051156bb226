"""Has the models of datamodel-code-generator read the answers; run where they were made."""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, ".")
import pydantic_models as models


def model_of(schema: dict[str, Any], operation: str, status: int) -> str:
    operations = (found for path in schema["paths"].values() for found in path.values())
    found = next(each for each in operations if each["operationId"] == operation)
    (media,) = found["responses"][str(status)]["content"].values()
    return media["schema"].get("$ref", "").rpartition("/")[2]


def main() -> None:
    schema = json.loads(Path(sys.argv[1]).read_text())
    lines = [json.loads(line) for line in Path(sys.argv[2]).read_text().splitlines()]
    complaints = []
    for line in lines:
        name = model_of(schema, line["operation"], line["status"])
        if not name:  # a record is any object
            continue
        try:
            getattr(models, name).model_validate_json(json.dumps(line["body"]))
        except ValueError as error:
            complaints.append(f"{line['operation']} {line['status']}: {error}"[:300])
    print(f"datamodel-code-generator: {len(complaints)} of {len(lines)} answers refused")  # noqa: T201
    print("\n".join(sorted(set(complaints))))  # noqa: T201
    sys.exit(bool(complaints))


main()
