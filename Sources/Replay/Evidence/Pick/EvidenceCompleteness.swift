import Draft
import DraftLedger
import Records

/// The reach of the histories in a bundle about a pick: records that are missing by the word of others, and the conditions
/// of the verdict where nothing states the end of a history.
///
/// A history has no gaps up to its last record here (`EvidenceChecks.streams`), but its end can be left out. Other records
/// bound it: the end of a draft states the versions of the queues and the number of ticks, an autopick the version of the
/// queue that it read, a room the number of players that could be picked. What no record bounds is a condition of the
/// verdict, and no breach is concluded from it.
struct EvidenceCompleteness {
    /// Missing records, a sentence each.
    private(set) var missing: [String] = []
    /// Conditions of the verdict, a sentence each.
    private(set) var conditions: [String] = []

    private let seat: Seat
    private let room: RoomID
    /// Whether the operator has signed where the histories end.
    private let statesEnds: Bool
    private let pool: PoolState?
    /// By stream, the last position here.
    private var last: [StreamKey: UInt64] = [:]

    /// - Parameters:
    ///   - events: of the room, its clock and the claimant's queue, in the order of the ledger.
    ///   - windows: in which the disputed pick was on the clock.
    ///   - ticks: the number of ticks of the room's clock that the operator states; nil if the bundle does not state the ends
    ///     of its histories.
    init(
        of claim: EvidenceClaim, _ events: [RecordedEvent], windows: [ClockWindow], pools: PoolLibrary,
        others: [RecordedEvent], cases: CaseLibrary, ticks: UInt32?
    ) {
        (seat, room, statesEnds) = (claim.seat, claim.room, ticks != nil)
        for recorded in events + others { last[recorded.stream] = max(last[recorded.stream] ?? 0, recorded.position) }
        let opening = events.first { if case .opened = $0.event.preparation { true } else { false } }
        if case .opened(let opened) = opening?.event.preparation {
            pool = pools.pool(opened.pool, before: .max)
            check(opened, opening?.position ?? 0, pools)
        } else {
            pool = nil
        }
        checkQueue(events, windows)
        checkTicks(events, windows, stated: ticks)
        if statesEnds {
            conditions = [
                "The histories are here up to the ends that the operator has signed (\(HistoryEnds.file)). A receipt or a proof "
                    + "of a later record would refute that: `evidence verify --held`."
            ]
        } else {
            noteEnd(of: events)
        }
        noteCases(others, cases)
    }

    // MARK: What records state

    private mutating func check(_ opened: RoomOpened, _ position: UInt64, _ pools: PoolLibrary) {
        let players = pools.pool(opened.pool, before: position)?.players.count ?? 0
        guard let stated = opened.draw?.poolPlayers, Int(stated) > players else { return }
        missing.append(
            "The room [\(position)] opened with \(stated) players in pool \(opened.pool); the bundle has \(players) of them."
        )
    }

    /// The claimant's queue against the versions that picks and the end of the draft state.
    private mutating func checkQueue(_ events: [RecordedEvent], _ windows: [ClockWindow]) {
        let queue = StreamKey.queue(room, seat)
        let explained = Set(
            events.compactMap { recorded -> CommandKey? in
                guard case .explained = recorded.event.queueChange else { return nil }
                return recorded.origin?.key
            })
        var (here, bound) = (0 as UInt32, nil as (position: UInt64, version: UInt32)?)
        for recorded in events {
            if recorded.stream == queue { here = recorded.version }
            var stated: UInt32?
            if case .automated(let made) = recorded.event.pick, made.seat == seat, made.policyVersion > 0 {
                stated = made.queueVersion
                if made.passedOver != nil, let key = recorded.origin?.key, !explained.contains(key) {
                    missing.append(
                        "The autopick [\(recorded.position)] says which players of the queue it skipped in a record of the "
                            + "queue, which the bundle does not have.")
                }
            } else if case .completed(let completed) = recorded.event.ending,
                completed.queueVersions.indices.contains(Int(seat))
            {
                stated = completed.queueVersions[Int(seat)]
            }
            guard let stated else { continue }
            bound = (recorded.position, stated)
            if stated > here {
                missing.append(
                    "Position \(recorded.position) states \(Self.count(stated, "event")) of the claimant's queue by then; the "
                        + "bundle has \(here).")
            }
        }
        let begin = windows.last?.end ?? events.last?.position ?? 0
        if let bound, bound.position >= begin {
            conditions.append(
                "The claimant's queue is complete until position \(bound.position), whose record states its version, "
                    + "\(bound.version).")
        } else {
            conditions.append(
                "No record after the disputed turn states how many events the claimant's queue has: a last change of the queue "
                    + "could be left out. A receipt for it would show that (`evidence verify --held`).")
        }
    }

