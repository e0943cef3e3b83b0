"""Putting a form to a person through whatever the client offers (MCP-4).

One function serves both generations of the protocol. In a stateless call the form is returned and
the client calls again with what was put into it; the sealed state says what the form was about. In
a call with a back channel the client is asked in the middle of it, while the question is watched:
it may be answered from elsewhere first. The form stays open as long as the client holds the call;
a client that gives the call up takes its form away, and the question stays as it is.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import anyio
from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from plangate.core.log.team import is_agent_name
from plangate.core.model.records import Fields
from plangate.interfaces.mcp.forms import Form, Given, given_in
from plangate.interfaces.mcp.security import AGENT

_LOOK_EVERY = 0.25

#: How many forms one call may put: clients follow ten rounds and then give up.
_MOST_FORMS = 8

#: Clients that send nothing while a field stays empty (Codex 0.169): they get what is required.
_SEND_NO_EMPTY_FIELD = ("codex",)

_logger = logging.getLogger(__name__)


class Echo(NamedTuple):
    """What a stateless call carries from the round before it: what its form was about."""

    kind: str
    id: str
    part: str
    rounds: int
    session: str = ""
    #: What was said before of the proposal.
    told: Fields = {}  # noqa: RUF012 - a default nobody writes to


class Unanswered(NamedTuple):
    """No answer came, and why; the question stays as it is (ASK-13). A note beside a choice that
    was not made is no answer, and is not lost (ASK-12)."""

    why: str
    words: str = ""


Asked = Given | Unanswered | InputRequiredResult


class Call(NamedTuple):
    """One tool call: who calls, what it carries, and what its client can show to a person."""

    context: ServerRequestContext[Any, Any]
    params: CallToolRequestParams

    @property
    def agent(self) -> str:
        """The agent of the team whose token it came with (TEAM-3), else the client's name for
        itself: text of somebody else, so bounded, printable and no agent's of the team."""
        if self.bearer:
            return self.bearer
        known = self.context.session.client_params
        name = known.client_info.name if known is not None else ""
        told = "".join(c for c in name[:60] if c.isprintable()).strip() or "an agent"
        return f"client {told}" if is_agent_name(told) else told

    @property
    def sends_empty_fields(self) -> bool:
        """Whether its client sends a form in which a field stays empty."""
        known = self.context.session.client_params
        name = known.client_info.name.casefold() if known is not None else ""
        return not name.startswith(_SEND_NO_EMPTY_FIELD)

    @property
    def bearer(self) -> str:
        """TEAM-3: the agent of the team whose token the request carries, as the record names it."""
        return str(getattr(self.context.request, "scope", {}).get(AGENT, ""))

    @property
    def is_stateless(self) -> bool:
        return self.context.protocol_version in MODERN_PROTOCOL_VERSIONS

    @property
    def can_show_forms(self) -> bool:
        """Whether the client said it shows forms; a bare capability is an older client's yes.

        TEAM-3: nothing that comes with an agent's token is ever a person's.
        """
        if self.bearer:
            return False
        capabilities = self.context.session.client_capabilities
        offered = capabilities.elicitation if capabilities is not None else None
        if offered is None or (offered.form is None and offered.url is not None):
            return False
        return self.is_stateless or self.context.session.can_send_request

    @property
    def echo(self) -> Echo | None:
        """The sealed state of the round before; the server has already verified that it is ours."""
        if self.bearer or not self.is_stateless or self.params.request_state is None:
            return None
        sealed = json.loads(self.params.request_state)  # perhaps by a server of another version
        return Echo(**{name: sealed[name] for name in Echo._fields if name in sealed})

    def came_back(self, echo: Echo) -> Given | Unanswered:
        """What the client put into the form of the round before."""
        key = f"{echo.id} {echo.part}".strip()
        return _read(echo.kind, (self.params.input_responses or {}).get(key))


Settled = Callable[[], Awaitable[bool]]


async def put(call: Call, form: Form, settled: Settled, told: Fields) -> Asked:
    """Put a form to the person; `settled` tells whether there is nothing left to ask. What was
    `told` before goes along where nothing else keeps it."""
    if not call.can_show_forms:
        return Unanswered("the client cannot show a question")
    if not call.sends_empty_fields and form.required:
        form = form._replace(fields={name: form.fields[name] for name in form.required})
    if call.is_stateless:
        return _returned(call, form, told)
    return await _asked_midway(call, form, settled)


def _returned(call: Call, form: Form, told: Fields) -> InputRequiredResult | Unanswered:
    rounds = call.echo.rounds + 1 if call.echo is not None else 1
    if rounds > _MOST_FORMS:
        return Unanswered("enough for one call; call again to go on")
    echo = Echo(form.kind, form.id, form.part, rounds, form.session, told)
    request = ElicitRequest(
        params=ElicitRequestFormParams(message=form.message, requested_schema=form.schema)
    )
    return InputRequiredResult(
        input_requests={form.key: request}, request_state=json.dumps(echo._asdict())
    )


async def _asked_midway(call: Call, form: Form, settled: Settled) -> Given | Unanswered:
    """Ask through the back channel, until somebody answers here or elsewhere."""
    given: Given | Unanswered = Unanswered("it was settled elsewhere meanwhile")

    async def watch() -> None:
        while not await settled():
            await anyio.sleep(_LOOK_EVERY)
        group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        group.start_soon(watch)
        given = await _elicited(call, form)
        group.cancel_scope.cancel()
    return given


async def _elicited(call: Call, form: Form) -> Given | Unanswered:
    session, about = call.context.session, call.context.request_id
    try:
        answer = await session.elicit_form(form.message, form.schema, about)
    except Exception as error:  # noqa: BLE001 - whatever a client does, the server goes on
        _logger.info("the client could not show a question: %s", type(error).__name__)
        return Unanswered("the client could not show the question")
    return _read(form.kind, answer)


def _read(kind: str, answer: object) -> Given | Unanswered:
    """MCP-4: an accept without the field, a decline or a cancel is not an answer."""
    if not isinstance(answer, ElicitResult):
        return Unanswered("the client sent nothing back")
    if answer.action != "accept":
        return Unanswered(f"the client sent a {answer.action}, which is not an answer")
    given = given_in(kind, answer.content)
    return Unanswered("the form came back empty", given.note) if given.is_empty else given
