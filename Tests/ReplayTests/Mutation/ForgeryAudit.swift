import Draft
import DraftLedger
import Records

@testable import Replay  // the auditors, taken up in the middle of a history

/// Audits forged histories, each from where it begins to differ, and no further than to the first finding.
struct ForgeryAudit {
    /// The auditors of what spans rooms, as they stand behind so many events, and a house that knows these.
    private struct Halt {
        var house: HouseAuditor
        var money: MoneyAuditor
        var told: Reproduction
    }

    private static let stride = 16

    private let honest: HonestHistory
    private let libraries: AuditLibraries
    private var halts: [Halt] = []

    init(of honest: HonestHistory) {
        self.honest = honest
        libraries = Self.libraries(of: honest.events)
        var halt = Halt(
            house: HouseAuditor(), money: MoneyAuditor(isWhole: true, standstills: libraries.cases.standstills),
            told: Reproduction(of: honest.events))
        for (place, event) in honest.events.enumerated() {
            if place.isMultiple(of: Self.stride) { halts.append(halt) }
            halt.house.audit(event)
            if MoneyAuditor.concerns(event) { halt.money.audit(event) }
            halt.told.fold(event)
        }
    }

    /// What the rules would not have given; nil for another history of theirs.
    ///
    /// - Parameter readsClocks: whether decisions may have looked at the clock at other moments than their records state.
    func fault(in forged: ForgedHistory, readsClocks: Bool = false) -> Reproduction.Fault? {
        // Not in the middle of what a command led to, in neither history.
        var place = min(forged.start / Self.stride, halts.count - 1) * Self.stride
        while place > 0, honest.groups[place].lowerBound != place || place == forged.start { place -= Self.stride }
        var told = halts[place / Self.stride].told
        told.readsClocks = readsClocks
        return told.fault(in: forged.events, from: place)
    }

    private static func libraries(of events: [RecordedEvent]) -> AuditLibraries {
        events.reduce(into: AuditLibraries()) { if AuditLibraries.concerns($1) { $0.add($1) } }
    }

    /// What the audit finds first; nil for a history that passes.
    func finding(in forged: ForgedHistory) -> AuditFinding? {
        let inRooms = forged.streams.contains { $0.room != nil }
        if inRooms, let finding = roomFinding(in: forged) { return finding }
        if let finding = houseFinding(in: forged) { return finding }
        return inRooms ? nil : roomFinding(in: forged)
    }

    private func houseFinding(in forged: ForgedHistory) -> AuditFinding? {
        let place = min(forged.start / Self.stride, halts.count - 1)
        var halt = halts[place]
        for event in forged.events[(place * Self.stride)...] {
            halt.house.audit(event)
            if let finding = halt.house.notes.findings.first { return finding }
            guard MoneyAuditor.concerns(event) else { continue }
            halt.money.audit(event)
            if let finding = halt.money.notes.findings.first { return finding }
        }
        halt.house.finish()
        halt.money.finish()
        return halt.house.notes.findings.first ?? halt.money.notes.findings.first
    }

    /// The rooms that were touched, or all of them where what they read across streams has changed.
    private func roomFinding(in forged: ForgedHistory) -> AuditFinding? {
        let isOfLibrary = forged.streams.contains { stream in
            switch stream {
            case .pool, .dispute, .system, .staff, .measure: true
            default: false
            }
        }
        let libraries = isOfLibrary || forged.isShifted ? Self.libraries(of: forged.events) : libraries
        var rooms: [RoomID: RoomAuditor] = [:]
        let touched = Set(forged.streams.compactMap(\.room))
        let (pools, cases) = (libraries.pools, libraries.cases)
        for event in forged.events {
            guard let id = event.stream.room, isOfLibrary || touched.contains(id) else { continue }
            rooms[id, default: RoomAuditor(of: id, pools: pools, cases: cases)].audit(event)
            if let finding = rooms[id]?.notes.findings.first { return finding }
        }
        for id in rooms.keys.sorted() {
            rooms[id]?.finish()
            if let finding = rooms[id]?.notes.findings.first { return finding }
        }
        return nil
    }

    /// All that the audit of a history finds which is to be taken into a ledger.
    static func findings(in events: [RecordedEvent]) -> [AuditFinding] {
        let audit = IncomingAudit()
        for event in events { audit.prepare(event) }
        for event in events { audit.audit(event) }
        return audit.finish().findings
    }
}
