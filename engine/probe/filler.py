"""What stands around a needle? Sentences about a town, no two of them alike.

Filler that repeats itself makes a needle stand out by its form alone; varied filler does not.

>>> for sentence in filler(Random(1), characters=200):
...     print(sentence)
During the holidays the neighbours borrowed a ladder behind the school, without saying a word.
Late in the evening the carpenter learned a few words of Danish in a small courtyard, \
since there was nothing else to do.
"""

from __future__ import annotations

from random import Random

TIMES = (
    "On Monday|After the storm|Early in the morning|Late in the evening|During the holidays|"
    "Before the shops opened|In the first week of spring|When the bells had rung|At noon|"
    "In the quiet season|Between two showers|Shortly before sunset|On the longest day of the year|"
    "While the kettle boiled|After a long pause|In the middle of the week|Once the ice had gone|"
    "Soon after the meeting|On the way home|As in every year"
).split("|")
PEOPLE = (
    "the baker|a retired teacher|the night nurse|two cousins|an old gardener|the postman|"
    "a young painter|the librarian|a beekeeper|the tram driver|three students|the watchmaker|"
    "a visiting geologist|the choir|a clerk from the town hall|the carpenter|the rowing club|"
    "a tired musician|the neighbours|a man in a grey coat"
).split("|")
DEEDS = (
    "repaired the garden wall|counted the swans|sold the last of the bread|wrote a long letter|"
    "painted the shutters|argued about the timetable|swept the leaves together|tuned the piano|"
    "planted a row of beans|looked for a missing glove|photographed the clouds|mended a chair|"
    "practised the same melody|measured the height of the river|shared a pot of soup|"
    "waited for the delivery|hung out the washing|read the newspaper aloud|fed the hens|"
    "carried boxes up the stairs|studied an old map|polished the windows|told a story|"
    "cut the hedge|learned a few words of Danish|packed for a short trip|lost a game of chess|"
    "borrowed a ladder|baked far too many biscuits|listened to the radio"
).split("|")
PLACES = (
    "near the mill|beside the canal|behind the school|on the market square|at the edge of town|"
    "in the shade of a chestnut tree|opposite the museum|under the railway arch|by the fountain|"
    "in the back room|on the steps of the theatre|next to the bicycle shop|along the footpath|"
    "at the corner of the street|in a small courtyard|above the bakery|in the orchard|"
    "in front of the post office|at the far end of the park|outside the swimming pool"
).split("|")
REASONS = (
    "|, and nobody minded|, because the rain had stopped|, which took most of an hour|, as usual|"
    ", although it was rather cold|, and then went home|, much to the surprise of everyone|"
    ", without saying a word|, to the delight of the children|, so the work was soon done|"
    ", while a dog watched|, for the second time that month|, and laughed about it later|"
    ", as had been agreed|, since there was nothing else to do"
).split("|")


def filler(random: Random, characters: int) -> list[str]:
    """Sentences that together, with a space after each, are at least so many characters long."""
    seen: set[str] = set()
    sentences: list[str] = []
    length = 0
    while length < characters:
        time, who, did, where, why = (
            random.choice(words) for words in (TIMES, PEOPLE, DEEDS, PLACES, REASONS)
        )
        sentence = f"{time} {who} {did} {where}{why}."
        if sentence not in seen:
            seen.add(sentence)
            sentences.append(sentence)
            length += len(sentence) + 1
    return sentences
