import Draft
import DraftLedger
import Records
import Replay
import Server
import TextFormats

/// A case that was upheld, from which something may follow.
struct UpheldCase {
    var id: CaseID
    var room: RoomID
    var pick: PickNumber
    var claimant: UserID?
}

/// What commands about cases have to know, wherever somebody works.
extension HousePlace {
    /// Records what somebody claims, under the next number that is free.
    ///
    /// - Parameters:
    ///   - pick: the overall number of the disputed pick.
    ///   - room: by number; at the ledger itself by its external id, too.
    ///   - claim: in the claimant's words.
    /// - Throws: `ToolError` with the refusal, or that there is no such pick.
    func open(_ claim: String, about pick: PickNumber, of room: String) throws -> (id: CaseID, claim: DisputeOpened) {
        switch self {
        case .ledger(let draft, _):
            let opened = try draft.claim(claim, about: pick, of: try draft.resolveRoom(room))
            return (try open(opened, in: draft), opened)
        case .server(let server, let key):
            let opened = try server.claim(claim, about: pick, of: try Self.number(of: room))
            return (try Self.open(opened, at: server, by: key), opened)
        }
    }

    /// Records what somebody claims about a score, under the next number that is free.
    ///
    /// - Parameters:
    ///   - week: of the contest's season.
    ///   - room: by number; at the ledger itself by its external id, too.
    ///   - seat: of the entry.
    /// - Throws: `ToolError` with the refusal, or that nobody sits there.
    func open(
        _ claim: String, aboutWeek week: UInt8, of room: String, seat: Seat
    ) throws -> (id: CaseID, claim: DisputeOpened) {
        func opened(_ id: RoomID, version: UInt32, claimant: UserID?) -> DisputeOpened {
            DisputeOpened(
                room: id, pick: 0, seat: seat, roomVersion: version, claimant: claimant, claim: claim, week: week)
        }
        switch self {
        case .ledger(let draft, _):
            let id = try draft.resolveRoom(room)
            guard let state = try draft.room(id), let member = state.member(at: seat) else {
                throw ToolError.nobody(on: seat, of: id)
            }
            let opened = opened(id, version: state.version, claimant: member.user)
            return (try open(opened, in: draft), opened)
        case .server(let server, let key):
            let id = try Self.number(of: room)
            let page = try server.reading("/v1/rooms/\(id)")
            guard let version = page["version"]?.integer(as: UInt32.self) else { throw ToolError.untold("room \(id)") }
            guard let member = page["members"]?.elements.first(where: { $0["seat"]?.integer(as: Seat.self) == seat })
            else { throw ToolError.nobody(on: seat, of: id) }
            let opened = opened(id, version: version, claimant: member.user("user"))
            return (try Self.open(opened, at: server, by: key), opened)
        }
    }

    private static func open(_ opened: DisputeOpened, at server: RemoteServer, by key: SealingKey?) throws -> CaseID {
        let sender = Sender.admin(try server.waiting { try await $0.user() }, onBehalfOf: opened.claimant)
        return CaseID(
            try server.underFreeNumber(in: "/v1/cases", of: "case") { number in
                try server.outcome(of: .dispute(CaseID(number), .openDispute(opened)), as: sender, by: key)
            })
    }

    private func open(_ opened: DisputeOpened, in draft: DraftLedger) throws -> CaseID {
        let id = CaseID((try draft.cases().last?.number ?? 0) + 1)
        try send(.dispute(id, .openDispute(opened)), as: .admin(nil, onBehalfOf: opened.claimant))
        return id
    }

    private static func number(of room: String) throws -> RoomID {
        guard let number = UInt64(room), (1...StreamKey.maximumNumber).contains(number) else {
            throw ToolError(.usage, "'\(room)' is no room's number: over --server a room is named by its number.")
        }
        return RoomID(number)
    }

    /// A case that there is, and whose claim it records.
    ///
    /// - Throws: `ToolError` where there is none.
    func knownCase(_ number: UInt64) throws -> (id: CaseID, claimant: UserID?) {
        switch self {
        case .ledger(let draft, _):
            let id = try draft.knownCase(number)
            return (id, try CaseRecord(id, in: draft)?.opened.claimant)
        case .server(let server, _): return (CaseID(number), try server.caseRecord(number).user("claimant"))
        }
    }

    /// A case that was upheld.
    ///
    /// - Throws: `ToolError` where it was not, or where there is none.
    func upheldCase(_ number: UInt64) throws -> UpheldCase {
        switch self {
        case .ledger(let draft, _):
            let (id, opened, _) = try draft.upheldCase(number)
            return UpheldCase(id: id, room: opened.room, pick: opened.pick, claimant: opened.claimant)
        case .server(let server, _):
            let record = try server.caseRecord(number)
            let verdict = record["resolution"]?["verdict"]?.string
            guard verdict == DisputeResolved.Verdict.upheld.name else {
                throw ToolError.notUpheld(CaseID(number), verdict: verdict)
            }
            guard let room = record["room"]?.integer(as: UInt64.self),
                let pick = record["pickNumber"]?.integer(as: PickNumber.self)
            else { throw ToolError.untold("case \(number)") }
            return UpheldCase(
                id: CaseID(number), room: RoomID(room), pick: pick, claimant: record.user("claimant"))
        }
    }

