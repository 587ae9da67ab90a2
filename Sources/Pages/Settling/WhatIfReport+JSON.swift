import Draft
import DraftLedger
import Replay
import TextFormats

extension WhatIfReport {
    /// `{"room","changed","firstDivergence","status","statusWas","pause","nextPick","seats":[{"seat","draftPosition","entry","user",
    /// "changed","was","becomes"}],"outcomes":[…],"insertions":[…],"unknown":[…]}`; `changed` counts the seats that would
    /// have other players; `nextPick` is null when all are made.
    var json: JSON {
        ([
            "room": .of(room), "changed": .of(changed), "firstDivergence": .of(firstDivergence.map(json)),
            "status": .of(status.name), "statusWas": .of(endWas.status.name), "pause": .of(end.pause.map { "\($0)" }),
            "nextPick": .of(status == .complete ? nil : end.nextPick), "seats": .array(seats, json),
            "outcomes": .array(outcomes) { outcome in
                [
                    "position": .of(outcome.position), "command": .of(outcome.command.name),
                    "was": .of(outcome.was?.name ?? "accepted"), "becomes": .of(outcome.becomes?.name ?? "accepted"),
                ]
            },
            "insertions": .array(insertions, json), "unknown": .of(untold),
        ] as JSON).withFormerNames(["untold": "unknown"])
    }

    private func json(_ divergence: PickDivergence) -> JSON {
        [
            "pickNumber": .of(divergence.pick), "position": .of(divergence.position),
            "was": .of(divergence.was.map(json)), "becomes": .of(divergence.becomes.map(json)),
        ]
    }

    private func json(_ side: PickDivergence.Side) -> JSON {
        player(side.player).adding(["source": .of(side.source.name), "at": .of(side.moment)])
    }

    private func json(_ seat: Seat) -> JSON {
        [
            "seat": .of(seat.seat), "slot": .of(seat.slot), "draftPosition": .of(seat.slot.map { Int($0) + 1 }),
            "entry": .of(seat.entry), "user": .of(seat.user),
            "changed": .of(seat.isAffected), "was": .array(seat.was, json), "becomes": .array(seat.becomes, json),
        ]
    }

    private func json(_ pick: RoomState.RosterPick) -> JSON {
        player(pick.player).adding(["pickNumber": .of(pick.number)])
    }

    /// The player's id as everywhere in our JSON: the source's, or the index in the pool where it has none.
    private func player(_ index: PlayerIndex?) -> JSON {
        let player: PlayerListing? = index.flatMap { self.player($0) }
        let id = player?.externalID ?? ""
        return [
            "playerID": .of(index.map { id.isEmpty ? "\($0)" : id }), "playerName": .of(player?.name),
            "playerPosition": .of(player?.position.abbreviation),
        ]
    }

    /// `{"command","actor","at","becomes","message"}`; `becomes` is `accepted`, `neverSent` or a refusal's code.
    private func json(_ inserted: Inserted) -> JSON {
        let (becomes, message): (String, String?) =
            switch inserted.outcome {
            case .accepted: ("accepted", nil)
            case .neverSent: ("neverSent", nil)
            case .refused(let refusal): (refusal.code.name, refusal.message)
            }
        return [
            "command": .of(inserted.command.name), "actor": .of(inserted.actor.text), "at": .of(inserted.moment),
            "becomes": .of(becomes), "message": .of(message),
        ]
    }
}
