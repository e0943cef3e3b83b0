"""Plans by a mark that is there: who bookmarked what is kept as who follows whom (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_one_more_value import planned, title_of

CHIRP: Tree = {
    "requirements.txt": "flask\nsqlalchemy\nalembic\npytest\n",
    "chirp/models.py": """
        import sqlalchemy as sa
        from chirp import db

        followers = sa.Table(
            'followers', db.metadata,
            sa.Column('follower_id', sa.ForeignKey('user.id')),
            sa.Column('followed_id', sa.ForeignKey('user.id')),
        )


        class User(db.Model):
            name = sa.Column(sa.String(64))
            about = sa.Column(sa.String(200))

            def follow(self, user):
                self.following.append(user)

            def unfollow(self, user):
                self.following.remove(user)


        class Story(db.Model):
            title = sa.Column(sa.String(64))
        """,
    "chirp/routes.py": """
        from chirp import app
        from chirp.models import Story, User


        @app.post('/follow/<name>')
        def follow(name):
            current_user().follow(User.named(name))


        @app.post('/unfollow/<name>')
        def unfollow(name):
            current_user().unfollow(User.named(name))


        @app.get('/story/<number>')
        def story(number):
            return render('story.html', story=Story.get(number))
        """,
    "chirp/templates/user.html": "<p>{{ user.followers|length }} follow {{ user.name }}</p>\n",
    "chirp/templates/story.html": "<h1>{{ story.title }}</h1>\n",
    "migrations/versions/1c0ffee12345_users.py": """
        revision = '1c0ffee12345'
        down_revision = None

        def upgrade():
            op.create_table('user')
        """,
    "migrations/versions/ae346256b650_followers.py": """
        revision = 'ae346256b650'
        down_revision = '1c0ffee12345'

        def upgrade():
            op.create_table('followers')
        """,
    "migrations/versions/03c4f1d20a77_about.py": """
        revision = '03c4f1d20a77'
        down_revision = 'ae346256b650'

        def upgrade():
            op.add_column('user', 'about')
        """,
    "tests/test_user.py": """
        def test_follow():
            ann.follow(ben)
            assert ben in ann.following
        """,
}


@pytest.mark.rule("UND-5", "PLAN-1")
def test_a_person_s_mark_on_another_is_kept_done_offered_and_tested_as_one_that_is_there(
    cli: Runner, tmp_path: Path
) -> None:
    chirp = plant(tmp_path / "chirp", CHIRP)

    kept, done, offered, tested = planned(cli, chirp, "users should be able to block other users")

    assert kept["title"] == "Store who blocked whom, like `followers`"
    assert kept["files"] == ["chirp/models.py", "migrations/versions"]
    assert "behind the newest, migrations/versions/03c4f1d20a77_about.py" in kept["description"]
    assert "`followers` (chirp/models.py:4)" in kept["description"]
    assert done["files"] == ["chirp/routes.py"]
    assert "`unfollow` (chirp/routes.py:" in done["description"]
    assert offered["files"] == ["chirp/templates/user.html"]
    assert tested["files"] == ["tests/test_user.py"]
    assert tested["depends_on"] == [done["id"]]


@pytest.mark.rule("UND-5", "PLAN-1")
def test_a_mark_on_a_thing_is_offered_where_that_thing_is_shown(
    cli: Runner, tmp_path: Path
) -> None:
    chirp = plant(tmp_path / "chirp", CHIRP)

    for goal in ("Let readers bookmark stories", "Add bookmarks for stories"):
        kept, _, offered, _ = planned(cli, chirp, goal)
        assert kept["title"] == "Store who bookmarked which story, like `followers`"
        assert offered["files"] == ["chirp/templates/story.html"]


@pytest.mark.rule("UND-5")
def test_what_those_in_charge_do_for_everybody_stays_a_state_of_the_thing(
    cli: Runner, tmp_path: Path
) -> None:
    chirp = plant(tmp_path / "chirp", CHIRP)

    titles = title_of(planned(cli, chirp, "Let admins mute a user"))

    assert not any(title.startswith("Store who") for title in titles)


@pytest.mark.rule("UND-5")
def test_where_no_mark_is_kept_none_is_copied(cli: Runner, tmp_path: Path) -> None:
    without = {path: text for path, text in CHIRP.items() if "follow" not in text}
    without["chirp/models.py"] = "class Story:\n    title = text()\n    starts_at = day()\n"
    chirp = plant(tmp_path / "chirp", without)

    titles = title_of(planned(cli, chirp, "Let readers bookmark stories"))

    assert not any(title.startswith("Store who") for title in titles)


@pytest.mark.rule("UND-5")
def test_a_mark_that_is_there_is_not_planned_once_more(cli: Runner, tmp_path: Path) -> None:
    chirp = plant(tmp_path / "chirp", CHIRP)

    titles = title_of(planned(cli, chirp, "Let users follow other users"))

    assert not any(title.startswith("Store who") for title in titles)


@pytest.mark.rule("UND-5")
def test_a_likeness_and_what_something_is_wanted_for_are_no_marks(
    cli: Runner, tmp_path: Path
) -> None:
    chirp = plant(tmp_path / "chirp", CHIRP)

    for goal in (
        "Stories can be exported as a calendar like events and users can",
        "A feed for the comments of one story, so that I can bookmark a talk in my reader",
    ):
        titles = title_of(planned(cli, chirp, goal))
        assert not any(title.startswith("Store who") for title in titles), goal


@pytest.mark.rule("UND-5")
def test_what_a_mark_is_good_for_makes_no_report_of_it(cli: Runner, tmp_path: Path) -> None:
    chirp = plant(tmp_path / "chirp", CHIRP)

    goal = "Let users mute another user so they no longer see the stories"
    kept, *_ = planned(cli, chirp, goal)

    assert kept["title"] == "Store who muted whom, like `followers`"