    /// What was paid for the entry that a case is about, and what has gone back.
    ///
    /// - Throws: `ToolError` where its claimant has no wallet.
    func money(of upheld: UpheldCase) throws -> EntryMoney {
        switch self {
        case .ledger(let draft, _):
            let opened = try draft.upheldCase(upheld.id.number).opened
            guard let account = try EntryAccount(of: opened, in: draft) else { throw ToolError.noClaimant(upheld.id) }
            let payments = account.payments.map {
                EntryPayment(amount: $0.adjustment.amount, position: $0.position, dispute: $0.adjustment.dispute)
            }
            return EntryMoney(fee: account.fee, returned: account.returned, payments: payments)
        case .server(let server, _):
            let record = try server.caseRecord(upheld.id.number)
            guard let entry = record["entry"], entry.kind == .object else { throw ToolError.noClaimant(upheld.id) }
            guard let fee = entry.cents("feeCents"), let returned = entry.cents("returnedCents"),
                let payments = entry["payments"]?.elements.compactMap(EntryPayment.init)
            else { throw ToolError.untold("case \(upheld.id)") }
            return EntryMoney(fee: fee, returned: returned, payments: payments)
        }
    }

    /// A player of a room's pool, by name or outside id.
    ///
    /// - Throws: `ToolError` where there is none, or more than one.
    func player(_ name: String, of room: RoomID) throws -> PlayerIndex {
        let matches: [PlayerIndex]
        switch self {
        case .ledger(let draft, _):
            let pool = try draft.room(room).flatMap { try draft.pool($0.pool) }
            matches = (pool?.players ?? []).filter {
                $0.externalID == name || $0.name.lowercased() == name.lowercased()
            }
            .map(\.index)
        case .server(let server, _):
            guard let pool = try server.reading("/v1/rooms/\(room)")["pool"]?.integer(as: UInt64.self) else {
                throw ToolError.untold("room \(room)")
            }
            matches =
                try server.reading("/v1/pools/\(pool)")["players"]?.elements.filter {
                    $0["id"]?.string == name || $0["name"]?.string?.lowercased() == name.lowercased()
                }.compactMap { $0["index"]?.integer(as: PlayerIndex.self) } ?? []
        }
        guard let match = matches.first, matches.count == 1 else {
            throw ToolError(
                .noInput,
                matches.isEmpty
                    ? "Room \(room)'s pool has no player '\(name)', by name or outside id."
                    : "Room \(room)'s pool has \(matches.count) players named '\(name)'; give the outside id.")
        }
        return match
    }
}

/// What was paid for an entry, and what has gone back: by the rules, and because of cases.
struct EntryMoney {
    var fee: Cents
    var returned: Cents
    var payments: [EntryPayment]

    var paid: Cents { payments.reduce(.zero) { $0 + $1.amount } }

    /// What is left of the fee.
    var left: Cents { max(.zero, fee - returned - paid) }
}

/// Money that went to the claimant because of a case about the entry.
struct EntryPayment {
    var amount: Cents
    var position: UInt64
    var dispute: CaseID?

    init(amount: Cents, position: UInt64, dispute: CaseID?) {
        (self.amount, self.position, self.dispute) = (amount, position, dispute)
    }

    /// Nil for what is none.
    init?(_ json: JSONValue) {
        guard let amount = json.cents("amountCents"), let position = json["position"]?.integer(as: UInt64.self) else {
            return nil
        }
        self.init(
            amount: amount, position: position, dispute: json["case"]?.integer(as: UInt64.self).map { CaseID($0) })
    }
}

extension RemoteServer {
    /// What a case says, and what became of it.
    fileprivate func caseRecord(_ number: UInt64) throws -> JSONValue {
        guard let record = try reading("/v1/cases/\(number)")["case"], record.kind == .object else {
            throw ToolError.untold("case \(number)")
        }
        return record
    }

    /// A claim as the rules see it today: whose pick it is, and how far the room has come.
    fileprivate func claim(_ claim: String, about pick: PickNumber, of id: RoomID) throws -> DisputeOpened {
        let dispute = try reading("/v1/rooms/\(id)/dispute?pick=\(pick)")
        guard let version = try reading("/v1/rooms/\(id)")["version"]?.integer(as: UInt32.self),
            let seat = dispute["seat"]?.integer(as: Seat.self)
        else { throw ToolError.untold("room \(id)") }
        return DisputeOpened(
            room: id, pick: pick, seat: seat, roomVersion: version, claimant: dispute.user("claimant"), claim: claim)
    }
}

extension JSONValue {
    fileprivate func user(_ name: StaticString) -> UserID? {
        self[name]?.integer(as: UInt64.self).map { UserID($0) }
    }

    fileprivate func cents(_ name: StaticString) -> Cents? { self[name]?.integer(as: Int64.self).map { Cents($0) } }
}

extension ToolError {
    fileprivate static func untold(_ what: String) -> ToolError {
        ToolError(.badData, "The server does not tell of \(what) what this needs: is it of this version?")
    }

    fileprivate static func nobody(on seat: Seat, of room: RoomID) -> ToolError {
        ToolError(.noInput, "Nobody sits on seat \(seat) of room \(room).")
    }

    static func noClaimant(_ id: CaseID) -> ToolError {
        ToolError(.refused, "Case \(id) has no claimant with a wallet to refund to.")
    }

    /// - Parameter verdict: as which the case was resolved; nil for a case that is open.
    static func notUpheld(_ id: CaseID, verdict: String?) -> ToolError {
        ToolError(
            .refused,
            verdict.map {
                "Case \(id) was resolved as \($0): only a case that was upheld leads to this, and a verdict stays."
            }
                ?? "Case \(id) is still open. Resolve it first: `case resolve \(id)`.")
    }
}
