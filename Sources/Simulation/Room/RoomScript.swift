import Draft

/// Something out of the ordinary that the simulation sees to, so that every kind of event occurs.
enum Incident: CaseIterable {
    case clockExtension
    case manualPause
    case overnightPause
    case flood
    case lastPickCorrected
    case pickSubstituted
    case picksUndone
    /// Comes up when the draft is over.
    case disputeRejected
}

/// The incidents of a room, apart from the actions of its drafters.
struct RoomScript {
    /// In the order of the picks at which they happen.
    var incidents: [(pick: PickNumber, incident: Incident)] = []

    /// The pick at which the room is given up, to be voided.
    var abandonedAt: PickNumber?

    /// When the whole service was down.
    var outage: Outage?

    struct Outage {
        var start: Timestamp
        var end: Timestamp
    }

    /// The script of a lively room.
    ///
    /// Every eighth room meets the same incident; where there are fewer rooms, each meets several.
    ///
    /// - Parameters:
    ///   - ordinal: the room's place in the simulation, from 0.
    ///   - rooms: how many there are.
    static func lively(ordinal: Int, of rooms: Int, picks: PickNumber, outage: Outage?) -> RoomScript {
        let kinds = Incident.allCases
        let share = min(rooms, kinds.count)
        let incidents = kinds.indices.filter { $0 % share == ordinal % share }.map { kinds[$0] }
        var script = RoomScript(outage: outage)
        for (place, incident) in incidents.enumerated() {
            let pick = Int(picks) * (place + 1) / (incidents.count + 1) + ordinal / share % 3
            script.incidents.append((pick: PickNumber(max(2, min(Int(picks), pick))), incident: incident))
        }
        if rooms >= 3, ordinal % 500 == 1 { script.abandonedAt = picks / 2 + 1 }
        return script
    }
}
