import Draft
import DraftLedger
import Foundation
import Merkle
import Pages
import Records
import Replay
import Reports
import TextFormats
import ToolSupport

/// A ledger on this machine as the place where an operator's commands are carried out.
struct LedgerPlace: OperatorPlace {
    let draft: DraftLedger
    /// Signs for the staff member who acts; nil if staff roles are not enabled.
    let signer: CommandSigner?

    var person: UserID {
        get throws {
            guard let signer else { throw ToolError(.usage, "--staff-id is missing: name your staff ID.") }
            return signer.person
        }
    }

    func hasBegun() -> Bool { signer != nil }

    @discardableResult
    func send(_ command: Command, as sender: Sender) throws -> [String] {
        let events =
            try signer.map { try $0.settle(command, onBehalfOf: sender.onBehalfOf, in: draft) }
            ?? draft.settle(command, as: sender)
        return events.map(\.event.type.name)
    }

    func propose(_ command: Command, because dispute: CaseID?, reason: String) throws -> MeasureID {
        guard let signer else {
            throw ToolError(
                .usage,
                "Staff roles are not enabled in this ledger, so nothing can be proposed. Enable them with `staff enable`."
            )
        }
        return try draft.propose(command, because: dispute, reason: reason, by: signer)
    }

    func open(_ contest: TournamentCreated) throws -> TournamentID {
        let id = try draft.freeNumbers().tournament
        try send(.tournament(id, .createTournament(contest)))
        return id
    }

    func waitingWithdrawals(to provider: String) throws -> [WithdrawalID] {
        WithdrawalsPage(withdrawals: try draft.openWithdrawals()).waiting.ids(to: provider)
    }

    // MARK: Cases

    func open(_ claim: DisputeOpened) throws -> CaseID {
        let id = CaseID((try draft.cases().last?.number ?? 0) + 1)
        try send(.dispute(id, .openDispute(claim)), as: .admin(nil, onBehalfOf: claim.claimant))
        return id
    }

    func label(of pick: PickNumber, in room: RoomID) -> String { LedgerNames(draft).label(of: pick, in: room) }

    func claim(
        _ text: String, about pick: PickArgument, of room: String, by claimant: SeatOptions
    ) throws -> DisputeOpened {
        let id = try draft.resolveRoom(room)
        var claim = try draft.claim(text, about: try pick.number(in: id, of: draft), of: id)
        if claimant.isGiven, let state = try draft.room(id), let seat = try claimant.seat(in: state, of: draft) {
            guard let member = state.member(at: seat) else { throw ToolError.freeSeat(seat, of: id) }
            claim.claimant = member.user
        }
        return claim
    }

    func claim(_ text: String, aboutWeek week: UInt8, of room: String, seat: SeatOptions) throws -> DisputeOpened {
        let id = try draft.resolveRoom(room)
        let found = try draft.room(id)
        let seat = try found.flatMap { try seat.seat(in: $0, of: draft) } ?? 0
        guard let state = found, let member = state.member(at: seat) else { throw ToolError.freeSeat(seat, of: id) }
        return DisputeOpened(
            room: id, pick: 0, seat: seat, roomVersion: state.version, claimant: member.user, claim: text, week: week)
    }

    func knownCase(_ number: UInt64) throws -> (id: CaseID, claimant: UserID?) {
        let id = try draft.knownCase(number)
        return (id, try CaseRecord(id, in: draft)?.opened.claimant)
    }

    func computedVerdict(on id: CaseID) throws -> DisputeResolved.Verdict? { try Dispute(draft).verdict(on: id) }

    func upheldCase(_ number: UInt64) throws -> UpheldCase {
        let (id, opened, _) = try draft.upheldCase(number)
        return UpheldCase(id: id, room: opened.room, pick: opened.pick, claimant: opened.claimant)
    }

    func money(of upheld: UpheldCase) throws -> EntryMoney {
        let opened = try draft.upheldCase(upheld.id.number).opened
        guard let account = try EntryAccount(of: opened, in: draft) else { throw ToolError.noClaimant(upheld.id) }
        let payments = account.payments.map {
            EntryPayment(amount: $0.adjustment.amount, position: $0.position, dispute: $0.adjustment.dispute)
        }
        return EntryMoney(fee: account.fee, returned: account.returned, payments: payments)
    }

    // MARK: Players

    func players(_ name: String, of room: RoomID) throws -> [PlayerIndex] {
        let pool = try draft.room(room).flatMap { try draft.pool($0.pool) }
        return (pool?.players ?? []).filter {
            $0.externalID == name || $0.name.lowercased() == name.lowercased()
        }.map(\.index)
    }

