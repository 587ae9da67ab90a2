import Draft
import DraftLedger
import Foundation
import Pages
import Records
import TextFormats
import ToolSupport

/// The place where an operator's commands are carried out: a ledger on this machine, or a running server that holds one.
///
/// Commands of the program are written once, against this protocol; `LedgerPlace` and `ServerPlace` conform.
protocol OperatorPlace {
    /// The person who acts.
    ///
    /// - Throws: `ToolError` if the person is not known.
    var person: UserID { get throws }

    /// Returns whether the ledger names its staff, so that commands are signed and some take two people.
    func hasBegun() throws -> Bool

    /// Sends a command and waits for its outcome.
    ///
    /// - Parameter sender: the actor in a ledger without staff; elsewhere only the user on whose behalf the person acts counts.
    /// - Returns: the types of its events.
    /// - Throws: `ToolError` with the refusal, which is then on record.
    @discardableResult
    func send(_ command: Command, as sender: Sender) throws -> [String]

    /// Proposes a command under the next free number.
    ///
    /// - Throws: `ToolError` with the refusal, or if no staff member could approve it.
    func propose(_ command: Command, because dispute: CaseID?, reason: String) throws -> MeasureID

    /// Opens a contest under the next free number.
    ///
    /// - Throws: `ToolError` with the refusal.
    func open(_ contest: TournamentCreated) throws -> TournamentID

    /// Returns the withdrawals to a provider that stand in no payout, the oldest first.
    func waitingWithdrawals(to provider: String) throws -> [WithdrawalID]

    /// Records a claim under the next free number.
    ///
    /// - Throws: `ToolError` with the refusal.
    func open(_ claim: DisputeOpened) throws -> CaseID

    /// Returns a claim about a pick, as the room is now.
    ///
    /// - Parameters:
    ///   - text: the claimant's text.
    ///   - room: its number; in a ledger of this machine also its external ID.
    ///   - claimant: the member who complains; the user whose pick it is if none is named.
    /// - Throws: `ToolError` if the room does not have the pick or the member.
    func claim(
        _ text: String, about pick: PickArgument, of room: String, by claimant: SeatOptions
    ) throws -> DisputeOpened

    /// Returns a claim about the score of an entry in a week.
    ///
    /// - Throws: `ToolError` where the seat is empty.
    func claim(_ text: String, aboutWeek week: UInt8, of room: String, seat: SeatOptions) throws -> DisputeOpened

    /// Returns a pick as drafters name it, by round and pick: `3.07`.
    ///
    /// - Throws: `ToolError` if the room cannot be read.
    func label(of pick: PickNumber, in room: RoomID) throws -> String

    /// Returns a case that exists, and its claimant.
    ///
    /// - Throws: `ToolError` for an unknown number.
    func knownCase(_ number: UInt64) throws -> (id: CaseID, claimant: UserID?)

    /// Returns the verdict on a case that follows from the recorded events; nil if none follows.
    func computedVerdict(on id: CaseID) throws -> DisputeResolved.Verdict?

    /// Returns a case that was upheld.
    ///
    /// - Throws: `ToolError` for a case that was not upheld, or does not exist.
    func upheldCase(_ number: UInt64) throws -> UpheldCase

    /// Returns what was paid for the entry that a case is about, and what was returned.
    ///
    /// - Throws: `ToolError` where its claimant has no wallet.
    func money(of upheld: UpheldCase) throws -> EntryMoney

    /// Returns the players of a room's pool with a name or an external id.
    func players(_ name: String, of room: RoomID) throws -> [PlayerIndex]

    /// Finds two players who are not named by their places in pools.
    ///
    /// - Throws: `ToolError` where the place cannot look for them.
    func find(
        _ players: [String], _ search: ([String], DraftLedger) throws -> AliasState.Pair
    ) throws -> AliasState.Pair

    /// Finds a player of a pool by name or id.
    ///
    /// - Throws: `ToolError` for no player or several, or if the place cannot search.
    func listing(named player: String) throws -> PoolPlayer

    /// Returns the players of whom a season records points, as its files name them.
    func scoredPlayers(of season: SeasonID) throws -> Set<ScoredPlayer>

    /// Returns the next step of a contest, as `SettlementPage` has it.
    func nextStep(of contest: TournamentID) throws -> JSONValue

    /// Names every drafted player without points before a round closes, if the place can look for them.
    ///
    /// - Throws: `ToolError` where scores may be of such a player.
    func checkScores(of contest: TournamentID, closing round: UInt8, noting note: (String) -> Void) throws

    /// Starts the recovery of staff by the offline key that signs here.
    ///
    /// - Returns: the person who will act.
    /// - Throws: `ToolError` where no key signs, or with the refusal.
    func recover(by key: PublicKey, reason: String) throws -> UserID

    /// Replaces the key of checkpoints.
    ///
    /// - Parameters:
    ///   - user: the person on record, in a ledger without staff only.
    ///   - reason: in a ledger with staff only.
    /// - Returns: the new key, and the proposal that two people have to approve; nil if it signs already.
    /// - Throws: `ToolError` with the refusal, or where an argument does not apply.
    func rotateCheckpointKey(
        by user: String?, reason: String?, on console: Console
    ) throws -> (key: String, measure: MeasureID?)

    /// Signs a checkpoint by a key that was just approved, if the ledger is on this machine.
    func publishRotation(on console: Console) throws
}

extension OperatorPlace {
    /// Sends a command as the operator.
    @discardableResult
    func send(_ command: Command) throws -> [String] { try send(command, as: .admin(nil)) }

