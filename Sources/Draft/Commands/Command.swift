/// Everything that can be asked of the ledger, one case for each kind of command.
///
/// A command says what somebody wants; who, when and under which id stand in its `CommandOrigin`.
public enum Command: Hashable, Sendable {
    // system
    case createLedger(origin: String)
    case startSoftware(SoftwareStarted)

    // pools
    case publishPool(PublishPool)
    case addPlayer(pool: PoolID, player: PlayerListing)

    // tournaments
    case createTournament(TournamentID, TournamentCreated)
    case closeEntries(TournamentID)
    case cancelTournament(TournamentID, reason: String)
    case awardPrizes(TournamentID, standings: [Standing])
    case finalizeTournament(TournamentID)

    /// Fills one seat in each of `entries` different rooms, opening rooms as needed.
    case joinTournament(TournamentID, user: UserID, entries: UInt8)
    case leaveRoom(RoomID, user: UserID)

    // rooms
    case openRoom(RoomID, OpenRoom)
    case importRoom(RoomID, ImportRoom)
    case startDraft(RoomID)
    case tickClock(RoomID, pick: PickNumber)
    case makePick(RoomID, MakePick)
    /// The scheduler's: the clock ran out, or the slot on the clock autodrafts.
    case automatePick(RoomID, pick: PickNumber, epoch: UInt32)
    /// The importer's: a pick that another site's rules made.
    case recordAutomatedPick(RoomID, RecordAutomatedPick)
    case setAutodraft(RoomID, seat: Seat, on: Bool)
    case extendClock(RoomID, pick: PickNumber, by: Interval, reason: String)
    case pauseRoom(RoomID, kind: RoomPaused.Kind, reason: String)
    case resumeRoom(RoomID)
    case setConnection(RoomID, seat: Seat, connected: Bool)
    case correctPick(RoomID, CorrectPick)
    case cancelRoom(RoomID, reason: String)
    case voidRoom(RoomID, approvedBy: UserID, reason: String)

    // queues: `expectedVersion` is the queue stream's version that the client has seen; nil for whatever it is
    case setQueue(RoomID, Seat, players: [PlayerIndex], expectedVersion: UInt32?)
    case addToQueue(RoomID, Seat, player: PlayerIndex, index: UInt16?, expectedVersion: UInt32?)
    case removeFromQueue(RoomID, Seat, player: PlayerIndex, expectedVersion: UInt32?)
    case moveInQueue(RoomID, Seat, player: PlayerIndex, index: UInt16, expectedVersion: UInt32?)
    case moveToTopOfQueue(RoomID, Seat, player: PlayerIndex, expectedVersion: UInt32?)
    case clearQueue(RoomID, Seat, expectedVersion: UInt32?)
    case setRankings(RoomID, Seat, players: [PlayerIndex])
    case setPositionLimits(RoomID, Seat, PositionLimits)

    // money
    case recordDeposit(UserID, amount: Cents, provider: String, reference: String)
    case holdWithdrawal(UserID, amount: Cents, provider: String)
    case postWithdrawal(UserID, withdrawal: UInt32, reference: String)
    case releaseWithdrawal(UserID, withdrawal: UInt32, reason: String)
    case recordChargeback(UserID, amount: Cents, provider: String, reference: String)
    case adjustBalance(UserID, BalanceAdjusted)

    // users
    case registerUser(UserID)
    case setAlertPreferences(UserID, AlertPreferences)
    case registerPushToken(UserID, PushTokenRegistered)

    // cases
    case openDispute(CaseID, DisputeOpened)
    case attachEvidence(CaseID, EvidenceAttached)
    case resolveDispute(CaseID, DisputeResolved)
}

