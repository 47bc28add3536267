"""How does each tool write a conversation down, and what is it as turns and sections?

>>> transcript = load_transcript("user: Hi\\nassistant: Hello!")
>>> [section.name for section in sections_from_transcript(transcript)]
['turn 1 user', 'turn 2 assistant']
"""

from engine.transcripts.detect import TITLES
from engine.transcripts.load import READERS, load_transcript
from engine.transcripts.model import Transcript, Turn, Usage
from engine.transcripts.pairing import Pairing, pair_calls
from engine.transcripts.sections import sections_from_transcript
from engine.transcripts.writing import WRITERS, dump_transcript

__all__ = [
    "READERS",
    "TITLES",
    "WRITERS",
    "Pairing",
    "Transcript",
    "Turn",
    "Usage",
    "dump_transcript",
    "load_transcript",
    "pair_calls",
    "sections_from_transcript",
]
