"""`make clients`: clients that public generators make of the schema read every answer of games.

The tests play a game of each kind over the API and keep its answers; then three generators, in an
environment of their own, are told to make a client, and each client to read all of them:
openapi-python-client (attrs), datamodel-code-generator (pydantic) and, where Node is installed,
@hey-api/openapi-ts (zod).  With --schema, another one than that of this checkout.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORK = ROOT / "var" / "clients"
BIN = WORK / "python" / "bin"
SCHEMA, ANSWERS = WORK / "schema.json", WORK / "answers.jsonl"


def run(*command: str | Path, cwd: Path = ROOT, **env: str) -> bool:
    """Whether it went well; what it says is shown."""
    return subprocess.run(command, cwd=cwd, env={**os.environ, **env}).returncode == 0


def needed(*command: str | Path, cwd: Path = ROOT, **env: str) -> None:
    if not run(*command, cwd=cwd, **env):
        sys.exit(f"Failed: {' '.join(map(str, command))}")


def install() -> None:
    """The generators, once; nothing of ours depends on them."""
    WORK.mkdir(parents=True, exist_ok=True)
    if not BIN.exists():
        venv.create(WORK / "python", with_pip=True)
    needed(BIN / "pip", "install", "--quiet", "-r", HERE / "requirements.txt")
    if shutil.which("npm"):
        shutil.copy(HERE / "package.json", WORK)
        needed("npm", "install", "--silent", "--no-audit", "--no-fund", cwd=WORK)


def collect(schema: str) -> None:
    """The schema, and the answers of played games."""
    ANSWERS.unlink(missing_ok=True)
    test = "tests/games/api/test_contract.py"
    needed(sys.executable, "-m", "pytest", "-q", "-n", "0", test, "-k", "played",
           TIDEWEB_ANSWERS=str(ANSWERS))  # fmt: skip
    if schema:
        shutil.copy(schema, SCHEMA)
        return
    needed(sys.executable, "manage.py", "spectacular", "--format", "openapi-json",
           "--file", SCHEMA)  # fmt: skip


def attrs() -> bool:
    out = WORK / "attrs_client"
    shutil.rmtree(out, ignore_errors=True)
    needed(BIN / "openapi-python-client", "generate", "--path", SCHEMA, "--output-path", out,
           "--meta", "none", cwd=WORK)  # fmt: skip
    return run(BIN / "python", HERE / "reading_attrs.py", SCHEMA, ANSWERS, cwd=WORK)


def pydantic() -> bool:
    needed(BIN / "datamodel-codegen", "--input", SCHEMA, "--input-file-type", "openapi",
           "--output", WORK / "pydantic_models.py", "--formatters", "builtin",
           "--output-model-type", "pydantic_v2.BaseModel", cwd=WORK)  # fmt: skip
    return run(BIN / "python", HERE / "reading_pydantic.py", SCHEMA, ANSWERS, cwd=WORK)


def zod() -> bool:
    if not shutil.which("npx"):
        print("No Node, so no client in TypeScript was tried.", file=sys.stderr)  # noqa: T201
        return True
    needed("npx", "openapi-ts", "-i", SCHEMA, "-o", WORK / "zod_client", "-p", "zod",
           "@hey-api/typescript", cwd=WORK)  # fmt: skip
    shutil.copy(HERE / "reading_zod.mjs", WORK)
    return run("node", "reading_zod.mjs", SCHEMA, ANSWERS, cwd=WORK)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schema", default="", help="a file of another schema, to compare")
    schema = parser.parse_args().schema
    install()
    collect(schema)
    good = {generator.__name__: generator() for generator in (attrs, pydantic, zod)}
    sys.exit(0 if all(good.values()) else 1)


if __name__ == "__main__":
    main()