extension Command {
    public var kind: CommandKind {
        switch self {
        case .createLedger: .createLedger
        case .startSoftware: .startSoftware
        case .publishPool: .publishPool
        case .addPlayer: .addPlayer
        case .createTournament: .createTournament
        case .closeEntries: .closeEntries
        case .cancelTournament: .cancelTournament
        case .awardPrizes: .awardPrizes
        case .finalizeTournament: .finalizeTournament
        case .joinTournament: .joinTournament
        case .leaveRoom: .leaveRoom
        case .openRoom: .openRoom
        case .importRoom: .importRoom
        case .startDraft: .startDraft
        case .tickClock: .tickClock
        case .makePick: .makePick
        case .automatePick: .automatePick
        case .recordAutomatedPick: .recordAutomatedPick
        case .setAutodraft: .setAutodraft
        case .extendClock: .extendClock
        case .pauseRoom: .pauseRoom
        case .resumeRoom: .resumeRoom
        case .setConnection: .setConnection
        case .correctPick: .correctPick
        case .cancelRoom: .cancelRoom
        case .voidRoom: .voidRoom
        case .setQueue: .setQueue
        case .addToQueue: .addToQueue
        case .removeFromQueue: .removeFromQueue
        case .moveInQueue: .moveInQueue
        case .moveToTopOfQueue: .moveToTopOfQueue
        case .clearQueue: .clearQueue
        case .setRankings: .setRankings
        case .setPositionLimits: .setPositionLimits
        case .recordDeposit: .recordDeposit
        case .holdWithdrawal: .holdWithdrawal
        case .postWithdrawal: .postWithdrawal
        case .releaseWithdrawal: .releaseWithdrawal
        case .recordChargeback: .recordChargeback
        case .adjustBalance: .adjustBalance
        case .registerUser: .registerUser
        case .setAlertPreferences: .setAlertPreferences
        case .registerPushToken: .registerPushToken
        case .openDispute: .openDispute
        case .attachEvidence: .attachEvidence
        case .resolveDispute: .resolveDispute
        }
    }

    /// The stream in which the command leaves its mark, accepted or refused, and in which a retry is looked for.
    public var anchor: StreamKey {
        switch self {
        case .createLedger, .startSoftware: .system
        case .publishPool(let command): .pool(command.pool)
        case .addPlayer(let pool, _): .pool(pool)
        case .createTournament(let id, _), .closeEntries(let id), .cancelTournament(let id, _),
            .awardPrizes(let id, _), .finalizeTournament(let id):
            .tournament(id)
        case .joinTournament(_, let user, _), .leaveRoom(_, let user): .wallet(user)
        case .openRoom(let id, _), .importRoom(let id, _), .startDraft(let id), .tickClock(let id, _),
            .makePick(let id, _), .automatePick(let id, _, _), .recordAutomatedPick(let id, _),
            .setAutodraft(let id, _, _), .extendClock(let id, _, _, _), .pauseRoom(let id, _, _),
            .resumeRoom(let id), .setConnection(let id, _, _), .correctPick(let id, _), .cancelRoom(let id, _),
            .voidRoom(let id, _, _):
            .room(id)
        case .setQueue(let id, let seat, _, _), .addToQueue(let id, let seat, _, _, _),
            .removeFromQueue(let id, let seat, _, _), .moveInQueue(let id, let seat, _, _, _),
            .moveToTopOfQueue(let id, let seat, _, _), .clearQueue(let id, let seat, _),
            .setRankings(let id, let seat, _), .setPositionLimits(let id, let seat, _):
            .queue(id, seat)
        case .recordDeposit(let user, _, _, _), .holdWithdrawal(let user, _, _), .postWithdrawal(let user, _, _),
            .releaseWithdrawal(let user, _, _), .recordChargeback(let user, _, _, _), .adjustBalance(let user, _):
            .wallet(user)
        case .registerUser(let user), .setAlertPreferences(let user, _), .registerPushToken(let user, _): .user(user)
        case .openDispute(let id, _), .attachEvidence(let id, _), .resolveDispute(let id, _): .dispute(id)
        }
    }
}