    /// Sends a command; or proposes it, where the ledger names its staff and the command takes two of them.
    ///
    /// - Parameters:
    ///   - sender: as for `send(_:as:)`.
    ///   - dispute: the case from which it follows; nil for none.
    ///   - reason: of a proposal.
    /// - Returns: the proposal; nil where the command was carried out.
    /// - Throws: `ToolError` with the refusal, which is then on record.
    func settle(
        _ command: Command, as sender: Sender, because dispute: CaseID? = nil, reason: String
    ) throws -> MeasureID? {
        if command.kind.authority.staff?.needs.contains(.measure) == true, try hasBegun() {
            return try propose(command, because: dispute, reason: reason)
        }
        try send(command, as: sender)
        return nil
    }

    /// Returns the person that an option names, where a proposal does not say so itself.
    ///
    /// - Parameter option: its name, such as `--by`.
    /// - Throws: `ToolError` where it is missing and needed, or given and not.
    func named(_ user: UserID?, by option: String) throws -> UserID {
        if try hasBegun() {
            guard user == nil else {
                throw ToolError(
                    .usage, "Leave out \(option): the signatures of the request and of its approval say who acted.")
            }
            return try person
        }
        guard let user else {
            throw ToolError(
                .usage,
                "\(option) is missing: name a user ID. It is required until staff roles are enabled (`staff enable`).")
        }
        return user
    }

    /// Returns a player of a room's pool, by name or external id.
    ///
    /// - Throws: `ToolError` for no player or several.
    func player(_ name: String, of room: RoomID) throws -> PlayerIndex {
        let matches = try players(name, of: room)
        guard let match = matches.first, matches.count == 1 else {
            throw ToolError(
                .noInput,
                matches.isEmpty
                    ? "Room \(room)'s pool has no player '\(name)', by name or external ID."
                    : "Room \(room)'s pool has \(matches.count) players named '\(name)'. Name the external ID.")
        }
        return match
    }

    /// Sets the rounds and the scoring of a contest.
    ///
    /// - Throws: `ToolError` with a refusal, which is then on record.
    func set(_ season: ContestSeason, of contest: TournamentID) throws {
        try send(.tournament(contest, .setContestRounds(season.rounds)))
        try send(.tournament(contest, .setScoring(season.scoring)))
    }

    /// Settles a contest as far as its season has got.
    ///
    /// - Parameters:
    ///   - note: receives what the result leaves out.
    ///   - showPrizes: receives the winners of the prizes that somebody else has to approve.
    /// - Returns: the state of the contest, in words.
    /// - Throws: `ToolError` with a refusal, which is then on record; what `showPrizes` throws.
    func settle(
        byRoundsOf contest: TournamentID, noting note: (String) -> Void,
        showingPrizes showPrizes: (PrizeProposal) throws -> Void
    ) throws -> String {
        var isNoted = false
        while true {
            let step = try nextStep(of: contest)
            guard step["isDecidedByRounds"]?.boolean != false else {
                throw ToolError(.noInput, "Contest \(contest) \(step["message"]?.string ?? "has no rounds").")
            }
            if !isNoted, let words = step["note"]?.string { note(words) }
            isNoted = true
            guard let sent = step["command"], sent.kind == .object else { return step["message"]?.string ?? "is over" }
            let command: Command
            do throws(JSONLineError) {
                command = try CommandRequest(sent).command
            } catch {
                throw ToolError(.badData, "The next step of contest \(contest) cannot be read: \(error)")
            }
            if case .tournament(_, .closeRound(let close)) = command {
                try checkScores(of: contest, closing: close.round, noting: note)
            }
            if command.kind.authority.staff?.needs.contains(.measure) == true, try hasBegun() {
                if let prizes = PrizeProposal(step["prizes"]) { try showPrizes(prizes) }
                if let open = step["approval"]?.integer(as: UInt64.self) {
                    return "pays its next prizes when approval request \(open), which is pending, is approved"
                }
                let measure = try propose(command, because: nil, reason: "As the rounds of the contest stand.")
                return "pays its next prizes when approval request \(measure) is approved"
            }
            try send(command)
        }
    }
}

/// A player of whom a season records points, as a file names the player.
struct ScoredPlayer: Hashable {
    var name: String
    var position: PlayerPosition
    /// Empty where the file has none.
    var externalID: String

    /// The player as the season knows them.
    var player: SeasonPlayer { SeasonPlayer(externalID: externalID, name: name, position: position) }
}

/// A case that was upheld, from which something may follow.
struct UpheldCase {
    var id: CaseID
    var room: RoomID
    var pick: PickNumber
    var claimant: UserID?
}

/// The payments for an entry, and the returns: by the rules, and for cases.
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
}

extension ToolError {
    static func freeSeat(_ seat: Seat, of room: RoomID) -> ToolError {
        ToolError(
            .noInput,
            "Room \(room) has no member on seat \(seat) (from 0). `draftledger room \(room)` lists the members.")
    }

    static func noClaimant(_ id: CaseID) -> ToolError {
        ToolError(.refused, "Case \(id) has no claimant with a wallet, so there is no refund.")
    }

    /// - Parameter verdict: the verdict of the case; nil for a case that is open.
    static func notUpheld(_ id: CaseID, verdict: String?) -> ToolError {
        ToolError(
            .refused,
            verdict.map {
                "Case \(id) was resolved as \($0). Only an upheld case can be corrected or refunded, and a verdict is final."
            }
                ?? "Case \(id) is still open. Resolve it first: `case resolve \(id)`.")
    }
}
