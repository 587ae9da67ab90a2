import Draft
import DraftLedger
import Records

/// Users who committed to entropy for draws and did not reveal it. The last user to reveal knows both possible orders;
/// withholding chooses one of them.
struct WithheldReveals {
    let findings: [UnusualFinding]

    init(of ledger: DraftLedger, progress: ProgressHandler?) throws {
        var sealed: [RoomID: [Seat: UserID]] = [:]
        var draws: [UserID: (all: Int, withheld: [RoomID])] = [:]
        let types: [EventType] = [.seatTaken, .seatLeft, .draftOrderDrawn, .roomCancelled]
        try ledger.events(matching: EventFilter(types: types), progress: progress) { recorded in
            guard case .room(let room) = recorded.stream else { return true }
            switch recorded.event.membership {
            case .taken(let taken):
                guard taken.entropy.count == DrawTerms.digestLength else { break }
                sealed[room, default: [:]][taken.seat] = taken.user
            case .left(let left): sealed[room]?[left.seat] = nil
            case nil: break
            }
            if case .cancelled = recorded.event.ending { sealed[room] = nil }
            if case .drawn(let drawn) = recorded.event.preparation {
                for (seat, user) in sealed.removeValue(forKey: room) ?? [:] {
                    draws[user, default: (0, [])].all += 1
                    if drawn.withheld.contains(seat) { draws[user, default: (0, [])].withheld.append(room) }
                }
            }
            return true
        }
        let all = draws.values.reduce(into: (draws: 0, withheld: 0)) {
            $0.draws += $1.all
            $0.withheld += $1.withheld.count
        }
        let base = Double(all.withheld) / Double(max(all.draws, 1))
        findings = draws.compactMap { user, own in
            guard !own.withheld.isEmpty else { return nil }
            return UnusualFinding(
                kind: .withheld, users: [user], rooms: Array(own.withheld.prefix(UnusualFinding.roomsShown)),
                measure: Double(own.withheld.count) / Double(own.all), base: base, chances: own.all,
                score: Double(own.withheld.count))
        }
    }
}
