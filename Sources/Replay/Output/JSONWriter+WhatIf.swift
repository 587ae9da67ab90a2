import Draft
import DraftLedger
public import TextFormats

extension JSONWriter {
    /// `{"room","changed","firstDivergence","status","statusWas","pause","nextPick","seats":[{"seat","slot","entry","user",
    /// "changed","was","becomes"}],"outcomes":[…],"insertions":[…],"untold":[…]}`; `changed` counts the seats that would
    /// have other players; `nextPick` is null when all are made.
    public mutating func value(_ report: WhatIfReport) {
        beginObject()
        name("room")
        value(report.room.number)
        name("changed")
        value(report.changed)
        name("firstDivergence")
        optional(report.firstDivergence) { writer, divergence in
            writer.beginObject()
            writer.name("pickNumber")
            writer.value(divergence.pick)
            writer.name("position")
            writer.optional(divergence.position) { $0.value($1) }
            writer.name("was")
            writer.optional(divergence.was) { $0.value($1, report) }
            writer.name("becomes")
            writer.optional(divergence.becomes) { $0.value($1, report) }
            writer.endObject()
        }
        name("status")
        value(report.status.name)
        name("statusWas")
        value(report.endWas.status.name)
        name("pause")
        optional(report.end.pause) { $0.value("\($1)") }
        name("nextPick")
        optional(report.status == .complete ? nil : report.end.nextPick) { $0.value($1) }
        name("seats")
        array(report.seats) { $0.value($1, report) }
        name("outcomes")
        array(report.outcomes) { writer, outcome in
            writer.beginObject()
            writer.name("position")
            writer.value(outcome.position)
            writer.name("command")
            writer.value(outcome.command.name)
            writer.name("was")
            writer.value(outcome.was?.name ?? "accepted")
            writer.name("becomes")
            writer.value(outcome.becomes?.name ?? "accepted")
            writer.endObject()
        }
        name("insertions")
        array(report.insertions) { $0.value($1) }
        name("untold")
        array(report.untold) { $0.value($1) }
        endObject()
    }

    /// `{"command","actor","at","becomes","message"}`; `becomes` is `accepted`, `neverSent` or a refusal's code.
    private mutating func value(_ inserted: WhatIfReport.Inserted) {
        beginObject()
        name("command")
        value(inserted.command.name)
        name("actor")
        value(inserted.actor.text)
        name("at")
        value(inserted.moment)
        name("becomes")
        switch inserted.outcome {
        case .accepted: value("accepted")
        case .neverSent: value("neverSent")
        case .refused(let refusal): value(refusal.code.name)
        }
        name("message")
        if case .refused(let refusal) = inserted.outcome { value(refusal.message) } else { null() }
        endObject()
    }

    private mutating func value(_ side: PickDivergence.Side, _ report: WhatIfReport) {
        beginObject()
        player(side.player, report)
        name("source")
        value(side.source.name)
        name("at")
        value(side.moment)
        endObject()
    }

    private mutating func value(_ seat: WhatIfReport.Seat, _ report: WhatIfReport) {
        beginObject()
        name("seat")
        value(seat.seat)
        name("slot")
        optional(seat.slot) { $0.value($1) }
        name("entry")
        optional(seat.entry?.number) { $0.value($1) }
        name("user")
        optional(seat.user?.number) { $0.value($1) }
        name("changed")
        value(seat.isAffected)
        name("was")
        array(seat.was) { $0.value($1, report) }
        name("becomes")
        array(seat.becomes) { $0.value($1, report) }
        endObject()
    }

    private mutating func value(_ pick: RoomState.RosterPick, _ report: WhatIfReport) {
        beginObject()
        player(pick.player, report)
        name("pickNumber")
        value(pick.number)
        endObject()
    }

    /// The player's id as everywhere in our JSON: the source's, or the index in the pool where it has none.
    private mutating func player(_ index: PlayerIndex?, _ report: WhatIfReport) {
        let player = index.flatMap(report.player)
        name("playerID")
        optional(index) { writer, index in
            let id = player?.externalID ?? ""
            writer.value(id.isEmpty ? "\(index)" : id)
        }
        name("playerName")
        optional(player?.name) { $0.value($1) }
        name("playerPosition")
        optional(player?.position.abbreviation) { $0.value($1) }
    }

    /// `{"relation","sizes":[a,b],"position","first","second"}`
    public mutating func value(_ diff: LedgerDiff) {
        beginObject()
        name("relation")
        value(diff.relation.rawValue)
        name("sizes")
        array([diff.sizes.first, diff.sizes.second]) { $0.value($1) }
        name("position")
        optional(diff.position) { $0.value($1) }
        name("first")
        optional(diff.events.first) { $0.value($1) }
        name("second")
        optional(diff.events.second) { $0.value($1) }
        endObject()
    }
}
