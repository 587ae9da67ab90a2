import Draft
import DraftLedger
import Records

@testable import Replay  // the auditors, taken up in the middle of a history

/// Audits forged histories, each from where it begins to differ, and no further than to the first finding.
struct ForgeryAudit {
    /// What is known of a history behind so many events.
    private struct Halt {
        var house: HouseAuditor
        var money: MoneyAuditor
        /// The rooms that the house asks about.
        var state = LedgerState()
        var told: Reproduction
    }

    private static let stride = 16

    private let honest: HonestHistory

    /// Behind the events before each place that is a multiple of the stride and where a command's events begin.
    private var halts: [Int: Halt] = [:]

    init(of honest: HonestHistory) {
        self.honest = honest
        let libraries = Self.libraries(of: honest.events)
        var halt = Self.beginning(libraries, of: honest.events)
        var walk = HouseWalk(libraries)
        for (place, event) in honest.events.enumerated() {
            if place.isMultiple(of: Self.stride), honest.groups[place].lowerBound == place {
                walk.finish(&halt.house)
                halts[place] = halt
                walk = HouseWalk(libraries, halt.state)
            }
            walk.add(event, &halt.house)
            if MoneyAuditor.concerns(event) { halt.money.audit(event) }
            halt.state.fold(event)
            halt.told.fold(event)
        }
    }

    private static func beginning(_ libraries: AuditLibraries, of events: [RecordedEvent]) -> Halt {
        let cases = libraries.cases
        return Halt(
            house: HouseAuditor(cases), money: MoneyAuditor(isWhole: true, delays: cases.delays),
            told: Reproduction(of: events))
    }

    private static func libraries(of events: [RecordedEvent]) -> AuditLibraries {
        events.reduce(into: AuditLibraries()) { $0.add($1) }
    }

    /// The last place before a forgery where the auditors can be taken up: not in the middle of what a command led to, in
    /// neither history.
    private func halt(before forged: ForgedHistory) -> (place: Int, halt: Halt)? {
        var place = forged.start / Self.stride * Self.stride
        while place >= 0 {
            if place < forged.start, let halt = halts[place] { return (place, halt) }
            place -= Self.stride
        }
        return nil
    }

    /// What the rules would not have given; nil for another history of theirs.
    func fault(in forged: ForgedHistory) -> Reproduction.Fault? {
        guard let (place, halt) = halt(before: forged) else { return Reproduction.fault(in: forged.events) }
        return halt.told.fault(in: forged.events, from: place)
    }

    /// What the audit finds first; nil for a history that passes.
    func finding(in forged: ForgedHistory) -> AuditFinding? {
        let libraries = Self.libraries(of: forged.events)
        let touched = Set(forged.streams.compactMap(\.room))
        return roomFinding(in: forged, libraries) { touched.contains($0) }
            ?? houseFinding(in: forged, libraries)
            // Rooms read pools, cases, people and outages across streams.
            ?? roomFinding(in: forged, libraries) { !touched.contains($0) }
    }

    private func houseFinding(in forged: ForgedHistory, _ libraries: AuditLibraries) -> AuditFinding? {
        let known = forged.streams.contains(.system) ? nil : halt(before: forged)
        var (place, halt) = known ?? (0, Self.beginning(libraries, of: []))
        var walk = HouseWalk(libraries, halt.state)
        for event in forged.events[place...] {
            walk.add(event, &halt.house)
            if let finding = halt.house.notes.findings.first { return finding }
            guard MoneyAuditor.concerns(event) else { continue }
            halt.money.audit(event)
            if let finding = halt.money.notes.findings.first { return finding }
        }
        walk.finish(&halt.house)
        halt.money.finish()
        return halt.house.notes.findings.first ?? halt.money.notes.findings.first
    }

    private func roomFinding(
        in forged: ForgedHistory, _ libraries: AuditLibraries, where isAudited: (RoomID) -> Bool
    ) -> AuditFinding? {
        let (pools, cases) = (libraries.pools, libraries.cases)
        var rooms: [RoomID: RoomAuditor] = [:]
        for event in forged.events {
            guard let id = event.stream.room, isAudited(id) else { continue }
            var room = rooms.removeValue(forKey: id) ?? RoomAuditor(of: id, pools: pools, cases: cases, knowing: nil)
            if let tick = ShownClock(event) { room.audit(tick) } else { room.audit(event) }
            if let finding = room.notes.findings.first { return finding }
            rooms[id] = room
        }
        for id in rooms.keys.sorted() {
            rooms[id]?.finish()
            if let finding = rooms[id]?.notes.findings.first { return finding }
        }
        return nil
    }

    /// All that the audit of a history finds which is to be taken into a ledger.
    static func findings(in events: [RecordedEvent]) -> [AuditFinding] { report(on: events).findings }

    static func report(on events: [RecordedEvent]) -> AuditReport {
        let audit = IncomingAudit()
        for event in events { audit.prepare(event) }
        for event in events { audit.audit(event) }
        return audit.finish()
    }
}

/// Hands the house's auditor what it has to see as soon as that is complete, with the rooms that it asks about as they were.
private struct HouseWalk {
    private var portion: AuditPortion
    private var state: LedgerState
    /// Events of rooms that are not in the state yet.
    private var waiting: [RecordedEvent] = []
    private var done = 0

    init(_ libraries: AuditLibraries, _ state: LedgerState = LedgerState()) {
        portion = AuditPortion(shards: 1, rooms: RoomsNamed(libraries))
        self.state = state
    }

    mutating func add(_ event: RecordedEvent, _ house: inout HouseAuditor) {
        if let tick = ShownClock(event) { portion.add(tick) } else { portion.add(event) }
        hand(&house)
        if event.stream.room != nil { waiting.append(event) }
    }

    mutating func finish(_ house: inout HouseAuditor) {
        portion.finish()
        hand(&house)
    }

    private mutating func hand(_ house: inout HouseAuditor) {
        guard done < portion.house.count else { return }
        for item in portion.house[done...] {
            guard case .group(let group) = item else {
                house.audit([item], rooms: [:])
                continue
            }
            let position = group.first.position
            let asked = portion.lanes[0].questions.filter { $0.position == position }
            house.audit([item], rooms: asked.isEmpty ? [:] : [position: rooms(asked, before: position)])
        }
        done = portion.house.count
    }

    private mutating func rooms(_ asked: [RoomAtPosition], before position: UInt64) -> [RoomState] {
        let end = waiting.firstIndex { $0.position >= position } ?? waiting.count
        for event in waiting[..<end] { state.fold(event) }
        waiting.removeSubrange(..<end)
        return asked.compactMap { state.room($0.room) }
    }
}
