"""Templates that extend others, as one source: what Django resolves anew for each rendering is
resolved once, as a template is loaded.

For letters, of which many are written from few templates.  It knows `extends`, `block` with
`{{ block.super }}`, and `include` with nothing but a name; all else is left as it stands.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from django.template.base import tag_re

Read = Callable[[str], str]  # the source of the template of that name
Pieces: TypeAlias = "list[str | Block]"


@dataclass(frozen=True)
class Block:
    """A block of a template, and what stands in it there."""

    name: str
    pieces: Pieces


def flat(source: str, read: Read) -> str:
    """A source that says the same as this one, without those that it extends and includes."""
    return _flat(source, read, {})


def _flat(source: str, read: Read, over: Mapping[str, Pieces]) -> str:
    """`over` are the blocks of the templates that extend this one."""
    pieces = _pieces(_bits(source), read)
    own = {block.name: block.pieces for block in _blocks(pieces)}
    above = {name: _above(own[name], over[name]) for name in own.keys() & over.keys()}
    blocks = {**own, **over, **above}
    parent = next((piece for piece in pieces if _tag(piece, "extends")), None)
    if parent is None:
        return "".join(_told(pieces, blocks))
    loads = [str(piece) for piece in pieces if _tag(piece, "load")]
    return "".join(loads) + _flat(read(_name(parent)), read, blocks)


def _bits(source: str) -> Iterator[str]:
    return iter(tag_re.split(source))


def _pieces(bits: Iterator[str], read: Read) -> Pieces:
    """Until the end of the block in which they begin."""
    found: Pieces = []
    for bit in bits:
        if _tag(bit, "endblock"):
            break
        if _tag(bit, "block"):
            found.append(Block(_name(bit), _pieces(bits, read)))
        elif _tag(bit, "include") and len(_words(bit)) == 2:
            found += _pieces(_bits(read(_name(bit))), read)
        else:
            found.append(bit)
    return found


def _tag(piece: "str | Block", word: str) -> bool:
    return isinstance(piece, str) and piece.startswith("{%") and _words(piece)[:1] == [word]


def _words(tag: object) -> list[str]:
    return str(tag)[2:-2].split()


def _name(tag: object) -> str:
    """What a tag names: a block, or a template in quotes."""
    return _words(tag)[1].strip("\"'")


def _blocks(pieces: Pieces) -> Iterator[Block]:
    for piece in pieces:
        if isinstance(piece, Block):
            yield piece
            yield from _blocks(piece.pieces)


def _above(own: Pieces, over: Pieces) -> Pieces:
    """What is said instead of a block of our own, which may say that as well."""
    return [said for piece in over for said in (own if _super(piece) else [piece])]


def _super(piece: "str | Block") -> bool:
    return isinstance(piece, str) and piece.startswith("{{") and _words(piece) == ["block.super"]


def _told(pieces: Pieces, blocks: Mapping[str, Pieces]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, str):
            yield piece
        else:
            yield from _told(blocks[piece.name], blocks)
