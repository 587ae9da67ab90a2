import Draft
import DraftLedger
import Pages
import Records
import Remote
import Replay
import TextFormats
import ToolSupport

/// A running server as the place where an operator's commands are carried out. Its token says who acts.
struct ServerPlace: OperatorPlace {
    let server: RemoteServer
    /// Signs here and never leaves this machine. A server for development signs for its own people.
    let key: SealingKey?

    var person: UserID { get throws { try server.waiting { try await $0.user() } } }

    func hasBegun() throws -> Bool { try !server.reading("/v1/staff").elements.isEmpty }

    @discardableResult
    func send(_ command: Command, as sender: Sender) throws -> [String] {
        try server.settle(command, as: .admin(try person, onBehalfOf: sender.onBehalfOf), by: key)
    }

    func propose(_ command: Command, because dispute: CaseID?, reason: String) throws -> MeasureID {
        let proposal = MeasureCommand.proposeMeasure(ProposeMeasure(command, dispute: dispute, reason: Wording(reason)))
        return MeasureID(
            try sendUnderFreeNumber(in: "/v1/approvals", of: "approval") { .measure(MeasureID($0), proposal) })
    }

    func open(_ contest: TournamentCreated) throws -> TournamentID {
        TournamentID(
            try sendUnderFreeNumber(in: "/v1/tournaments", of: "tournament") {
                .tournament(TournamentID($0), .createTournament(contest))
            })
    }

    private func sendUnderFreeNumber(
        in path: String, of member: StaticString, onBehalfOf user: UserID? = nil, _ command: (UInt64) -> Command
    ) throws -> UInt64 {
        let sender = Sender.admin(try person, onBehalfOf: user)
        return try server.underFreeNumber(in: path, of: member) { number in
            try server.outcome(of: command(number), as: sender, by: key)
        }
    }

    func waitingWithdrawals(to provider: String) throws -> [WithdrawalID] {
        guard let page = WithdrawalsPage(try server.reading("/v1/withdrawals")) else {
            throw ToolError.untold("withdrawals")
        }
        return page.waiting.ids(to: provider)
    }

    // MARK: Cases

    func open(_ claim: DisputeOpened) throws -> CaseID {
        CaseID(
            try sendUnderFreeNumber(in: "/v1/cases", of: "case", onBehalfOf: claim.claimant) {
                .dispute(CaseID($0), .openDispute(claim))
            })
    }

    func label(of pick: PickNumber, in room: RoomID) throws -> String {
        let page = try server.reading("/v1/rooms/\(room)")
        guard let teams = page["teams"]?.integer(as: UInt8.self), let rounds = page["rounds"]?.integer(as: UInt8.self)
        else { throw ToolError.untold("room \(room)") }
        return Snake(teams: teams, rounds: rounds).label(of: pick)
    }

    func claim(
        _ text: String, about pick: PickArgument, of room: String, by claimant: SeatOptions
    ) throws -> DisputeOpened {
        let id = try Self.number(of: room)
        let page = try server.reading("/v1/rooms/\(id)")
        let pick = try pick.number(teams: page["teams"]?.integer(as: Int.self) ?? 0, room: id)
        let dispute = try server.reading("/v1/rooms/\(id)/dispute?pick=\(pick)")
        guard let version = page["version"]?.integer(as: UInt32.self),
            let seat = dispute["seat"]?.integer(as: Seat.self)
        else { throw ToolError.untold("room \(id)") }
        var claim = DisputeOpened(
            room: id, pick: pick, seat: seat, roomVersion: version, claimant: dispute.user("claimant"), claim: text)
        if claimant.isGiven {
            let members = page["members"]?.elements ?? []
            let own = try Self.seat(claimant, among: members, of: id)
            guard let member = members.first(where: { $0["seat"]?.integer(as: Seat.self) == own }) else {
                throw ToolError.freeSeat(own, of: id)
            }
            claim.claimant = member.user("user")
        }
        return claim
    }

    func claim(_ text: String, aboutWeek week: UInt8, of room: String, seat: SeatOptions) throws -> DisputeOpened {
        let id = try Self.number(of: room)
        let page = try server.reading("/v1/rooms/\(id)")
        guard let version = page["version"]?.integer(as: UInt32.self) else { throw ToolError.untold("room \(id)") }
        let members = page["members"]?.elements ?? []
        let seat = try Self.seat(seat, among: members, of: id)
        guard let member = members.first(where: { $0["seat"]?.integer(as: Seat.self) == seat })
        else { throw ToolError.freeSeat(seat, of: id) }
        return DisputeOpened(
            room: id, pick: 0, seat: seat, roomVersion: version, claimant: member.user("user"), claim: text, week: week)
    }

