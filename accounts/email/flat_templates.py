"""Templates of letters with what they extend and include put in when they are loaded.

Django does it anew for each letter, and that is a third of what the templates of one cost.  Only
what letters use is understood: a name in quotes behind `extends` or `include`, blocks within
blocks, and `block.super`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

EXTENDS = re.compile(r'\{% extends "([^"]+)" %\}')
INCLUDE = re.compile(r'\{% include "([^"]+)" %\}')
MARK = re.compile(r"\{% (?:block (?P<name>\w+)|endblock) %\}")
SUPER = "{{ block.super }}"
LIBRARIES = "{% load i18n letters %}"
Read = Callable[[str], str]


@dataclass
class Block:
    """`pieces` are texts and blocks, in turn; the outermost has no name."""

    name: str
    pieces: "list[str | Block]"

    def every(self) -> "Iterator[Block]":
        for piece in self.pieces:
            if isinstance(piece, Block):
                yield piece
                yield from piece.every()


def flat(source: str, read: Read) -> str:
    """The source of a template that stands for itself; `read` gives the source of another."""
    source = INCLUDE.sub(lambda found: flat(read(found[1]), read), source)
    chain = [source]
    while (parent := EXTENDS.match(chain[-1])) is not None:
        chain.append(INCLUDE.sub(lambda found: flat(read(found[1]), read), read(parent[1])))
    if len(chain) == 1:
        return source
    *children, root = [_tree(each) for each in chain]
    for child in reversed(children):
        root = _filled(root, {block.name: block for block in child.every()})
    return LIBRARIES + _text(root)


def _tree(source: str) -> Block:
    open_, at = [Block("", [])], 0
    for mark in MARK.finditer(source):
        open_[-1].pieces.append(source[at : mark.start()])
        at = mark.end()
        if mark["name"]:
            open_.append(Block(mark["name"], []))
        else:
            done = open_.pop()
            open_[-1].pieces.append(done)
    open_[-1].pieces.append(source[at:])
    (root,) = open_
    return root


def _filled(base: Block, blocks: dict[str, Block]) -> Block:
    """The same with those of its blocks replaced that a child has as well."""
    pieces: list[str | Block] = []
    for piece in base.pieces:
        if isinstance(piece, Block) and piece.name in blocks:
            pieces.append(_with_super(_filled(blocks[piece.name], blocks), _text(piece)))
        else:
            pieces.append(_filled(piece, blocks) if isinstance(piece, Block) else piece)
    return Block(base.name, pieces)


def _with_super(block: Block, before: str) -> Block:
    told = (p.replace(SUPER, before) if isinstance(p, str) else p for p in block.pieces)
    return Block(block.name, list(told))


def _text(block: Block) -> str:
    return "".join(_text(piece) if isinstance(piece, Block) else piece for piece in block.pieces)
