/// The kind of a command, as a refusal records it. Raw values are fixed for ever.
public enum CommandKind: UInt8, Sendable, CaseIterable {
    case createLedger = 1
    case startSoftware = 2
    case publishPool = 10
    case addPlayer = 11
    case createTournament = 20
    case closeEntries = 21
    case cancelTournament = 22
    case awardPrizes = 23
    case finalizeTournament = 24
    case joinTournament = 30
    case leaveRoom = 31
    case openRoom = 40
    case importRoom = 41
    case startDraft = 42
    case tickClock = 43
    case makePick = 44
    case automatePick = 45
    case recordAutomatedPick = 46
    case setAutodraft = 47
    case extendClock = 48
    case pauseRoom = 49
    case resumeRoom = 50
    case setConnection = 51
    case correctPick = 52
    case cancelRoom = 53
    case voidRoom = 54
    case setQueue = 60
    case addToQueue = 61
    case removeFromQueue = 62
    case moveInQueue = 63
    case moveToTopOfQueue = 64
    case clearQueue = 65
    case setRankings = 66
    case setPositionLimits = 67
    case recordDeposit = 80
    case holdWithdrawal = 81
    case postWithdrawal = 82
    case releaseWithdrawal = 83
    case recordChargeback = 84
    case adjustBalance = 85
    case registerUser = 90
    case setAlertPreferences = 91
    case registerPushToken = 92
    case openDispute = 100
    case attachEvidence = 101
    case resolveDispute = 102

    /// The stable string.
    public var name: String { String(describing: self) }
}