    /// The ticks of the disputed turns: each names the position of the one before.
    ///
    /// - Parameter count: the number of all ticks that the operator states; nil if there is no statement.
    private mutating func checkTicks(_ events: [RecordedEvent], _ windows: [ClockWindow], stated count: UInt32?) {
        let ticks = events.filter { $0.stream == .clock(room) }
        let end = events.lazy.compactMap { recorded -> DraftCompleted? in
            if case .completed(let completed) = recorded.event.ending { completed } else { nil }
        }.first
        // Of rooms that showed their clock among their own events nothing can be left out unnoticed.
        let own = UInt32(clamping: events.count { $0.stream == .room(room) && $0.event.isTick })
        for window in windows {
            let inside = ticks.filter { window.range.contains($0.position) }
            let next = ticks.first { $0.position >= window.end }
            let run = inside + [next].compactMap(\.self)
            var isWhole = zip(run, run.dropFirst()).allSatisfy { $1.previous == $0.position }
            if let first = run.first, let previous = first.previous, previous >= window.start { isWhole = false }
            // After the last turn of a draft there is no tick; before it, the next one has to be here.
            let all = count ?? end?.ticks.flatMap { $0 > own ? $0 - own : nil }
            let last = inside.last ?? ticks.last { $0.position < window.start }
            if next == nil, let all, last?.version ?? 0 != all { isWhole = false }
            if !isWhole {
                missing.append(
                    "Ticks of the clock between positions \(window.start) and \(window.end) are missing.")
            }
        }
    }

    private mutating func noteEnd(of events: [RecordedEvent]) {
        guard let last = events.last(where: { $0.stream == .room(room) }) else { return }
        let end = events.last(where: \.event.endsRoom)
        conditions.append(
            end.map { end in
                "The bundle has the whole draft, up to its end at position \(end.position). It would not show a correction "
                    + "after position \(last.position)."
            }
                ?? "The draft is here up to position \(last.position), of \(last.recordedAt.iso8601), and had not ended by then."
        )
    }

    private mutating func noteCases(_ others: [RecordedEvent], _ cases: CaseLibrary) {
        let ids = Set(others.compactMap { if case .dispute(let id) = $0.stream { id } else { nil as CaseID? } })
        for id in ids.sorted() {
            guard let state = cases.dispute(id, before: .max), let position = last[.dispute(id)] else { continue }
            conditions.append(
                state.resolution.map { "Case \(id) is here up to its resolution: \($0.verdict.name)." }
                    ?? "Case \(id) is here up to position \(position), and was not resolved by then.")
        }
    }

    private static func count(_ number: UInt32, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    // MARK: Findings

    /// Whether records that may follow the last ones here would explain a finding: no breach is concluded from it.
    ///
    /// - Parameter recorded: the event that the finding is about; nil for one about the room.
    func mayExplain(_ finding: AuditFinding, _ recorded: RecordedEvent?) -> Bool {
        guard missing.isEmpty, let recorded, let position = finding.position else { return true }
        func ends(_ stream: StreamKey) -> Bool { last[stream] ?? 0 <= position }
        if let absence = finding.absence { return ends(absence) }
        // A player who was added to the pool later is not in the bundle's.
        if let player = recorded.event.pickedPlayer, let pool, pool.player(player) == nil, ends(.pool(pool.id)) {
            return true
        }
        // An end or a pause of the room may have been left out if nothing states the end of its history.
        if !statesEnds, position >= last[.room(room)] ?? 0 { return true }
        switch finding.rule {
        case .correction, .authority, .decision, .cause:
            if recorded.casesNamed.contains(where: { ends(.dispute($0)) }) { return true }
            let isRefusedHere = finding.expected == "refused as \(RefusalCode.forbidden.name)"
            return isRefusedHere && recorded.origin?.actor.role == .admin && last[.staff] != nil && ends(.staff)
        default: return false
        }
    }
}

/// A time during which a pick was on the clock, by positions: from the start of its clock to the event that settled it.
struct ClockWindow {
    var start: UInt64
    /// The end of the records, where nothing has settled it yet.
    var end: UInt64

    var range: Range<UInt64> { start..<max(start, end) }

    /// Those of a pick, in the order of the ledger.
    static func all(of pick: PickNumber, in events: [RecordedEvent]) -> [ClockWindow] {
        var windows: [ClockWindow] = []
        var start: UInt64?
        for recorded in events {
            if case .started(let clock) = recorded.event.clock {
                if clock.pick == pick {
                    start = start ?? recorded.position
                } else if let begun = start.take() {
                    windows.append(ClockWindow(start: begun, end: recorded.position))
                }
            } else if recorded.event.madePick == pick || recorded.event.endsRoom, let begun = start.take() {
                windows.append(ClockWindow(start: begun, end: recorded.position))
            }
        }
        if let start { windows.append(ClockWindow(start: start, end: (events.last?.position ?? start) + 1)) }
        return windows
    }

    /// The ticks that show whether the clocks of these times were shown: those within, and the one after each, which names
    /// the last; if none follows, the last one of all.
    static func ticks(of windows: [ClockWindow], among events: [RecordedEvent]) -> [RecordedEvent] {
        var wanted: Set<UInt64> = []
        for window in windows {
            for event in events where window.range.contains(event.position) { wanted.insert(event.position) }
            if let next = events.first(where: { $0.position >= window.end }) {
                wanted.insert(next.position)
            } else if let last = events.last(where: { $0.position < window.end }) {
                // Shows that there are no more, even if the turn had none.
                wanted.insert(last.position)
            }
        }
        return events.filter { wanted.contains($0.position) }
    }
}

extension Event {
    /// The player that a pick or a correction names.
    fileprivate var pickedPlayer: PlayerIndex? {
        switch pick {
        case .made(let made): made.player
        case .automated(let made): made.player
        case .corrected(let corrected): corrected.newPlayer
        case nil: nil
        }
    }
}
