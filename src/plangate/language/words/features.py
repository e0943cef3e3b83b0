"""What one feature is called by different people: words and phrases that ask for the same thing.

A person asks for a dark mode, and the code has a theme; for throwing old entries away, and there is
`prune`. Each row is one thing with its names, plain words of the trade, written without looking at
any repository. It is for finding what is there already (UND-4), never for deciding what is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from plangate.language.words.stems import stem

_ROWS = """
dark mode, dark theme, night mode, theme, color scheme, appearance
preview, dry run, dryrun, simulate, what if
rate limit, limit request, throttle, brute force, too many, attempts, tries, lockout, cooldown
delete, remove, erase, destroy, discard, drop, forget, wipe, purge, prune, throw away
thrown away, throw away, get rid, discard, delete, prune, purge, expire
retention, prune, purge, expire, expiry, max age, ttl, keep days, cleanup, clean up, housekeeping
archive, soft delete, trash, trash bin, recycle bin, deleted at
anonymize, pseudonymize, gdpr, forget, personal data, right to be forgotten, erase
export, download, dump, save as
import, ingest, load from, upload
csv, comma separated, spreadsheet, tsv
excel, xlsx, spreadsheet
json, jsonl, ndjson
pdf, printable
search, full text, fts, find, lookup, query
filter, narrow
sort, order by, sort by, ordering
pagination, paginate, paging, page size, per page, cursor, offset
infinite scroll, load more, endless scroll, lazy load, scroll
login, sign in, signin, log in, authenticate, session
logout, sign out, signout, log out
signup, sign up, register, registration, create account
password reset, forgot password, reset password, recover password
two factor, 2fa, mfa, totp, otp, second factor, security key, webauthn, passkey
oauth, sso, single sign on, openid, saml, social login
permission, role, access control, acl, rbac, authorize, policy
audit, audit log, audit trail, activity log, change log, history
notification, notify, notifier, push
alert, alarm, threshold, warning
mail, email, smtp, mailbox, send mail, mailer
sms, text message, short message
webhook, callback, hook
retry, backoff, try again, attempts
cache, memoize, cached
undo, revert, roll back, rollback, restore
tag, label, category, topic
favorite, favourite, star, starred, bookmark, like, save for later, read later
pin, pinned, sticky, keep on top
comment, reply, annotation
share, public link, share link, permalink
invite, invitation
translate, translation, i18n, l10n, locale, localization, language, multilingual
timezone, time zone, tz, utc
currency, exchange rate, money
discount, coupon, voucher, promo code, percent off
refund, credit note, credit, chargeback, storno
invoice, bill, billing
tax, vat
shipping, delivery, shipment
stock, inventory, on hand
avatar, profile picture, gravatar
attachment, file upload, upload
thumbnail, resize, scaled
backup, snapshot, dump
schedule, cron, periodic, timer, scheduled, recurring job
queue, worker, background job
logging, logger, log level, verbose
metric, prometheus, statsd, telemetry, counter
health, healthz, health check, liveness, readiness, ping, heartbeat
feature flag, toggle, feature switch, experiment
progress, progress bar, spinner
autocomplete, completion, typeahead, suggest
validate, validation, validator
sanitize, escape, xss
compress, gzip, brotli, deflate, zip
encrypt, cipher, encryption
checksum, digest, hash
api key, token, bearer, jwt, access token
websocket, socket, realtime, real time, live update, server sent events, sse
offline, service worker, pwa
keyboard shortcut, hotkey, shortcut, keybinding, keyboard
reorder, drag and drop, drag, sortable, draggable
swipe, gesture, touch
zoom, fullscreen, full screen, lightbox
calendar, ics, ical
reminder, remind, nudge
remember, memory, recall, memorize
cooldown, cool down, cooling, debounce
downsample, aggregate, rollup, compact, hourly
recurring, repeat, recurrence, rrule, series
timeout, deadline, time limit
limit, maximum, max, quota, cap, at most
minimum, min, at least
dedupe, duplicate, deduplicate, unique, distinct
bulk, batch, many at once
cancel, abort, withdraw, revoke
waitlist, waiting list, waiting, standby
copy, clone, duplicate
rss, atom, feed
statistics, stats, analytics, report, summary
leaderboard, ranking, high score, top list
dashboard, overview
ban, block, mute, kick
moderate, flag, report abuse
parallel, concurrent, thread pool, multithreaded
stream, streaming
percentile, quantile, p95, p99
average, mean
reconnect, resume, rejoin
spectate, spectator, watch, observer
matchmaking, lobby, pairing
sandbox, test mode, staging
color, ansi, highlight
watch, auto reload, hot reload, live reload, refresh browser
migrate, migration, upgrade path
draft, unpublished, unfinished, work in progress
publish later, publish at, scheduled, schedule, postpone, send later
word filter, keyword filter, banned word, bad word, swear word, profanity, blocklist, denylist
spam, junk, flood
hide, hidden, suppress
rotate, orientation, turn
split, separate, divide
merge, combine, concatenate
doctor, diagnose, self test, sanity check
profiler, profiling, measure time, timing
incremental, only changed, changed only
map, geolocation, location, coordinate
barcode, qr code
impersonate, login as, switch user
maintenance mode, read only mode
onboarding, tour, welcome, getting started
captcha, recaptcha, bot protection
allow list, ip allowlist, ip whitelist, ip filter
redirect, forward url, rewrite
load balance, round robin
version history, revision, previous version
rich text, wysiwyg, formatting
reaction, emoji, smiley
poll, vote, voting, survey
direct message, private message, dm
online status, presence, typing indicator
unread, mark as read, seen
chart, graph, plot, histogram
plugin, extension, addon
template, preset, blueprint
bulk edit, mass update, multi select
custom field, extra attribute, user defined field
ocr, text recognition
cors, cross origin
excerpt, teaser, abstract
recommend, recommendation, suggestion, related, similar
gallery, album, slideshow, carousel
syntax highlight, code highlight
table of contents, toc
quiet, silent, no output
"""

Phrase = tuple[str, ...]

#: What is done to all sorts of things: without its object such a word names no feature.
_ACTIONS = """
delete remove erase destroy discard drop forget wipe purge prune search find lookup query filter
sort import load copy clone cancel abort validate check notify send show export download limit max
"""


#: Verbs that say nothing of what is wanted: “set the limit”, “get a list”.
ASSIGNING = frozenset(
    "set get change update modify edit adjust alter bump increase decrease".split()
)
#: What is wanted for something that is there.
ABOUT_SOMETHING = frozenset(
    map(
        stem,
        "test spec testcase benchmark docs docstring readme changelog example annotation".split(),
    )
)
#: Words of a wish that name nothing of it.
SAYS_LITTLE = frozenset(
    "go goes come comes happen happens ask back people person user users".split()
)
#: What stands before a colon and names a kind of change, not a component.
CHANGE_LABELS = frozenset(
    map(
        stem,
        "feat fix bug chore docs doc refactor perf test build ci style revert wip todo hotfix "
        "feature bugfix improvement enhancement note security deps release types closes "
        "resolves".split(),
    )
)
#: Those that may stand before something new.
_OF_NEWS = frozenset(map(stem, "feat feature enhancement improvement".split()))


def is_label_of_work(component: str) -> bool:
    """Whether what stands before a colon says that something known is mended or tended."""
    words = frozenset(stem(word) for word in component.lower().split())
    return bool(words) and words <= CHANGE_LABELS and not words & _OF_NEWS


#: Words by which somebody speaks of what a screen looks like, and of pages for people.
OF_LOOKS = frozenset(
    map(
        stem,
        "style css stylesheet template html markup layout theme color font icon button margin "
        "padding page header footer sidebar menu modal form responsive mobile".split(),
    )
)
OF_PAGES = frozenset(map(stem, "docs readme changelog guide manual tutorial".split()))


@cache
def actions() -> frozenset[str]:
    """The stems of deeds that need an object to name a feature."""
    return frozenset(map(stem, _ACTIONS.split()))


@cache
def _rows() -> tuple[tuple[Phrase, ...], ...]:
    lines = (line for line in _ROWS.splitlines() if line)
    return tuple(tuple(_phrase(name) for name in line.split(",")) for line in lines)


def _phrase(name: str) -> Phrase:
    return tuple(map(stem, name.split()))


@cache
def _by_phrase() -> dict[Phrase, frozenset[Phrase]]:
    found: dict[Phrase, set[Phrase]] = {}
    for row in _rows():
        for phrase in row:
            found.setdefault(phrase, set()).update(row)
    return {phrase: frozenset(names) for phrase, names in found.items()}


_LONGEST = 4


def names_of_features(words: Sequence[str]) -> Iterator[tuple[int, int, frozenset[Phrase]]]:
    """Where a run of stems begins and ends, and every name of what it asks for; its own is one."""
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = tuple(words[at : at + length])
            if length == 1 or phrase in _by_phrase():
                yield at, at + length, _by_phrase().get(phrase, frozenset()) | {phrase}
                at += length
                break
