import Draft
import Ledger
import Platform
import Projections
import Records

@testable import DraftLedger  // what the desk has in memory

/// What must be true in the middle of a life, and at its end.
extension DeskSimulation {
    /// Brings rows up to the log, all of them or some, and dies of it now and then.
    func tidy(_ service: Service) throws {
        guard !service.writer.isBroken else { return }
        guard !oneIn(2) else {
            try service.projections.bringUp()
            return
        }
        try service.projections.bringUp(StoredProjection.allCases.filter { _ in oneIn(2) })
        if strikes(.crash, oneIn: 3) { return try crash(service) }
        let stored = try service.projections.view(of: [.rooms], upTo: nil).rooms()
        guard stored == history.rooms.map(RoomSummary.init) else {
            throw Wrong("the rooms' rows and what the log has beyond them are not what the events give")
        }
    }

    /// Holds what the desk has in memory against what the events give, where nothing is under way.
    func compare(_ service: Service) throws {
        guard try service.isQuiet else { return }
        let live = service.desk.desk.store.live
        var differing: [StreamKey] = []
        live.residents.forEach { stream in
            let head = live.residents.head(of: stream)
            if head?.version != history.heads[stream]?.version ?? 0 || !agrees(live.state, on: stream) {
                differing.append(stream)
            }
        }
        guard differing.isEmpty else {
            throw Wrong("the desk and the log differ about \(differing.sorted { $0.rawValue < $1.rawValue })")
        }
    }

    private func agrees(_ live: LedgerState, on stream: StreamKey) -> Bool {
        let state = history.state
        return switch stream {
        case .system: true
        case .clock(let id): live.ticks(of: id) == state.ticks(of: id)
        case .room(let id): live.room(id) == state.room(id)
        case .queue(let room, let seat): live.queue(room, seat) == state.queue(room, seat)
        case .pool(let id): live.pool(id) == state.pool(id)
        case .tournament(let id):
            live.tournament(id) == state.tournament(id) && live.books(id) == state.books(id)
                && live.waitingRooms(of: id) == state.waitingRooms(of: id)
                && live.countdownRooms(of: id) == state.countdownRooms(of: id)
        case .wallet(let user): live.wallet(user) == state.wallet(user)
        case .user(let user): live.user(user) == state.user(user)
        case .dispute(let id): live.dispute(id) == state.dispute(id)
        case .staff: live.staff == state.staff
        case .measure(let id): live.measure(id) == state.measure(id)
        case .season(let id): live.season(id) == state.season(id)
        case .aliases: live.aliases == state.aliases
        case .notes(let id): live.notes(id) == state.notes(id)
        }
    }

    /// What must be true when all is over.
    func checkEnd() throws {
        guard let service, service.isOpen, try service.isQuiet else {
            throw Wrong("\(Self.patience / 1_000_000) seconds after the last fault somebody is still at work")
        }
        try checkAnswers()
        try compare(service)
        try checkRows(of: service)
        try checkCounts(of: service)
        let verification = try service.ledger.verify(records: { _, _ in nil }, progress: { _, _ in })
        guard verification.isSound, try history.isBeginning(of: service.ledger) else {
            throw Wrong("the log is not sound")
        }
    }

    private func checkAnswers() throws {
        for room in history.rooms where room.status != .waiting && !room.status.isTerminal {
            throw Wrong("\(room.id) is \(room.status), long after the last fault")
        }
        for errand in errands where errand.isRepeatable {
            if errand.isOpen { throw Wrong("\(errand) was never answered") }
            let places = history.places[errand.key] ?? []
            switch errand.known {
            case .accepted(let positions) where positions == places: break
            case .refused(_, let position) where [position] == places: break
            // Nobody was told: it is there as one decision, or not at all.
            case nil where errand.attempts.allSatisfy(\.isTakenBack) && !places.isEmpty:
                throw Wrong("\(errand) was taken back, and stands at \(places)")
            case nil where places.isEmpty || places.last! - places[0] == places.count - 1: break  // not empty
            default:
                throw Wrong(
                    "\(errand) was \(errand.known.map { "\($0)" } ?? "never answered"), and stands at \(places)"
                )
            }
        }
    }

    private func checkRows(of service: Service) throws {
        try service.projections.bringUp()
        let (stored, anew) = try service.projections.views()
        guard stored.rooms() == anew.rooms(), stored.rooms() == history.rooms.map(RoomSummary.init),
            stored.rosters() == anew.rosters(), stored.deposits() == anew.deposits(),
            Set(stored.balances().accountRows) == Set(anew.balances().accountRows),
            Set(stored.balances().contestRows) == Set(anew.balances().contestRows),
            try service.projections.checkRows().damaged.isEmpty
        else { throw Wrong("the rows of the projections are not those that the events give") }
    }

    /// Refusals that were only counted are stated when the service ends in order.
    private func checkCounts(of service: Service) throws {
        guard let counted = countedRefusals else { return }
        let isStated = Guarded<Bool?>(nil)
        service.writer.hasReasonToBeginAnew = true
        let isCall = service.desk.intake.take(waitingForCounts: { answer in isStated.withLock { $0 = answer } })
        if isCall { service.desk.scheduleWork() }
        try run(until: now + Self.patience) { isStated.withLock { $0 } != nil }
        try follow(service)
        let stated = history.events.reduce(0) { sum, event in
            guard event.origin == nil, case .commandRejected(let rejected) = event.event else { return sum }
            return sum + Int(rejected.count)
        }
        let isAnswered = isStated.withLock { $0 } == true
        guard isAnswered, stated == counted else {
            throw Wrong("\(counted) refusals were only counted, \(stated) are stated")
        }
    }
}
