"""Games that last: every round that was confirmed, kept on this computer's disk.

A tour, as a page of the app would take it::

    ledger = Ledger.at_home()                            # or Ledger(path); opens the file at each call
    ana, jan = ledger.player("Ana"), ledger.player("Jan")    # known by name, or written down now
    setting = Setting.of("rami51", ["V1_open_71"])
    kept = ledger.start(Heading(setting, (ana, jan)))    # KeptGame: id (for the URL), heading, rounds
    kept.game.next_dealer, kept.game.next_starter        # kept.game is an engine.game.Game

    remains = Remains(Hand.parse("KS 7H"))               # or Remains(counted=17): added up at the table
    played = Round((Line(ana.id, Remains()), Line(jan.id, remains)), Finish(ana.id))
    played.gaps                                          # players whose points cannot be told yet
    preview = kept.game.with_round(played)               # nothing is written
    preview.scores(-1), preview.working(-1)              # Score; Reckoning: 17 × 2 = 34
    outcome = ledger.add_round(kept.id, kept.next_number, played)
    outcome.kept, outcome.game                           # False: somebody was faster; the game as it is now

    first = outcome.game.rounds[0]                       # KeptRound: number, version, round, written
    ledger.change_round(kept.id, first.number, first.version, other_round)
    ledger.undo(kept.id, first.number, version)          # again: further back; ledger.history shows all
    ledger.take_out(kept.id, first.number, version)      # undo brings it back

    kept.game.totals, kept.game.standings, kept.game.course, kept.game.end
    ledger.change_heading(kept.id, kept.version, replace(kept.heading, away=(jan.id,)))
    ledger.newest_open(), ledger.games(), ledger.game(id_from_the_url)    # None: no such game

    ledger.statistics("rami51")                          # PlayerStatistics: rounds, won, average, best …
    ledger.export([kept.id]), sheet_text(kept)           # JSON with all versions; a CSV sheet
    ledger.import_text(text)                             # Arrived: added, extended, copied, known
    ledger.import_sheet(csv_text, setting)
    backup = ledger.export(); ledger.restore(backup)     # everything in one file, and back
    ledger.add_table("Fridays", setting, (ana.id, jan.id)), ledger.tables()

``typed_points("10+15+8")`` reads what people type, and ``Line(player, typed=40)`` is a score
that somebody typed: it stands as it is. Nothing that follows from rounds is stored: totals,
dealers and standings are worked out each time. Changes name the version they saw, so two
browsers never write over each other silently.

``PracticeBook`` keeps the answers of practice in the same file: when to ask again, streaks, weak points.

Files from outside raise ``BadImport`` (``where``) and change nothing. All calls raise
``LedgerTrouble``, whose ``trouble`` (full, no_permission, busy, damaged, newer, disk) a page
puts into words.
"""

from ledger.answers import NOBODY, Exercise
from ledger.changes import Outcome, Result
from ledger.csv_sheet import sheet_text
from ledger.exchange import Arrival, Arrived
from ledger.games import Ledger
from ledger.loading import RoundVersion
from ledger.pages import Heading, KeptGame, KeptRound
from ledger.people import BadName, NameTaken
from ledger.place import data_folder
from ledger.practice import PracticeBook
from ledger.progress import Progress, WeakPoint
from ledger.settings import Setting
from ledger.statistics import PlayerStatistics, statistics
from ledger.tables import HouseTable
from ledger.trouble import LedgerTrouble, Trouble, trouble_of
from ledger.typed import typed_points
from ledger.unpack import BadImport

__all__ = [
    "NOBODY",
    "Arrival",
    "Arrived",
    "BadImport",
    "BadName",
    "Exercise",
    "Heading",
    "HouseTable",
    "KeptGame",
    "KeptRound",
    "Ledger",
    "LedgerTrouble",
    "NameTaken",
    "Outcome",
    "PlayerStatistics",
    "PracticeBook",
    "Progress",
    "Result",
    "RoundVersion",
    "Setting",
    "Trouble",
    "WeakPoint",
    "data_folder",
    "sheet_text",
    "statistics",
    "trouble_of",
    "typed_points",
]
