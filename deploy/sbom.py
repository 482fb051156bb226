"""What is in a release, as CycloneDX 1.6: `make sbom` writes var/tideweb.cdx.json.

Everything stands in the hashed lock already; this writes it as tools read it that ask an index of
advisories.  The hashes are those of all files of a version, of which one is installed.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)")


def locked(lock: str) -> Iterator[tuple[str, str, list[str]]]:
    """Name, version and SHA-256 of each package of a lock."""
    for block in re.split(r"\n(?=[A-Za-z0-9])", lock):
        found = PINNED.match(block)
        if found:
            hashes = re.findall(r"--hash=sha256:([0-9a-f]{64})", block)
            yield found["name"].lower().replace("_", "-"), found["version"], hashes


def component(name: str, version: str, hashes: list[str]) -> dict[str, Any]:
    purl = f"pkg:pypi/{name}@{version}"
    told = [{"alg": "SHA-256", "content": each} for each in hashes]
    made = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    return {**made, "hashes": told}


def bill(lock: str, project: dict[str, Any]) -> dict[str, Any]:
    """The CycloneDX document of a lock file's packages."""
    components = [component(*each) for each in locked(lock)]
    itself = f"pkg:generic/{project['name']}@{project['version']}"
    about = {
        "type": "application",
        "bom-ref": itself,
        "name": project["name"],
        "version": project["version"],
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": about},
        "components": components,
        "dependencies": [{"ref": itself, "dependsOn": [each["bom-ref"] for each in components]}],
    }


def main(target: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = bill((ROOT / "requirements.lock").read_text("utf-8"), project)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var/tideweb.cdx.json")
