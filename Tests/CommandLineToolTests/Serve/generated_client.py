"""Drafts a whole room with a client that openapi-python-client generated: two users, typed requests and answers.

Usage: generated_client.py ADDRESS FOLDER, where FOLDER has the package draft_ledger_client.
"""

import json
import sys
import time
import uuid

sys.path.insert(0, sys.argv[2])
from draft_ledger_client import AuthenticatedClient, Client  # noqa: E402
from draft_ledger_client.api.commands import send_command  # noqa: E402
from draft_ledger_client.api.development import create_dev_token  # noqa: E402
from draft_ledger_client.api.rooms import get_room, get_room_board  # noqa: E402
from draft_ledger_client.models import (  # noqa: E402
    Board, CreateTournament, DevToken, DevTokenRequest, JoinTournament, MakePick, Outcome, PickMadeEvent, Room,
)

address = sys.argv[1]


def sign_in(name):
    answer = create_dev_token.sync(client=Client(base_url=address), body=DevTokenRequest(name=name))
    assert isinstance(answer, DevToken), answer
    return AuthenticatedClient(base_url=address, token=answer.token), answer.user


def send(client, command):
    command.id = uuid.uuid4().hex
    outcome = send_command.sync(client=client, body=command)
    assert isinstance(outcome, Outcome) and outcome.outcome == "accepted", outcome
    return outcome


operator, alma = sign_in("alma")
contest = send(
    operator,
    CreateTournament(
        title="Opening Night", entry_fee=500, teams=2, rounds=2, countdown=50_000, actor=f"admin/{alma}"),
)
users = {}
for name in ("anna", "ben"):
    client, user = sign_in(name)
    joined = send(client, JoinTournament(user=user, tournament=contest.tournament, entries=1))
    users[joined.seat] = client
    room_number = joined.room

picks = 0
while True:
    room = get_room.sync(room_number, client=operator)
    assert isinstance(room, Room), room
    if room.status == "complete":
        break
    if room.seat_on_clock is None:
        time.sleep(0.02)
        continue
    send(users[room.seat_on_clock], MakePick(room=room_number, pick=room.current_pick_number, player=picks))
    picks += 1

board = get_room_board.sync(room_number, client=operator)
assert isinstance(board, Board), board
assert [pick.pick_number for pick in board.picks] == [1, 2, 3, 4], board
assert [pick.player_index for pick in board.picks] == [0, 1, 2, 3], board
# Events come in lines, which the generator reads as they are; each type of event has a class.
lines = operator.get_httpx_client().get(f"/v1/rooms/{room_number}/events").text.splitlines()
made = [PickMadeEvent.from_dict(event) for event in map(json.loads, lines) if event["type"] == "PickMade"]
assert [event.body.pick for event in made] == [1, 2, 3, 4] and made[0].actor.startswith("user/"), made
print(f"room {room_number}: {picks} picks")