    func find(
        _ players: [String], _ search: ([String], DraftLedger) throws -> AliasState.Pair
    ) throws -> AliasState.Pair {
        try search(players, draft)
    }

    func listing(named player: String) throws -> PoolPlayer {
        let catalogue = try Analysis(of: draft, sitesPositions: false).players
        let places = catalogue.players(named: player).flatMap(\.listings).map { PoolPlayer($0.pool, $0.index) }
        guard let only = places.first, places.count == 1 else {
            throw ToolError(
                .noInput,
                places.isEmpty
                    ? "There is no player '\(player)' in the pools of these drafts. `players` lists them."
                        + catalogue.hint(for: player)
                    : "'\(player)' could be \(places.map(\.description).joined(separator: ", ")). Name one of these.")
        }
        return only
    }

    func scoredPlayers(of season: SeasonID) throws -> Set<ScoredPlayer> {
        Set(
            (try draft.season(season)?.scores ?? []).map {
                ScoredPlayer(name: $0.name, position: $0.position, externalID: $0.externalID)
            })
    }

    // MARK: Rounds

    func nextStep(of contest: TournamentID) throws -> JSONValue {
        let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
        guard let page = try SettlementPage(contest, in: draft, at: now) else {
            throw ToolError(
                .noInput, "There is no contest \(contest). `draftledger rooms` shows the contests of rooms.")
        }
        return try JSONDocument(page.json.line).root
    }

    func checkScores(of contest: TournamentID, closing round: UInt8, noting note: (String) -> Void) throws {
        guard let state = try draft.tournament(contest), let rounds = state.rounds,
            state.played.count < Int(round) || round > 1
        else { return }
        let unplaced = try draft.unplacedScores(of: contest)
        guard let first = unplaced.first else { return }
        for fit in unplaced.prefix(50) { note("\(PoolPlayer(state.details.pool, fit.player)): \(fit.words)") }
        if unplaced.count > 50 { note("And \(unplaced.count - 50) more.") }
        let players = Figures.plural(Set(unplaced.map(\.player)).count, "drafted player")
        throw ToolError(
            .badData,
            "Contest \(contest) cannot close round \(state.openRound ?? 1): \(players) without points, and scores that may be "
                + "theirs are not assigned. Two people record whether they are: players points "
                + "\(PoolPlayer(state.details.pool, first.player)) \"\(first.scored.name)\" --season \(rounds.season) "
                + "--reason TEXT, with --not if they are somebody else's.")
    }

    // MARK: Keys

    func recover(by key: PublicKey, reason: String) throws -> UserID {
        guard let signer else {
            throw ToolError(
                .usage,
                "Staff roles are not enabled in this ledger, so no access can be recovered. Enable them with `staff enable`."
            )
        }
        try send(.staff(.recoverStaff(RecoverStaff(person: signer.person, key: key, reason: Wording(reason)))))
        return signer.person
    }

    func rotateCheckpointKey(
        by user: String?, reason: String?, on console: Console
    ) throws -> (key: String, measure: MeasureID?) {
        guard let signer else {
            if reason != nil {
                throw ToolError(
                    .usage, "Leave out --reason: it is for approval requests, which need staff roles.")
            }
            let key = try draft.rotateCheckpointKey(by: .admin(try user.map { try draft.resolveUser($0) }))
            try console.noteRotation(in: draft)
            return (key.text, nil)
        }
        if user != nil { throw ToolError.namedRotator }
        let rotation = try draft.proposalOfCheckpointKey()
        let measure = try draft.propose(
            rotation, because: nil, reason: reason ?? Self.reasonOfRotation, by: signer)
        guard let key = rotation.verifierKey else { throw ToolError(.software, "The proposal names no key.") }
        return (key, measure)
    }

    func publishRotation(on console: Console) throws {
        _ = try draft.publishCheckpoint()
        try console.noteRotation(in: draft)
    }
}

extension OperatorPlace {
    static var reasonOfRotation: String { "It is time." }
}

extension ToolError {
    static let namedRotator = ToolError(.usage, "Leave out --requester: --staff-id or the token says who requests it.")
}

extension Command {
    /// The key that the command makes the one of checkpoints; nil for any other command.
    var verifierKey: String? {
        if case .ledger(.rotateCheckpointKey(let rotated)) = self { rotated.verifierKey } else { nil }
    }
}
