"""The bill of what is in a release names each package of the lock, with its hashes.

Planted: with the `\\n` left out of the split only the first package stands in it.
"""

import re
from pathlib import Path

from deploy import sbom

LOCK = (sbom.ROOT / "requirements.lock").read_text("utf-8")


def test_each_package_of_the_lock_stands_in_it_with_its_hashes(tmp_path: Path) -> None:
    made = sbom.bill(LOCK, {"name": "tideweb", "version": "1"})
    pinned = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==", LOCK, re.MULTILINE)
    assert len(pinned) > 50
    assert {each["name"] for each in made["components"]} == {
        name.lower().replace("_", "-") for name in pinned
    }
    assert all(each["hashes"] for each in made["components"])
    total = sum(len(each["hashes"]) for each in made["components"])
    assert total == LOCK.count("--hash=sha256:")
    django = next(each for each in made["components"] if each["name"] == "django")
    assert django["purl"] == f"pkg:pypi/django@{django['version']}"
    sbom.main(tmp_path / "a" / "bill.json")
    assert '"CycloneDX"' in (tmp_path / "a" / "bill.json").read_text("utf-8")
