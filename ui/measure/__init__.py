"""The parts of the Measure page: a run that goes on by itself, and what one sees of it."""
