"""The parts of the Placement page, each drawn from the open scenario and a measured curve."""
