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

    private static let nowhere: Int32 = -1

    init(_ pools: PoolLibrary, _ cases: CaseLibrary) {
        self.pools = pools
        self.cases = cases
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

    /// Where a room's auditor stands, put there if need be.
    private func place(of id: RoomID) -> Int {
        if let place = places[id.number], place != Self.nowhere { return Int(place) }
        let known = finished.removeValue(forKey: id)
        let auditor = RoomAuditor(of: id, pools: pools, cases: cases, knowing: known)
        if known != nil { ended.append(id) }
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
            if let notes = auditors[Int(place)]?.notes { closedNotes.merge(notes) }
            auditors[Int(place)] = nil
            places.set(id.number, to: Self.nowhere)
            free.append(place)
            finished[id] = room
        }
        ended = []
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
            let room = place.flatMap { auditors[$0]?.stateNow() } ?? finished[id]?.room
            if let room { comparison.compare(stated, with: room, into: &tally) }
        }
        return tally
    }

    var notes: AuditNotes { auditors.reduce(into: closedNotes) { if let notes = $1?.notes { $0.merge(notes) } } }
}
