public import Draft
import Ledger
import Platform
import Records

extension DraftLedger {
    /// The positions of all events of one user, in the order of the ledger: account and wallet; of rooms, what is about
    /// the user's seats while they were the user's, and about the room as a whole; queues; cases, as claimant or as the
    /// sender; measures about the user's account, wallet or cases; and refusals of what the user sent, wherever they
    /// are.
    ///
    /// A user's actions as staff are not included: they are about others. See `EventFilter.actor`.
    ///
    /// One scan of headers on all cores finds seats, cases and refusals; the links of their streams lead to the rest.
    ///
    /// - Parameters:
    ///   - user: whose.
    ///   - size: as of how many events; all of them for nil.
    ///   - progress: called with the progress of the scan.
    public func positions(
        ofUser user: UserID, upTo size: UInt64? = nil, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> [UInt64] {
        try rethrowing {
            let end = try size.map(checked) ?? ledger.size
            let traces = try UserTraces(of: user, in: ledger, before: end, progress: progress)
            var positions = Set(traces.sent)
            func add(_ stream: StreamKey, where isHis: (RecordView) throws -> Bool) throws {
                try log.walk(stream, within: 0..<end) { record in
                    if try isHis(record) { positions.insert(record.position) }
                    return true
                }
            }
            for stream in [StreamKey.user(user), .wallet(user)] { try add(stream) { _ in true } }
            for dispute in traces.cases { try add(.dispute(dispute)) { _ in true } }
            for (id, proposed) in traces.proposals where proposed.isAbout(user, claiming: traces.cases) {
                try add(.measure(id)) { _ in true }
            }
            for room in traces.rooms {
                var share = RoomShare(of: user)
                for stream in [StreamKey.room(room), .clock(room)] {
                    try add(stream) { share.takes(try $0.decoded()) }
                }
                for (seat, tenure) in share.tenures {
                    try add(.queue(room, seat)) { tenure.contains($0.position) }
                }
            }
            return positions.sorted()
        }
    }
}

extension DraftLedger {
    /// The positions of a user's events about one pick of a room, in the order of the ledger: picks, refusals, extensions and
    /// queues in the room, notices, and whole cases.
    ///
    /// Reads the streams of the room, of the cases, and of the user from the room's opening on. The rest of the ledger is
    /// not scanned.
    ///
    /// - Parameters:
    ///   - user: the user.
    ///   - pick: the pick.
    ///   - room: the room.
    ///   - cases: the user's cases about the pick.
    package func positions(
        ofUser user: UserID, about pick: PickNumber, in room: RoomID, with cases: [CaseID]
    ) throws(DraftLedgerError) -> [UInt64] {
        try rethrowing {
            var positions: Set<UInt64> = []
            var share = RoomShare(of: user)
            let events = try stream(.room(room))
            for event in events {
                // The share is folded from all events of the room.
                let isShare = share.takes(event)
                let isSent = event.event.refusal != nil && event.origin?.actor == .user(user)
                if isShare || isSent, event.event.pickNumber == pick { positions.insert(event.position) }
            }
            for (seat, tenure) in share.tenures {
                for event in try stream(.queue(room, seat))
                where tenure.contains(event.position) && event.event.pickNumber == pick {
                    positions.insert(event.position)
                }
            }
            for id in cases { positions.formUnion(try stream(.dispute(id)).map(\.position)) }
            let told = try self.positions(
                of: [(.user(user), events.first?.position ?? 0)], below: try size, limit: .max)
            try self.events(at: told) { event in
                if case .notices(let notices) = event.event.account, notices.room == room, notices.pick == pick {
                    positions.insert(event.position)
                }
                return true
            }
            return positions.sorted()
        }
    }
}

/// The events of a user that only a scan of all headers finds.
private struct UserTraces {
    /// The rooms in which the user ever took a seat.
    private(set) var rooms: Set<RoomID> = []

    private(set) var cases: Set<CaseID> = []

    /// All approval requests, about any user: there are few.
    private(set) var proposals: [(id: MeasureID, proposed: MeasureProposed)] = []

    /// Refusals of what the user sent.
    private(set) var sent: [UInt64] = []

    init(of user: UserID, in ledger: Ledger, before end: UInt64, progress: ProgressHandler?) throws {
        try WideScan(ledger: ledger).run(0..<end, progress: progress) { record in
            guard let type = EventType(rawValue: record.templateID) else { return false }
            return type == .commandRejected ? record.sender == .user(user) : type.traits.contains(.namesMember)
        } _: { record in
            note(try record.decoded(), of: user)
            return true
        }
    }

    private mutating func note(_ recorded: RecordedEvent, of user: UserID) {
        switch recorded.stream {
        case .room(let room):
            if case .taken(let taken) = recorded.event.membership {
                if taken.user == user { rooms.insert(room) }
                return
            }
        case .dispute(let id):
            if case .opened(let opened) = recorded.event.caseStep {
                if opened.claimant == user || recorded.origin?.actor == .user(user) { cases.insert(id) }
                return
            }
        case .measure(let id):
            if case .proposed(let proposed) = recorded.event.approval {
                proposals.append((id, proposed))
                return
            }
        // The name of another's stream is another's number; what is in the user's own is found there.
        case .wallet, .user: return
        default: break
        }
        sent.append(recorded.position)
    }
}

extension MeasureProposed {
    /// Whether what is proposed is about a user's account, wallet or cases, or follows from such a case.
    fileprivate func isAbout(_ user: UserID, claiming cases: Set<CaseID>) -> Bool {
        if let dispute, cases.contains(dispute) { return true }
        return switch command.anchor {
        case .wallet(user), .user(user): true
        case .dispute(let id): cases.contains(id)
        default: false
        }
    }
}
