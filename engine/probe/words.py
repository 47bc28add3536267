"""Which words are the keys of a list? Common ones, none of them within another or in the question.

>>> len(WORDS), WORDS[:3]
(381, ('acorn', 'almond', 'amber'))
"""

from __future__ import annotations

from random import Random

WORDS = tuple(
    """
acorn almond amber anchor apple apron artist autumn badge bakery balcony ballet bamboo
banana barrel basket beacon beaver bench berry bicycle biscuit blanket blossom bottle branch
breeze brick bridge broom brush bucket buffalo bullet bundle butter button cabin cactus
camera candle candy canoe canvas carpet carrot castle cattle cave cedar cellar chain chalk
cherry chest chimney cinema circle clay cliff clock cloud clover coast cobalt coffee collar
comet compass copper coral corner cotton couch cousin cradle crane crayon cricket crown
crystal curtain cushion dairy daisy desert desk diamond dinner doctor dollar dolphin donkey
dragon drawer drum eagle earth easel ebony elbow elephant emerald engine evening fabric
falcon family farmer fashion feather fence ferry fiddle field finger flame flute forest
fossil fountain friend frost fruit galaxy gallery garden garlic gate geese ginger glacier
glove goblet gold goose grape grass gravel grove guitar hail hallway hammer harbor harvest
hazel heron hill honey horse hotel hunter indigo insect island ivory jacket jade jelly jewel
journal judge jungle juniper kernel kettle kitchen kite knight ladder lagoon lantern lawn
leather lemon library lilac lime linen lion lizard lobster locket lotus lumber magnet mango
maple marble market meadow medal melon merchant metal midnight mint mirror mitten monkey
morning moss motor mountain museum mushroom mustard nectar needle nest nickel north notebook
novel nutmeg oasis ocean office olive onion opera orange orchard otter oven oyster packet
paddle palace panda paper parade parcel park parrot parsley pasta peach peanut pearl pebble
pelican pencil penguin pepper petal piano picnic pigeon pillow pine pirate planet plate plum
pocketbook poem pond pony poppy potato prairie prince puddle pumpkin puppet puzzle quail
quartz queen quilt rabbit radio radish raft raven recipe reef rhubarb ribbon rice river
robin rocket roof rope rose ruby saddle sailor salad salmon sand sapphire satin scarf school
scissors seal shadow shell shepherd ship shovel silk silver sister sketch sled slipper smoke
snow soap sofa soldier song soup sparrow spider spoon spring square squirrel stable stamp
station steam stone storm stove straw stream street sugar summer swan teapot temple tent
thimble thunder ticket tiger timber toast tomato tower trail train treasure trumpet tulip
tunnel turnip turtle uncle valley vase velvet village vine violet violin wagon walnut water
wave whale wheat wheel whistle willow window winter wizard wolf wool yellow zebra zipper
""".split()
)


def sample_keys(random: Random, n: int) -> list[str]:
    """So many different keys: single words while there are enough of them, else pairs of words.

    >>> sample_keys(Random(0), 2), sample_keys(Random(0), len(WORDS) + 1)[:2]
    (['mint', 'nutmeg'], ['pumpkin-sailor', 'sailor-cellar'])
    """
    if n <= len(WORDS):
        return random.sample(WORDS, n)
    # Of the k · (k − 1) pairs of two different words each number is one.
    k = len(WORDS)
    found = []
    for number in random.sample(range(k * (k - 1)), n):
        first, second = divmod(number, k - 1)
        found.append(f"{WORDS[first]}-{WORDS[second + (second >= first)]}")
    return found
