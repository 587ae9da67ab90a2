import BetLedger
import Bets
import Values

/// The state of a ledger of bets after a number of records.
struct BetSnapshot: Sendable {
    let state: BetState
    /// The number of records.
    let size: UInt64
}

/// The answer of a ledger to a command.
enum BetAnswer: Sendable {
    /// The positions of the records that the command has caused.
    case accepted(Range<UInt64>)
    case refused(BetRefusal)
}

/// The keys of a ledger, for clients that verify what it signs.
struct LedgerKeys: Sendable {
    /// The ledger's name.
    var origin: String
    /// Verifies checkpoints; nil before the first one.
    var checkpoint: String?
    /// Verifies receipts.
    var receipt: String
}

/// A ledger of bets as the server uses it.
protocol BetSource: Sendable {
    /// The state now.
    func snapshot() throws -> BetSnapshot

    /// Sends a user's command. The same ID with the same command has one outcome, however often it is sent.
    func send(_ command: BetCommand, of user: UserID, id: CommandID, occurredAt: Timestamp) async throws -> BetAnswer

    /// Sends commands that are recorded together or not at all.
    func sendTogether(_ commands: [SentBetCommand]) async throws -> BetOutcomeOfBatch

    /// The bet that a user's command has recorded; nil if nothing was recorded under the ID.
    func bet(of user: UserID, sentAs id: CommandID) throws -> BetState.Bet?

    /// The signed receipt of a recorded bet, as its file has it.
    func receipt(of bet: BetID) throws -> String

    /// The keys that verify what the ledger signs, as texts.
    func verifierKeys() throws -> LedgerKeys

    /// Makes an analysis of a game's total, unless the last one is recent enough or none can be made.
    func analyse(_ game: GameID) async throws

    /// The words with which users have commented their bets, as far as they are not erased.
    func notes(of bets: [BetState.Bet]) throws -> [BetID: String]

    /// Erases all words of a user.
    func eraseNotes(of user: UserID) throws

    /// Calls a function with the games that new records are about, once their state can be read, until the task is
    /// cancelled.
    func follow(_ changed: @escaping @Sendable ([GameID]) throws -> Void) async throws

    /// Publishes a checkpoint if the ledger has grown.
    func publish() throws

    /// The published checkpoint as a signed note; nil before the first one.
    func checkpoint() throws -> String?

    /// A tile of the hash tree below the published checkpoint; nil for one that it does not cover.
    ///
    /// - Parameter path: such as `0/000` or `0/x001/234.p/17`.
    func tile(_ path: String) throws -> [UInt8]?
}
