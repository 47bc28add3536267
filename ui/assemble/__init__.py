"""The parts of the Assemble page, each drawn from the open scenario and its ledger."""