    private static func seat(_ wanted: SeatOptions, among members: [JSONValue], of room: RoomID) throws -> Seat {
        if let seat = wanted.seat { return seat }
        if let position = wanted.draftPosition {
            let found = members.first { $0["draftPosition"]?.integer(as: UInt8.self) == position }
            guard let seat = found?["seat"]?.integer(as: Seat.self) else {
                throw ToolError(
                    .noInput, "--draft-position \(position): room \(room) has no member there. Name the --user.")
            }
            return seat
        }
        let user = wanted.user ?? ""
        let id = try UserArgument.parse(user)
        return try SeatOptions.only(
            members.filter { $0.user("user") == id }.compactMap { $0["seat"]?.integer(as: Seat.self) }, of: user,
            room: room)
    }

    private static func number(of room: String) throws -> RoomID {
        guard let number = UInt64(room), (1...StreamKey.maximumNumber).contains(number) else {
            throw ToolError(.usage, "'\(room)' is not the number of a room. With --server name the room by its number.")
        }
        return RoomID(number)
    }

    func knownCase(_ number: UInt64) throws -> (id: CaseID, claimant: UserID?) {
        (CaseID(number), try caseRecord(number).user("claimant"))
    }

    func computedVerdict(on id: CaseID) throws -> DisputeResolved.Verdict? {
        let name = try server.reading("/v1/cases/\(id)")["verdict"]?.string
        return DisputeResolved.Verdict.allCases.first { $0.name == name }
    }

    func upheldCase(_ number: UInt64) throws -> UpheldCase {
        let record = try caseRecord(number)
        let verdict = record["resolution"]?["verdict"]?.string
        guard verdict == DisputeResolved.Verdict.upheld.name else {
            throw ToolError.notUpheld(CaseID(number), verdict: verdict)
        }
        guard let room = record["room"]?.integer(as: UInt64.self),
            let pick = record["pickNumber"]?.integer(as: PickNumber.self)
        else { throw ToolError.untold("case \(number)") }
        return UpheldCase(id: CaseID(number), room: RoomID(room), pick: pick, claimant: record.user("claimant"))
    }

    func money(of upheld: UpheldCase) throws -> EntryMoney {
        let record = try caseRecord(upheld.id.number)
        guard let entry = record["entry"], entry.kind == .object else { throw ToolError.noClaimant(upheld.id) }
        guard let fee = entry.cents("feeCents"), let returned = entry.cents("returnedCents"),
            let payments = entry["payments"]?.elements.compactMap(EntryPayment.init)
        else { throw ToolError.untold("case \(upheld.id)") }
        return EntryMoney(fee: fee, returned: returned, payments: payments)
    }

    private func caseRecord(_ number: UInt64) throws -> JSONValue {
        guard let record = try server.reading("/v1/cases/\(number)")["case"], record.kind == .object else {
            throw ToolError.untold("case \(number)")
        }
        return record
    }

    // MARK: Players

    func players(_ name: String, of room: RoomID) throws -> [PlayerIndex] {
        guard let pool = try server.reading("/v1/rooms/\(room)")["pool"]?.integer(as: UInt64.self) else {
            throw ToolError.untold("room \(room)")
        }
        return try server.reading("/v1/pools/\(pool)")["players"]?.elements.filter {
            $0["id"]?.string == name || $0["name"]?.string?.lowercased() == name.lowercased()
        }.compactMap { $0["index"]?.integer(as: PlayerIndex.self) } ?? []
    }

    func find(
        _ players: [String], _ search: ([String], DraftLedger) throws -> AliasState.Pair
    ) throws -> AliasState.Pair {
        throw Self.needsPlaces
    }

    private static let needsPlaces = ToolError(
        .usage,
        "With --server name players by their places in pools, such as 3:17 for player 17 of pool 3. "
            + "`players --unmatched` shows them.")

    func listing(named player: String) throws -> PoolPlayer { throw Self.needsPlaces }

    func scoredPlayers(of season: SeasonID) throws -> Set<ScoredPlayer> {
        var found: Set<ScoredPlayer> = []
        var read = 0
        while true {
            let page = try server.reading("/v1/seasons/\(season)/scores?limit=10000&offset=\(read)")
            let scores = page["scores"]?.elements ?? []
            for score in scores {
                guard let name = score["playerName"]?.string else { continue }
                let position = score["position"]?.string.flatMap { PlayerPosition(abbreviation: $0) } ?? .other
                found.insert(
                    ScoredPlayer(name: name, position: position, externalID: score["playerID"]?.string ?? ""))
            }
            read += scores.count
            guard !scores.isEmpty, read < page["count"]?.integer(as: Int.self) ?? 0 else { return found }
        }
    }

