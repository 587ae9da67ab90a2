// Commands about what one person has: the wish list of a seat, a wallet, an account, a claim.

/// Commands to a seat's queue.
///
/// `expectedVersion` is the queue stream's version that the client has seen; nil for any version.
public enum QueueCommand: Hashable, Sendable {
    case setQueue(players: [PlayerIndex], expectedVersion: UInt32?)
    /// At `index`, from 0; nil for the end.
    case addToQueue(player: PlayerIndex, index: UInt16?, expectedVersion: UInt32?)
    case removeFromQueue(player: PlayerIndex, expectedVersion: UInt32?)
    case moveInQueue(player: PlayerIndex, index: UInt16, expectedVersion: UInt32?)
    case moveToTopOfQueue(player: PlayerIndex, expectedVersion: UInt32?)
    case clearQueue(expectedVersion: UInt32?)
    case setRankings(players: [PlayerIndex])
    case setPositionLimits(PositionLimits)

    public var kind: CommandKind {
        switch self {
        case .setQueue: .setQueue
        case .addToQueue: .addToQueue
        case .removeFromQueue: .removeFromQueue
        case .moveInQueue: .moveInQueue
        case .moveToTopOfQueue: .moveToTopOfQueue
        case .clearQueue: .clearQueue
        case .setRankings: .setRankings
        case .setPositionLimits: .setPositionLimits
        }
    }

    /// The version that the client has seen; nil if the command does not state it.
    var expectedVersion: UInt32? {
        switch self {
        case .setQueue(_, let version), .addToQueue(_, _, let version), .removeFromQueue(_, let version),
            .moveInQueue(_, _, let version), .moveToTopOfQueue(_, let version), .clearQueue(let version):
            version
        case .setRankings, .setPositionLimits: nil
        }
    }

    /// The same edit, for one who has seen another version of the queue; one that names no version stays as it is.
    package func expecting(_ version: UInt32) -> QueueCommand {
        switch self {
        case .setQueue(let players, _?): .setQueue(players: players, expectedVersion: version)
        case .addToQueue(let player, let index, _?):
            .addToQueue(player: player, index: index, expectedVersion: version)
        case .removeFromQueue(let player, _?): .removeFromQueue(player: player, expectedVersion: version)
        case .moveInQueue(let player, let index, _?):
            .moveInQueue(player: player, index: index, expectedVersion: version)
        case .moveToTopOfQueue(let player, _?): .moveToTopOfQueue(player: player, expectedVersion: version)
        case .clearQueue(_?): .clearQueue(expectedVersion: version)
        case .setQueue, .addToQueue, .removeFromQueue, .moveInQueue, .moveToTopOfQueue, .clearQueue, .setRankings,
            .setPositionLimits:
            self
        }
    }
}

/// Commands to a user's wallet: paid entries to contests, deposits and withdrawals.
public enum WalletCommand: Hashable, Sendable {
    /// Fills one seat in each of `entries` different rooms, opening rooms as needed.
    ///
    /// `entropy` is the member's contribution to the draws: 16 random bytes from the client, or empty; in a contest that
    /// requires signatures, their SHA-256, for one entry at a time.
    case joinTournament(TournamentID, entries: UInt8, entropy: [UInt8] = [])
    case leaveRoom(RoomID)
    case recordDeposit(amount: Cents, provider: String, reference: String)
    /// `destination` is a salted SHA-256 of where the money is to go, or nothing; who asks keeps the salt.
    case holdWithdrawal(amount: Cents, provider: String, destination: [UInt8] = [])
    case postWithdrawal(withdrawal: UInt32, reference: String)
    case releaseWithdrawal(withdrawal: UInt32, reason: Wording)
    /// `dispute` is the provider's own id of the dispute, `reference` that of the deposit. Older commands have no id.
    case recordChargeback(amount: Cents, provider: String, reference: String, dispute: String = "")
    /// How a dispute with the provider ended, and how much of the money came back.
    case settleChargeback(provider: String, dispute: String, outcome: ChargebackSettled.Outcome, amount: Cents)
    case adjustBalance(BalanceAdjusted)

    public var kind: CommandKind {
        switch self {
        case .joinTournament: .joinTournament
        case .leaveRoom: .leaveRoom
        case .recordDeposit: .recordDeposit
        case .holdWithdrawal: .holdWithdrawal
        case .postWithdrawal: .postWithdrawal
        case .releaseWithdrawal: .releaseWithdrawal
        case .recordChargeback: .recordChargeback
        case .settleChargeback: .settleChargeback
        case .adjustBalance: .adjustBalance
        }
    }
}

/// Commands to a user's account.
public enum UserCommand: Hashable, Sendable {
    case registerUser
    case setAlertPreferences(AlertPreferences)
    case registerPushToken(PushTokenRegistered)
    /// The first one is signed by itself, each later one by one that is there.
    case addDeviceKey(PublicKey)
    case removeDeviceKey(PublicKey)
    /// All limits that the member wants from now on; see `PlayLimits` for when they hold.
    case setLimits(PlayLimits)
    /// Neither deposits nor entries until then.
    case excludeUser(until: Timestamp)
    /// Neither deposits nor entries any more.
    case closeAccount
    /// A person with a staff role reads private data of the user.
    case recordAccess(PrivateDataRead)
    /// The outcomes of the notices about a turn of the user.
    case recordNotices(NoticesRecorded)

    public var kind: CommandKind {
        switch self {
        case .registerUser: .registerUser
        case .setAlertPreferences: .setAlertPreferences
        case .registerPushToken: .registerPushToken
        case .addDeviceKey: .addDeviceKey
        case .removeDeviceKey: .removeDeviceKey
        case .setLimits: .setLimits
        case .excludeUser: .excludeUser
        case .closeAccount: .closeAccount
        case .recordAccess: .recordAccess
        case .recordNotices: .recordNotices
        }
    }
}

/// Commands to a case.
public enum DisputeCommand: Hashable, Sendable {
    case openDispute(DisputeOpened)
    case attachEvidence(EvidenceAttached)
    case resolveDispute(DisputeResolved)

    public var kind: CommandKind {
        switch self {
        case .openDispute: .openDispute
        case .attachEvidence: .attachEvidence
        case .resolveDispute: .resolveDispute
        }
    }
}
