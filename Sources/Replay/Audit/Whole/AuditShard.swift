import Draft
import DraftLedger
import Platform

/// The rooms of one core.
///
/// Unchecked because a wave gives each shard to one thread, and waves follow one another.
final class AuditShard: @unchecked Sendable {
    /// Rooms whose drafts are not over, and where each room's stands.
    private var auditors: ContiguousArray<RoomAuditor?> = []
    private var places: NumberTable<Int32>
    private var free: [Int32] = []

    /// Rooms that are over: a million of them must fit into memory.
    private var finished: [RoomID: FinishedRoom] = [:]

    private let pools: PoolLibrary
    private let cases: CaseLibrary
    private var closedNotes = AuditNotes()
    private var answers: [UInt64: [RoomState]] = [:]

    /// The stated results of rooms: some hundred bytes each.
    private var stated: [RoomID: StatedRoom] = [:]

    /// The events before the place from which the audit was resumed; nil for an audit that reads all.
    private let earlier: EarlierEvents?

    /// The rooms that were opened before that place. Those that were not over then have their auditors from the beginning.
    private let earlierRooms: Set<RoomID>

    /// Rooms that were over before, and whose earlier notes were taken over then.
    private var revived: Set<RoomID> = []

    /// The notes of rooms that were over for the first time lately, with the times of their last events.
    private var settling: [RoomID: (notes: AuditNotes, lastRecordedAt: Timestamp)] = [:]

    /// So long after its end, no later record changes how a room is judged: an outage is known of with the first pause
    /// after it, at most ten seconds (`Outage.longestRestart`) after its end.
    private static let settlingTime = Interval.seconds(60)

    private static let nowhere: Int32 = -1

    /// - Parameters:
    ///   - pools: of the whole ledger.
    ///   - cases: of the whole ledger.
    ///   - earlier: the events that an earlier audit has read; nil for none.
    ///   - earlierRooms: the rooms that are opened among them.
    init(
        _ pools: PoolLibrary, _ cases: CaseLibrary, resumedAfter earlier: EarlierEvents? = nil,
        with earlierRooms: Set<RoomID> = []
    ) {
        self.pools = pools
        self.cases = cases
        self.earlier = earlier
        self.earlierRooms = earlierRooms
        places = NumberTable(blank: Self.nowhere)
    }

    /// Audits the next part of the rooms' events, and answers the questions about them.
    func audit(_ lane: AuditPortion.Lane) {
        var ticks = lane.ticks[...]
        var questions = lane.questions[...]
        func advance(to position: UInt64) {
            while let question = questions.first, question.position <= position {
                show(&ticks, before: question.position)
                questions.removeFirst()
                answer(question)
            }
            show(&ticks, before: position)
        }
        for event in lane.events {
            advance(to: event.position)
            guard let id = event.stream.room else { continue }
            let place = place(of: id)
            auditors[place]?.audit(event)
            if event.event.endsRoom { ended.append(id) }
            if case (.room, .resultsStated(let results)) = (event.stream, event.event) {
                let known = stated[id] ?? StatedRoom(of: auditors[place]?.view.room?.tournament)
                stated[id] = known.taking(results, at: event.position)
            }
        }
        advance(to: .max)
        putAway()
        let times = [lane.events.last?.recordedAt, lane.ticks.last?.recordedAt]
        if let time = times.compactMap(\.self).max() { settle(at: time) }
    }

    private func show(_ ticks: inout ArraySlice<ShownClock>, before position: UInt64) {
        var next = ticks.startIndex
        while next < ticks.endIndex, ticks[next].position < position {
            let place = place(of: ticks[next].room)
            auditors[place]?.audit(ticks[next])
            next += 1
        }
        ticks = ticks[next...]
    }

    private func answer(_ question: RoomAtPosition) {
        if let room = roomBeforeResumption(question.room) {
            answers[question.position, default: []].append(room)
            return
        }
        let place = place(of: question.room)
        if let room = auditors[place]?.stateNow() { answers[question.position, default: []].append(room) }
        ended.append(question.room)
    }

    /// The answers since the last call, by the position of the question.
    func takeAnswers() -> [UInt64: [RoomState]] {
        defer { answers = [:] }
        return answers
    }

    // MARK: Rooms that come and go

    /// Rooms that may be over, to be looked at when no command is half done.
    private var ended: [RoomID] = []

    /// The index of a room's auditor, which is made if it does not exist.
    private func place(of id: RoomID) -> Int {
        if let place = places[id.number], place != Self.nowhere { return Int(place) }
        let known = finished.removeValue(forKey: id) ?? finishedBeforeResumption(id)
        if known != nil {
            ended.append(id)
            if settling[id] == nil { revived.insert(id) }
        }
        return put(RoomAuditor(of: id, pools: pools, cases: cases, knowing: known), id)
    }

