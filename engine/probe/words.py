"""Which words are the keys of a list? Common ones, none of them within another or in the question.

A small model finds the value of a common word far more often than that of a rare one: with the
wider list SmolLM2-135M found 11 of 24 at the ends and none of 36 in between, with the sixty 15 of
20 and 7 of 30. So lists draw from the sixty while they are enough.

>>> len(COMMON), len(WIDER), COMMON[:3]
(60, 381, ('cedar', 'maple', 'river'))
"""

from __future__ import annotations

from random import Random

COMMON = tuple(
    """
cedar maple river stone candle bridge garden mirror window pocket silver anchor basket butter
camera castle circle copper dinner dragon engine feather finger forest guitar hammer harbor
island jacket kettle ladder lemon market medal needle orange packet parrot pencil pepper pillow
planet rabbit ribbon saddle salmon shadow shovel spider spring summer ticket tunnel turtle
velvet violet walnut winter wizard yellow
""".split()
)
WIDER = (
    *COMMON,
    *"""
acorn almond amber apple apron artist autumn badge bakery balcony ballet bamboo banana barrel
beacon beaver bench berry bicycle biscuit blanket blossom bottle branch breeze brick broom brush
bucket buffalo bullet bundle button cabin cactus candy canoe canvas carpet carrot cattle cave
cellar chain chalk cherry chest chimney cinema clay cliff clock cloud clover coast cobalt coffee
collar comet compass coral corner cotton couch cousin cradle crane crayon cricket crown crystal
curtain cushion dairy daisy desert desk diamond doctor dollar dolphin donkey drawer drum eagle
earth easel ebony elbow elephant emerald evening fabric falcon family farmer fashion fence ferry
fiddle field flame flute fossil fountain friend frost fruit galaxy gallery garlic gate geese
ginger glacier glove goblet gold goose grape grass gravel grove hail hallway harvest hazel heron
hill honey horse hotel hunter indigo insect ivory jade jelly jewel journal judge jungle juniper
kernel kitchen kite knight lagoon lantern lawn leather library lilac lime linen lion lizard
lobster locket lotus lumber magnet mango marble meadow melon merchant metal midnight mint mitten
monkey morning moss motor mountain museum mushroom mustard nectar nest nickel north notebook
novel nutmeg oasis ocean office olive onion opera orchard otter oven oyster paddle palace panda
paper parade parcel park parsley pasta peach peanut pearl pebble pelican penguin petal piano
picnic pigeon pine pirate plate plum poem pond pony poppy potato prairie prince puddle pumpkin
puppet puzzle quail quartz queen quilt radio radish raft raven recipe reef rhubarb rice robin
rocket roof rope rose ruby sailor salad sand sapphire satin scarf school scissors seal shell
shepherd ship silk sister sketch sled slipper smoke snow soap sofa soldier song soup sparrow
spoon square squirrel stable stamp station steam storm stove straw stream street sugar swan
teapot temple tent thimble thunder tiger timber toast tomato tower trail train treasure trumpet
tulip turnip uncle valley vase village vine violin wagon water wave whale wheat wheel whistle
willow wolf wool zebra zipper
""".split(),
)


def sample_keys(random: Random, n: int) -> list[str]:
    """So many different keys: common words while they are enough, the wider list, pairs of words.

    >>> sample_keys(Random(0), 2), sample_keys(Random(0), len(WIDER) + 1)[:2]
    (['velvet', 'guitar'], ['peach-quail', 'quail-summer'])
    """
    for words in (COMMON, WIDER):
        if n <= len(words):
            return random.sample(words, n)
    # Of the k · (k − 1) pairs of two different words each number is one.
    k = len(WIDER)
    found = []
    for number in random.sample(range(k * (k - 1)), n):
        first, second = divmod(number, k - 1)
        found.append(f"{WIDER[first]}-{WIDER[second + (second >= first)]}")
    return found
