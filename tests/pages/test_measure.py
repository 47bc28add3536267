"""Does the Measure page ask what its fields say, keep every answer, and never show a key?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine import Scenario, dump_scenario, load_scenario
from engine.errors import ScenarioError
from engine.probe import KeyValueTask, Plan, settings_of
from engine.run_files import Row, read_run
from tests.browser.fake_endpoint import NAME, FakeEndpoint
from tests.pages.opened import figures, html_of, labelled, run, session
from ui.address import RUN_KEY
from ui.drafts import drafts
from ui.measure.export_menu import answers_csv, curve_csv
from ui.measure.held import OpenRun
from ui.measure.replay import Replay
from ui.measure.run_folder import recorded
from ui.measure.secret import Secret
from ui.measure.store import runs
from ui.measure.views import VIEWS

PAGES = Path(__file__).parents[2] / "pages"
SECRET = "sk-a-key-that-nobody-may-see"
ENDPOINT = "endpoint"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CONTEXT_PLAYGROUND_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


@pytest.fixture
def fake() -> Iterator[FakeEndpoint]:
    with FakeEndpoint(key=SECRET) as server:
        yield server


def open_page(name: str = "measure", **state: Any) -> AppTest:
    at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
    for key, value in state.items():
        at.session_state[key] = value
    return run(at)


def opened(at: AppTest) -> OpenRun:
    found = runs().find(at.session_state[RUN_KEY])
    assert found is not None
    return found


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def at_endpoint(fake: FakeEndpoint, key: str = SECRET, **fields: Any) -> AppTest:
    """The page with the address, the model and the key entered, and few questions."""
    few = {"measure_n": 4, "measure_controls": 5, "measure_positions": 3} | fields
    at = open_page(measure_source=ENDPOINT, **few)
    run(at.text_input(key="endpoint_url").set_value(fake.url))
    run(at.text_input(key="endpoint_model").set_value(NAME))
    return run(at.text_input(key="endpoint_key_0").set_value(key)) if key else at


def confirmed(at: AppTest) -> AppTest:
    """A run that was tried, and is then sent."""
    run(at.button(key="measure_start").click())
    return run(at.button(key="trial_go").click())


def whole(at: AppTest) -> AppTest:
    until(lambda: opened(at).job.state == "done")
    return run(at)


def test_a_run_is_tried_priced_confirmed_and_then_says_what_it_found(fake: FakeEndpoint):
    at = at_endpoint(fake, measure_n=12)
    assert any("Nothing was sent yet" in caption.value for caption in at.caption)
    assert fake.prompts == []
    run(at.button(key="measure_start").click())
    assert len(fake.prompts) == 3
    total = len(Plan(KeyValueTask(), (0.0, 0.5, 1.0), n=12, controls=5).steps)
    assert f"{total} calls" in html_of(at)
    assert "its price is not known here" in html_of(at)
    run(at.button(key="trial_go").click())
    at = whole(at)
    assert len(fake.prompts) == 3 + total
    assert opened(at).counts() == {0.0: (12, 12), 0.5: (0, 12), 1.0: (12, 12)}
    assert "The middle is found less often than both ends." in html_of(at)
    assert f"{total} of {total} calls" in html_of(at)


def test_a_run_that_is_cancelled_sends_no_more_than_its_three_calls(fake: FakeEndpoint):
    at = at_endpoint(fake)
    run(at.button(key="measure_start").click())
    at = run(at.button(key="trial_cancel").click())
    assert len(fake.prompts) == 3
    assert RUN_KEY not in at.session_state
    assert not [b for b in at.button if b.key == "trial_go"]


def test_what_is_proposed_is_dropped_where_the_fields_say_something_else(fake: FakeEndpoint):
    at = at_endpoint(fake)
    run(at.button(key="measure_start").click())
    assert [b for b in at.button if b.key == "trial_go"]
    run(at.number_input(key="measure_n").set_value(5))
    assert not [b for b in at.button if b.key == "trial_go"]
    assert len(fake.prompts) == 3


def test_a_key_entered_for_https_does_not_go_out_without_it(fake: FakeEndpoint):
    at = at_endpoint(fake)
    origin = fake.url.removesuffix("/v1")
    assert origin.startswith("http://")
    held: Secret = at.session_state["endpoint_secret"]
    assert held.sent_to(origin) == SECRET
    assert held.sent_to(origin.replace("http:", "https:")) is None
    run(at.text_input(key="endpoint_url").set_value(fake.url.replace("http:", "https:")))
    assert [field for field in at.text_input if field.label == "Key, if it needs one"]


def test_what_the_model_of_this_machine_will_take_is_said_before_it_is_asked():
    at = open_page(measure_source="local", measure_n=30)
    total = len(Plan(KeyValueTask(), n=30, prefill=True).steps)
    [said] = [one.value for one in at.caption if one.value.startswith("Estimate")]
    assert f"{total} calls" in said
    assert "at the pace of the recorded run" in said
    assert "Nothing leaves this machine" in said


def test_a_key_is_in_no_file_address_export_draft_or_field(fake: FakeEndpoint, folder: Path):
    at = whole(confirmed(at_endpoint(fake)))
    at = run(at.button(key="use_curve").click())
    found = opened(at)
    written = "".join(path.read_text() for path in folder.iterdir())
    left = [found.file(), answers_csv(found), curve_csv(found), dump_scenario(session(at).scenario)]
    shown = [repr(at.main), repr(at.sidebar), html_of(at), str(dict(at.query_params))]
    fields = [str(field.value) for field in at.text_input]
    state = repr(at.session_state["endpoint_secret"])
    assert SECRET not in " ".join([written, *left, *shown, *fields, state])
    assert read_run(written).settings.base_url == fake.url
    # Whoever knows its name may halt a run: it is in one's own address, not in a link.
    assert found.name in at.query_params["run"]
    assert found.name not in " ".join(code.value for code in at.code)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (f"https://me:{SECRET}@example.org/v1", "https://example.org/v1"),
        (f"https://example.org/v1?key={SECRET}", "https://example.org/v1"),
        (f"me:{SECRET}@example.org/v1", ""),
    ],
)
def test_a_key_in_an_address_is_taken_out_before_a_draft_keeps_it(typed: str, kept: str):
    at = open_page(measure_source=ENDPOINT)
    run(at.text_input(key="endpoint_url").set_value(typed))
    assert at.text_input(key="endpoint_url").value == kept
    assert "A key goes into the field for it" in html_of(at)
    draft = drafts().typed(at.query_params.get("draft", [""])[0])
    assert SECRET not in f"{draft} {html_of(at)} {at.query_params}"


def test_a_key_goes_to_the_host_it_was_entered_for_and_to_no_other(fake: FakeEndpoint):
    with FakeEndpoint() as other:
        seen: list[str] = []
        at = at_endpoint(fake)
        run(at.text_input(key="endpoint_url").set_value(other.url))
        other.on_header = seen.append
        run(at.button(key="measure_start").click())
        assert len(other.prompts) == 3
        assert seen
        assert SECRET not in " ".join(seen)


def test_the_key_of_the_environment_is_offered_for_its_own_host_alone(
    fake: FakeEndpoint, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    at = at_endpoint(fake, key="")
    assert not [b for b in at.button if b.key == "endpoint_environment"]
    monkeypatch.setenv("OPENAI_BASE_URL", fake.url)
    at = run(at)
    run(at.button(key="endpoint_environment").click())
    at = whole(confirmed(at))
    assert {row.key for row in opened(at).rows} == set(opened(at).plan.steps)


def test_a_refused_key_is_said_with_what_to_do_and_nothing_is_begun(fake: FakeEndpoint):
    at = at_endpoint(fake, key="sk-wrong")
    at = run(at.button(key="measure_start").click())
    assert "refused the key" in html_of(at)
    assert "sk-wrong" not in html_of(at)
    assert RUN_KEY not in at.session_state


def test_an_error_halts_the_run_keeps_its_rows_and_the_rest_can_be_asked(fake: FakeEndpoint):
    fake.fails_after = 3 + 12  # the trial, then twelve answers
    at = confirmed(at_endpoint(fake))
    until(lambda: opened(at).job.state == "failed")
    at = run(at)
    assert "The run was halted" in html_of(at)
    assert "refused the key" in html_of(at)
    assert len(opened(at).rows) == 12
    fake.fails_after = None
    at = whole(run(at.button(key="measure_resume").click()))
    assert {row.key for row in opened(at).rows} == set(opened(at).plan.steps)
    assert len(set(fake.prompts[3:])) == len(fake.prompts[3:])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"measure_task": "own-text"}, "text must hold words"),
        ({"endpoint_url": "not an address"}, "base_url: expected an address"),
        ({"endpoint_url": "http://me:pass@localhost/v1"}, "without a name, a password"),
        ({"endpoint_model": " "}, "the model has no name"),
    ],
)
def test_what_cannot_be_asked_is_said_and_nothing_is_sent(
    fields: dict[str, str], words: str, fake: FakeEndpoint
):
    given = {"endpoint_url": fake.url, "endpoint_model": NAME} | fields
    at = open_page(measure_source=ENDPOINT, **given)
    at = run(at.button(key="measure_start").click())
    assert words in html_of(at)
    assert fake.prompts == []


def test_a_model_that_fails_with_the_fact_alone_is_told_that_position_says_nothing():
    with FakeEndpoint() as fake:
        fake.answer = "none of them"
        at = at_endpoint(fake, key="")
        at = confirmed(at)
        until(lambda: opened(at).job.state == "failed")
        at = run(at)
    assert "With the fact alone" in html_of(at)


def test_a_text_of_ones_own_is_asked_with_the_fact_in_it():
    text = " ".join(f"Sentence number {n} says nothing." for n in range(12))
    own = {
        "own_text": text,
        "own_fact": "The lamp was lit by Ada.",
        "own_question": "Who lit the lamp?",
        "own_answer": "Ada",
    }
    with FakeEndpoint() as fake:
        fake.answer = "It was Ada."
        at = at_endpoint(fake, key="", measure_task="own-text", **own)
        at = whole(confirmed(at))
    assert opened(at).counts() == {0.0: (4, 4), 0.5: (4, 4), 1.0: (4, 4)}
    assert sum("lit by Ada" in prompt for prompt in fake.prompts) >= 12
    assert "<mark>The lamp was lit by Ada.</mark>" in html_of(at)


# --- two lengths ---


def test_a_second_length_is_asked_after_the_first_and_both_curves_are_shown(fake: FakeEndpoint):
    at = at_endpoint(fake, measure_pairs=10)
    run(at.selectbox(key="measure_second").set_value(25))
    run(at.button(key="measure_start").click())
    short, long = (
        Plan(KeyValueTask(pairs), (0.0, 0.5, 1.0), n=4, controls=5) for pairs in (10, 25)
    )
    total = len(short.steps) + len(long.steps)
    assert at.button(key="trial_go").label == f"Send {total} calls"
    at = run(at.button(key="trial_go").click())
    first = runs().find(opened(at).pair[0])
    assert first is not None
    until(lambda: first.job.state == "done")
    second = runs().second_of(first)
    assert second is not None
    until(lambda: second.job.state == "done")
    assert (first.settings.length, second.settings.length) == (10, 25)
    assert [len(one.rows) for one in (first, second)] == [len(short.steps), len(long.steps)]
    assert len(fake.prompts) == 3 + total
    for shown, line, other in (
        (first, "length 1 of 2: 10 key-value pairs", "25 pairs"),
        (second, "length 2 of 2: 25 key-value pairs", "10 pairs"),
    ):
        at.session_state[RUN_KEY] = shown.name
        at = run(at)
        assert line in html_of(at)
        assert other in figures(at)["measure"]


def test_a_second_length_waits_for_a_first_one_that_was_halted(fake: FakeEndpoint):
    fake.fails_after = 3 + 12
    at = at_endpoint(fake, measure_pairs=10, measure_second=25)
    at = confirmed(at)
    until(lambda: opened(at).job.state == "failed")
    first = opened(at)
    second = runs().second_of(first)
    assert second is not None
    assert (second.job.state, second.rows) == ("ready", ())
    fake.fails_after = None
    at = run(at)
    run(at.button(key="measure_resume").click())
    until(lambda: second.job.state == "done")
    assert {row.key for row in first.rows} == set(first.plan.steps)
    assert {row.key for row in second.rows} == set(second.plan.steps)


def test_one_length_is_asked_where_the_second_is_that_of_the_first(fake: FakeEndpoint):
    at = confirmed(at_endpoint(fake, measure_pairs=25, measure_second=25))
    assert opened(at).pair == ()


def test_few_questions_take_few_controls_unless_somebody_says_how_many():
    at = open_page(measure_source=ENDPOINT)
    questions = labelled(at, "number_input", "Questions each")
    assert at.number_input(key="measure_controls").value == 20
    at = run(questions.set_value(8))
    assert at.number_input(key="measure_controls").value == 5
    at = run(at.number_input(key="measure_controls").set_value(12))
    at = run(at.number_input(key="measure_n").set_value(40))
    assert at.number_input(key="measure_controls").value == 12


# --- the recorded run ---


def test_the_recorded_run_comes_again_says_that_it_is_one_and_ends_as_it_was_recorded():
    record = next(iter(recorded().values()))
    at = open_page(measure_source="recorded")
    at = run(at.button(key="measure_start").click())
    replay = opened(at)
    assert replay.recorded
    assert len(replay.rows) < len(record.rows)
    assert isinstance(replay.job, Replay)
    replay.job.finish()
    at = run(at)
    assert replay.rows == record.rows
    assert f"Recorded on {record.settings.started[:10]}" in html_of(at)
    shares = [f"{right} of {asked}" for right, asked in replay.counts().values()]
    assert all(share in figures(at)["measure"] for share in shares)


def test_every_view_can_be_looked_at_before_and_after_a_run():
    for finished in (False, True):
        for view in VIEWS:
            at = open_page(measure_source="recorded", measure_view=view)
            if finished:
                run(at.button(key="measure_start").click())
                job = opened(at).job
                assert isinstance(job, Replay)
                job.finish()
                run(at)


def test_the_plan_says_how_many_questions_it_takes():
    text = html_of(open_page(measure_source="local", measure_view="Plan", measure_n=100))
    assert "<td>± 10 points</td><td><b>93</b></td><td>enough</td>" in text
    assert "<td>± 5 points</td><td><b>381</b></td><td>281 more</td>" in text


# --- run files ---


def run_file(**wrong: Any) -> str:
    plan = Plan(KeyValueTask(5), (0.0, 0.5, 1.0), n=2, controls=1)
    rows = [Row(key.item_seed, key.position, True, "yes", control=key.control)
            for key in plan.steps]  # fmt: skip

    class Named:
        name = "small"

    settings = settings_of(plan, Named(), started="2026-11-30T12:00:00+00:00")  # type: ignore[arg-type]
    first = json.loads(settings.line()) | wrong
    return json.dumps(first) + "\n" + "".join(row.line() for row in rows)


def drop(at: AppTest, name: str, text: str) -> None:
    field = labelled(at, "file_uploader", "A run file")
    run(field.set_value((name, text.encode(), "application/json")))


def test_a_run_file_is_opened_and_can_be_looked_through(folder: Path):
    at = open_page()
    drop(at, "mine.jsonl", run_file())
    assert opened(at).counts() == {0.0: (2, 2), 0.5: (2, 2), 1.0: (2, 2)}
    assert "8 of 8 answers" in html_of(at)
    assert opened(at).name not in "mine.jsonl"
    assert [path.stem for path in folder.iterdir()] == [opened(at).name]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("{", "not JSON"),
        (run_file(n=0), "line 1, n"),
        (run_file(task={"kind": "riddles"}), "line 1, task"),
        (run_file() + '{"item_seed": 99}\n', "line 10"),
    ],
)
def test_a_broken_run_file_is_refused_with_its_line_and_what_was_there_stays(data: str, words: str):
    at = open_page()
    drop(at, "mine.jsonl", run_file())
    before = at.session_state[RUN_KEY]
    drop(at, "bad.jsonl", data)
    assert "bad.jsonl was not opened" in html_of(at)
    assert words in html_of(at).replace("&#x27;", "'")
    assert at.session_state[RUN_KEY] == before


def test_what_is_asked_survives_a_refresh_and_words_not_known_are_passed_over():
    at = open_page(measure_source="endpoint", measure_n=12, measure_pairs=50)
    run(labelled(at, "text_input", "Model name").set_value("a-model"))
    left = dict(at.query_params)
    assert "a-model" not in str(left)
    again = AppTest.from_file(str(PAGES / "measure.py"), default_timeout=60)
    for key, value in left.items():
        again.query_params[key] = value
    again.query_params["positions"] = "6"
    run(again)
    assert labelled(again, "selectbox", "Model").value == "endpoint"
    assert labelled(again, "selectbox", "Pairs").value == 50
    assert labelled(again, "selectbox", "Positions").value == 5
    assert labelled(again, "number_input", "Questions each").value == 12
    assert labelled(again, "text_input", "Model name").value == "a-model"


def test_a_run_of_an_address_that_is_gone_is_said_to_be():
    at = open_page(**{RUN_KEY: "a-name-of-sixteen-or-more"})
    assert "no longer kept on this server" in html_of(at)


def test_a_run_stays_in_the_address_on_the_other_pages():
    for page in ("placement", "memory"):
        at = open_page(page, **{RUN_KEY: "a-name-of-sixteen-or-more"})
        assert "a-name-of-sixteen-or-more" in at.query_params["run"]


def test_a_name_that_leads_out_of_the_folder_opens_nothing(folder: Path):
    (folder.parent / "secret.jsonl").write_text(run_file())
    for name in ("../secret", "..%2Fsecret", "/etc/passwd", "x" * 500, ""):
        assert runs().find(name) is None


# --- the curve elsewhere ---


def test_a_curve_that_is_used_is_one_step_to_undo_and_is_named_in_the_saved_scenario(
    fake: FakeEndpoint,
):
    at = whole(confirmed(at_endpoint(fake)))
    at = run(at.button(key="use_curve").click())
    label = opened(at).settings.label
    assert session(at).scenario.placement.own_curve == label
    saved = dump_scenario(session(at).scenario)
    assert load_scenario(saved).placement.own_curve == label
    at = run(at.button(key="undo").click())
    assert (session(at).scenario.placement.own_curve, session(at).curve) == ("", None)


def test_a_scenario_scored_on_a_curve_that_is_not_here_says_so_and_which_one_stands_in():
    scenario = Scenario("Elsewhere")
    text = dump_scenario(scenario).replace(
        '"sections"', '"placement": {"must_find": {}, "own_curve": "My <run>"}, "sections"'
    )
    at = open_page("placement")
    upload = labelled(at, "file_uploader", "File")
    run(upload.set_value(("elsewhere.json", text.encode(), "application/json")))
    assert "was opened" in html_of(at)
    assert "scored on My &lt;run&gt;, a measurement that is not in its file" in html_of(at)
    assert "GPT-3.5-Turbo-0613 · 20 documents · 2023 stands in for it" in html_of(at)
    with pytest.raises(ScenarioError, match=r"placement\.own_curve"):
        load_scenario(text.replace('"My <run>"', "7"))


def test_a_run_file_is_a_curve_on_placement():
    at = open_page("placement")
    upload = labelled(at, "file_uploader", "Your own curve")
    run(upload.set_value(("mine.jsonl", run_file().encode(), "application/json")))
    curve = session(at).curve
    assert curve is not None
    assert (curve.label, curve.at(0.5)) == ("small · 5 key-value pairs · 2026-11-30", 1.0)