    private func put(_ auditor: RoomAuditor, _ id: RoomID) -> Int {
        let place: Int32
        if let last = free.popLast() {
            place = last
            auditors[Int(place)] = auditor
        } else {
            place = Int32(auditors.count)
            auditors.append(auditor)
        }
        places.set(id.number, to: place)
        return Int(place)
    }

    private func putAway() {
        for id in ended {
            guard let place = places[id.number], place != Self.nowhere else { continue }
            guard let room = auditors[Int(place)]?.finishedRoom() else { continue }
            if let notes = auditors[Int(place)]?.notes {
                if revived.remove(id) != nil {
                    closedNotes.merge(notes)
                } else {
                    var all = settling[id]?.notes ?? AuditNotes()
                    all.merge(notes)
                    settling[id] = (all, room.track.lastRecordedAt ?? .distantPast)
                }
            }
            auditors[Int(place)] = nil
            places.set(id.number, to: Self.nowhere)
            free.append(place)
            finished[id] = room
        }
        ended = []
    }

    /// Takes over the notes of rooms that were over long before a time.
    private func settle(at time: Timestamp) {
        guard !settling.isEmpty else { return }
        let settled = settling.filter { time - $0.value.lastRecordedAt > Self.settlingTime }
        for (id, room) in settled.sorted(by: { $0.key < $1.key }) {
            closedNotes.merge(room.notes)
            settling[id] = nil
        }
    }

    // MARK: Rooms from before a resumption

    /// A room that was over when the audit was kept, replayed; nil for any other.
    private func finishedBeforeResumption(_ id: RoomID) -> FinishedRoom? {
        guard let earlier, earlierRooms.contains(id) else { return nil }
        var auditor = RoomAuditor(of: id, pools: pools, cases: cases, knowing: nil)
        auditor.audit(earlier.events(of: id))
        return auditor.finishedRoom()
    }

    /// The state of a room without events since the audit was kept, at whose end it was over; nil for any other.
    private func roomBeforeResumption(_ id: RoomID) -> RoomState? {
        guard let earlier, earlierRooms.contains(id), finished[id] == nil,
            places[id.number] ?? Self.nowhere == Self.nowhere
        else { return nil }
        return earlier.state(of: id, pools, cases)
    }

    /// Adds what an audit has kept of rooms.
    func add(open rooms: [RoomID], stated: [RoomID: StatedRoom]) {
        guard let earlier else { return }
        self.stated = stated
        for id in rooms {
            let place = put(RoomAuditor(of: id, pools: pools, cases: cases, knowing: nil), id)
            auditors[place]?.audit(earlier.events(of: id))
            ended.append(id)
        }
        putAway()
    }

    /// The rooms that were not over at the resumption, or have had events since then.
    var touchedRooms: Set<RoomID> { Set(auditors.compactMap { $0?.id }).union(finished.keys) }

    /// The kept part of rooms; to be asked between two waves.
    ///
    /// - Parameter time: of the last record.
    func kept(at time: Timestamp) -> KeptRooms {
        settle(at: time)
        return KeptRooms(
            notes: closedNotes, open: auditors.compactMap { $0?.id } + settling.keys, stated: stated)
    }

    func finish() {
        for place in auditors.indices { auditors[place]?.finish() }
    }

    // MARK: What sites state

    /// The contests of rooms of which a site states anything.
    var statedContests: Set<TournamentID> { Set(stated.values.compactMap(\.tournament)) }

    /// Holds what sites state of the rooms against them as they are in the end.
    func compareStatements(_ comparison: StatedComparison) -> StatedTally {
        var tally = StatedTally()
        for (id, stated) in stated.sorted(by: { $0.value.position < $1.value.position }) {
            let place = places[id.number].flatMap { $0 == Self.nowhere ? nil : Int($0) }
            let room = place.flatMap { auditors[$0]?.stateNow() } ?? finished[id]?.room ?? roomBeforeResumption(id)
            if let room { comparison.compare(stated, with: room, into: &tally) }
        }
        return tally
    }

    var notes: AuditNotes {
        var notes = closedNotes
        for (_, room) in settling.sorted(by: { $0.key < $1.key }) { notes.merge(room.notes) }
        for auditor in auditors { if let own = auditor?.notes { notes.merge(own) } }
        return notes
    }
}

/// The kept part of an audit's rooms. The rooms themselves are replayed when they are needed.
struct KeptRooms {
    /// Of rooms that are over.
    var notes = AuditNotes()
    /// The other rooms: all their events are audited again.
    var open: [RoomID] = []
    var stated: [RoomID: StatedRoom] = [:]

    mutating func merge(_ other: KeptRooms) {
        notes.merge(other.notes)
        open += other.open
        stated.merge(other.stated) { _, later in later }
    }

    /// Writes or reads it.
    mutating func keep(in sections: inout KeptSections) throws {
        try sections.value("rooms.notes", &notes)
        try sections.value("rooms.open", &open)
        try sections.table("rooms.stated", &stated)
    }
}
