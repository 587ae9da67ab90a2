/// Everything that can be asked of the ledger: of which stream, and what.
///
/// A command says what somebody wants; who, when and under which id stand in its `CommandOrigin`. The stream is its
/// `anchor`, and each kind of stream has its own commands, so that none can reach the rules of another.
public enum Command: Hashable, Sendable {
    case ledger(LedgerCommand)
    case pool(PoolID, PoolCommand)
    case tournament(TournamentID, TournamentCommand)
    case room(RoomID, RoomCommand)
    case queue(RoomID, Seat, QueueCommand)
    case wallet(UserID, WalletCommand)
    case user(UserID, UserCommand)
    case dispute(CaseID, DisputeCommand)
    case staff(StaffCommand)
    indirect case measure(MeasureID, MeasureCommand)
    case season(SeasonID, SeasonCommand)
    case aliases(AliasCommand)
    case notes(SeasonID, NoteCommand)

    public var kind: CommandKind {
        switch self {
        case .ledger(let command): command.kind
        case .pool(_, let command): command.kind
        case .tournament(_, let command): command.kind
        case .room(_, let command): command.kind
        case .queue(_, _, let command): command.kind
        case .wallet(_, let command): command.kind
        case .user(_, let command): command.kind
        case .dispute(_, let command): command.kind
        case .staff(let command): command.kind
        case .measure(_, let command): command.kind
        case .season(_, let command): command.kind
        case .aliases(let command): command.kind
        case .notes(_, let command): command.kind
        }
    }

    /// The stream in which the command leaves its mark, accepted or refused, and in which a retry is looked for.
    public var anchor: StreamKey {
        switch self {
        case .ledger: .system
        case .pool(let id, _): .pool(id)
        case .tournament(let id, _): .tournament(id)
        case .room(let id, _): .room(id)
        case .queue(let id, let seat, _): .queue(id, seat)
        case .wallet(let user, _): .wallet(user)
        case .user(let user, _): .user(user)
        case .dispute(let id, _): .dispute(id)
        case .staff: .staff
        case .measure(let id, _): .measure(id)
        case .season(let id, _): .season(id)
        case .aliases: .aliases
        case .notes(let id, _): .notes(id)
        }
    }
}

/// Commands to the ledger as a whole.
public enum LedgerCommand: Hashable, Sendable {
    /// The first of all: under which name the ledger signs its checkpoints.
    case createLedger(origin: String)
    case startSoftware(SoftwareStarted)
    /// A payment provider's statement of a day.
    case recordStatement(ProviderStatement)
    /// Withdrawals that are held are to be paid out together.
    case approvePayout(ApprovePayout)
    /// Another key signs the checkpoints from now on: only as the result of an approval request.
    case rotateCheckpointKey(CheckpointKeyRotated)
    /// Free text is erased, which is kept outside the log.
    case eraseText(FreeTextErased)
    /// The season is over: nothing more is recorded, and the next ledger takes over staff, users and balances.
    case closeLedger(reason: Wording)

    public var kind: CommandKind {
        switch self {
        case .createLedger: .createLedger
        case .startSoftware: .startSoftware
        case .recordStatement: .recordStatement
        case .approvePayout: .approvePayout
        case .rotateCheckpointKey: .rotateCheckpointKey
        case .eraseText: .eraseText
        case .closeLedger: .closeLedger
        }
    }
}

/// A payout: withdrawals of one provider that are paid together, by one file.
public struct ApprovePayout: Hashable, Sendable {
    /// The most withdrawals of one payout.
    public static let largestCount = 500

    public var provider: String
    /// Each once, in the order of the file.
    public var withdrawals: [WithdrawalID]

    public init(provider: String, withdrawals: [WithdrawalID]) {
        self.provider = provider
        self.withdrawals = withdrawals
    }

    package static var blank: Self { Self(provider: "", withdrawals: []) }
}

/// Names a withdrawal in the whole ledger.
public struct WithdrawalID: Hashable, Sendable, Comparable {
    public var user: UserID
    /// The number within the user's wallet.
    public var withdrawal: UInt32

    public init(user: UserID, withdrawal: UInt32) {
        self.user = user
        self.withdrawal = withdrawal
    }

    public static func < (one: Self, other: Self) -> Bool {
        (one.user, one.withdrawal) < (other.user, other.withdrawal)
    }
}

/// Commands that can be decided with one room alone.
@usableFromInline
package enum RoomQuestion: Hashable, Sendable {
    case room(RoomID, RoomCommand)
    case queue(RoomID, Seat, QueueCommand)
    case dispute(CaseID, DisputeCommand)

    /// - Returns: nil for a command that asks for more than one room.
    @inlinable
    package init?(_ command: Command) {
        switch command {
        case .room(let id, let command): self = .room(id, command)
        case .queue(let id, let seat, let command): self = .queue(id, seat, command)
        case .dispute(let id, let command): self = .dispute(id, command)
        case .ledger, .pool, .tournament, .wallet, .user, .staff, .measure, .season, .aliases, .notes: return nil
        }
    }
}

/// The input of a decision: a command, or one of those that are about one room.
@usableFromInline
package protocol Question: Hashable, Sendable {
    var command: Command { get }

    /// - Returns: nil for other commands.
    init?(_ command: Command)
}

extension Command: Question {
    @inlinable package var command: Command { self }

    @inlinable
    package init?(_ command: Command) { self = command }
}

extension RoomQuestion: Question {
    @inlinable package var command: Command {
        switch self {
        case .room(let id, let command): .room(id, command)
        case .queue(let id, let seat, let command): .queue(id, seat, command)
        case .dispute(let id, let command): .dispute(id, command)
        }
    }
}