    // MARK: Rounds

    func nextStep(of contest: TournamentID) throws -> JSONValue {
        try server.reading("/v1/tournaments/\(contest)/settlement")
    }

    /// The server refuses to close such a round.
    func checkScores(of contest: TournamentID, closing round: UInt8, noting note: (String) -> Void) {}

    // MARK: Keys

    func recover(by publicKey: PublicKey, reason: String) throws -> UserID {
        guard key != nil else {
            throw ToolError(
                .usage, "--signing-key is missing: name the file with the recovery key. The key stays here.")
        }
        let person = try person
        try send(.staff(.recoverStaff(RecoverStaff(person: person, key: publicKey, reason: Wording(reason)))))
        return person
    }

    /// The server makes the key, which stays there.
    func rotateCheckpointKey(
        by user: String?, reason: String?, on console: Console
    ) throws -> (key: String, measure: MeasureID?) {
        if user != nil { throw ToolError.namedRotator }
        if reason != nil, try !hasBegun() {
            throw ToolError(.usage, "Leave out --reason: it is for approval requests, which need staff roles.")
        }
        let made = try server.doing("POST", "/v1/checkpoint-key")
        let untold = ToolError(
            .badData, "The answer of the server names no new key. Check the address and the version of the server.")
        guard let key = made["verifierKey"]?.string, let proposal = made["command"] else { throw untold }
        guard proposal.kind == .object else { return (key, nil) }
        let rotation: Command
        do throws(JSONLineError) {
            rotation = try CommandRequest(proposal).command
        } catch {
            throw untold
        }
        guard rotation.verifierKey == key else { throw untold }
        return (key, try propose(rotation, because: nil, reason: reason ?? Self.reasonOfRotation))
    }

    /// The server does so by itself.
    func publishRotation(on console: Console) {}
}

extension EntryPayment {
    /// Nil for JSON that is not a payment.
    fileprivate init?(_ json: JSONValue) {
        guard let amount = json.cents("amountCents"), let position = json["position"]?.integer(as: UInt64.self) else {
            return nil
        }
        self.init(
            amount: amount, position: position, dispute: json["case"]?.integer(as: UInt64.self).map { CaseID($0) })
    }
}

extension JSONValue {
    fileprivate func user(_ name: StaticString) -> UserID? {
        self[name]?.integer(as: UInt64.self).map { UserID($0) }
    }

    fileprivate func cents(_ name: StaticString) -> Cents? { self[name]?.integer(as: Int64.self).map { Cents($0) } }
}

extension ToolError {
    static func untold(_ what: String) -> ToolError {
        ToolError(
            .badData,
            "The answer of the server about \(what) is not complete. Check the address and the version of the server.")
    }
}

extension RemoteServer {
    /// Reads something as JSON.
    ///
    /// - Throws: `ToolError` where the server does not tell.
    func reading(_ path: String) throws -> JSONValue { try waiting { try await $0.get(path) } }

    /// Requests something that is not a command.
    ///
    /// - Returns: the answer.
    /// - Throws: `ToolError` where the server refuses.
    func doing(_ method: String, _ path: String) throws -> JSONValue {
        try waiting { try await $0.request(method, path) }
    }

    /// Sends a command under the next free number; under a later one if another client took it meanwhile.
    ///
    /// - Parameters:
    ///   - path: of the list of those in use.
    ///   - member: with their numbers.
    ///   - send: sends it under a number.
    /// - Returns: the number.
    /// - Throws: `ToolError` with the refusal.
    func underFreeNumber(
        in path: String, of member: StaticString, _ send: (UInt64) throws -> Answer
    ) throws -> UInt64 {
        for _ in 0..<Self.attempts {
            func known() throws -> [UInt64] {
                try reading(path).elements.compactMap { $0[member]?.integer(as: UInt64.self) }
            }
            let number = (try known().max() ?? 0) + 1
            let answer = try send(number)
            // Something else may exist already, such as a key: then the number is still free.
            if answer.code == RefusalCode.alreadyExists.name, try known().contains(number) { continue }
            _ = try answer.events
            return number
        }
        throw ToolError(.tryAgain, "Other clients take the numbers of \(path) faster than this program. Try again.")
    }

    private static let attempts = 5
}
