"""``python -m engine``: questions to the engine as records, answers as records."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence

from engine.advising import advise_record
from engine.checking import KINDS, check
from engine.presets import HOUSE_RULES, PRESETS
from engine.records import answer_all


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Ask the engine about cards and rules.")
    commands = parser.add_subparsers(dest="command", required=True)
    advising = commands.add_parser("advise", help="the best opening or turn of a hand")
    advising.add_argument("--rules", default="remik_trad", metavar="ID", help=", ".join(PRESETS))
    advising.add_argument(
        "--house-rule",
        action="append",
        default=[],
        metavar="TOGGLE",
        help=f"one of {len(HOUSE_RULES)}; may be repeated",
    )
    advising.add_argument("--players", type=int, help="how many play (default: 4)")
    advising.add_argument("--hand", help="the cards after the draw, before the discard: 7S 10H JK")
    advising.add_argument("--outs", action="store_true", help="also tell which next cards help")
    advising.add_argument("--discards", action="store_true", help="also weigh every discard")
    advising.add_argument("--jsonl", action="store_true", help="records on standard input, one a line")
    checking = commands.add_parser(
        "check",
        help="judge melds, openings, lay-offs, swaps and scores, one record a line",
        description=f"Judge records {{id, system, house_rules, overrides, kind, input}}; kinds: {', '.join(KINDS)}.",
    )
    checking.add_argument(
        "--jsonl", action="store_true", default=True, help="records on standard input (the only form, said or not)"
    )
    return parser


def _one_record(options: argparse.Namespace) -> Iterable[str]:
    yield json.dumps(
        {
            "rules": options.rules,
            "house_rules": options.house_rule,
            "players": options.players,
            "hand": options.hand,
            "outs": options.outs,
            "discards": options.discards,
        }
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer on standard output; 1 if any question could not be answered, or if nobody reads on."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command == "advise" and not options.jsonl and options.hand is None:
        parser.error("advise needs --hand or --jsonl")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # bytes that are no text cost one line
    answer = check if options.command == "check" else advise_record
    try:
        return answer_all(sys.stdin if options.jsonl else _one_record(options), answer, sys.stdout)
    except BrokenPipeError:  # as in ``... | head -1``; what is still buffered goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main())
