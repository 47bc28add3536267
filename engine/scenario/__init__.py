"""The document a user saves, shares and reopens.

`model` is the value the app keeps, `document` reads and writes it as JSON, `edits` are the
changes a user makes, `run` assembles it, `ledger` accounts for every section, `orders` tries
every order, `advice` says what would take a section in, `remedies` what would make a call
possible, `export` writes what leaves the app.
"""

from engine.scenario.document import dump_scenario, load_scenario
from engine.scenario.ledger import Ledger, keep_ledger
from engine.scenario.model import Placement, Scenario, Tiers, Zones
from engine.scenario.orders import scenario_orders, scenario_recall
from engine.scenario.run import assemble_scenario

__all__ = [
    "Ledger",
    "Placement",
    "Scenario",
    "Tiers",
    "Zones",
    "assemble_scenario",
    "dump_scenario",
    "keep_ledger",
    "load_scenario",
    "scenario_orders",
    "scenario_recall",
]
