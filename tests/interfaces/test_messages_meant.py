"""A goal that tells what a program says begins where it says that (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_one_more_value import planned

DEPOT: Tree = {
    "package.json": '{"name": "depot", "scripts": {"test": "vitest"}}',
    "client/js/upload.ts": """
        export function check(file: File, limit: number) {
            if (file.size > limit) {
                return `File ${file.name} is over the maximum allowed size`;
            }
        }
        """,
    "client/js/settings.ts": """
        // the size of an upload: what is allowed, and how much of it
        export const allowed = {upload: "size", files: "many", guess: "much"};
        export function uploadSize(upload) { return allowed.upload.size; }
        """,
    "server/uploader.ts": """
        export class Uploader {
            // how much an upload is allowed to have: the size of an upload
            static maxSize() { return config.upload.allowedSize; }
            static upload(size) { return size <= Uploader.maxSize(); }
        }
        """,
    "server/feeds.ts": """
        import {t} from "./texts";
        export function addFeed(url: string) {
            if (known(url)) throw new Error(t("errors.known_feed"));
        }
        """,
    "server/feed_titles.ts": """
        // the title and the category of a feed, and of each feed that is there already
        export const feedTitle = (feed) => feed.title;
        export const feedCategory = (feed) => feed.category;
        """,
    "locales/en.json": '{\n  "errors.known_feed": "This feed already exists."\n}\n',
    "locales/de.json": '{\n  "errors.known_feed": "This feed already exists, in German."\n}\n',
}


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    "goal",
    [
        'Upload says "File x is over the maximum allowed size", say how much is allowed',
        "It says that some file is over the maximum allowed size. Add how much is allowed",
    ],
)
def test_a_message_with_a_name_filled_in_is_found_by_the_words_around_it(
    cli: Runner, tmp_path: Path, goal: str
) -> None:
    depot = plant(tmp_path / "depot", DEPOT)

    first, *_ = planned(cli, depot, goal)

    assert first["files"][0] == "client/js/upload.ts"
    assert "client/js/upload.ts:3" in first["description"]


@pytest.mark.rule("UND-5")
def test_a_message_kept_among_the_texts_of_screens_leads_to_who_uses_its_name(
    cli: Runner, tmp_path: Path
) -> None:
    depot = plant(tmp_path / "depot", DEPOT)

    goal = "When I add a feed it only says this feed already exists. Show its title and category"
    first, *_ = planned(cli, depot, goal)

    assert first["files"][0] == "server/feeds.ts"


@pytest.mark.rule("UND-5")
def test_the_reason_for_the_place_is_that_it_says_so(cli: Runner, tmp_path: Path) -> None:
    depot = plant(tmp_path / "depot", DEPOT)
    goal = 'Upload says "File x is over the maximum allowed size", say how much is allowed'
    planned(cli, depot, goal)

    shown = " ".join(cli("show", "t1", "-w", depot).out.split())

    assert "says what the goal tells that it says" in shown


@pytest.mark.rule("UND-5")
def test_words_that_stand_in_no_string_are_no_message(cli: Runner, tmp_path: Path) -> None:
    depot = plant(tmp_path / "depot", DEPOT)

    goal = "The page says the size of an upload somewhere. Show how much is allowed in settings.ts"
    first, *_ = planned(cli, depot, goal)

    assert first["files"][0] == "client/js/settings.ts"
