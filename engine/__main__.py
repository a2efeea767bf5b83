"""``python -m engine``: questions to the engine as records, answers as records."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterable, Sequence

from engine.advising import advise_record
from engine.checking import check
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
    checking = commands.add_parser("check", help="judge melds, openings, lay-offs, swaps and scores, one record a line")
    checking.add_argument("--jsonl", action="store_true", help="records on standard input (the only form)")
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
    """Answer on standard output; 1 if any question could not be answered."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # bytes that are no text cost one line
    if options.command == "check":
        return answer_all(sys.stdin, check, sys.stdout)
    if options.jsonl:
        return answer_all(sys.stdin, advise_record, sys.stdout)
    if options.hand is None:
        parser.error("advise needs --hand or --jsonl")
    return answer_all(_one_record(options), advise_record, sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
