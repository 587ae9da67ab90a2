/// Who of the house may send a command of some kind, and with what beside the role: the part of a row of the table of
/// authority that holds once the ledger says who acts for the house.
public struct StaffGrant: Hashable, Sendable {
    /// Any one of them is enough.
    public let roles: StaffRoles
    public let needs: Needs

    /// What goes with the command.
    public struct Needs: OptionSet, Hashable, Sendable {
        public var rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A reason in words.
        public static let reason = Self(rawValue: 1 << 0)
        /// A case about the room in the command's origin, or an outage for which the room stands still: somebody acts in a
        /// member's place.
        public static let dispute = Self(rawValue: 1 << 1)
        /// Another person's approval: it is proposed as a measure.
        public static let measure = Self(rawValue: 1 << 2)
        /// The same, once a room is full that would be cancelled.
        public static let measureOnceFull = Self(rawValue: 1 << 3)
        /// The signature of the recovery key, whoever sends it.
        public static let recoveryKey = Self(rawValue: 1 << 4)

        /// What is needed in words, in the order of the bits.
        public var names: [String] {
            let words = ["a reason", "a case or an outage", "a measure", "a measure once full", "the recovery key"]
            return words.indices.filter { rawValue >> $0 & 1 == 1 }.map { words[$0] }
        }
    }

    init(_ roles: StaffRoles, with needs: Needs = []) {
        self.roles = roles
        self.needs = needs
    }
}

extension CommandKind {
    /// Who of the house may send commands of this kind, for the table of authority. Nil narrows what an admin may down to
    /// nothing; where no admin may, it says nothing new.
    var staffRow: StaffGrant? {
        switch self {
        case .createLedger, .beginAuthority, .importRoom, .recordAutomatedPick, .tickClock, .recordDeposit,
            .recordStatedResults, .recordChargeback, .settleChargeback, .addDeviceKey, .removeDeviceKey, .revealEntropy,
            .recordAccess:
            nil
        case .startSoftware: StaffGrant([.operator, .scheduler, .backend])
        case .publishPool, .addPlayer, .createTournament, .setContestRounds, .setScoring, .recordScores, .closeWeek,
            .recordNotes, .recordGames:
            StaffGrant([.operator, .importer])
        // The points that count follow from it, and prizes from those.
        case .assignScores: StaffGrant(.operator, with: [.reason, .measure])
        case .joinPlayers, .partPlayers, .withdrawAlias: StaffGrant([.operator, .importer], with: .reason)
        case .closeEntries, .finalizeTournament, .closeRound, .drawPods, .openRoom, .startDraft, .drawOrder:
            StaffGrant([.operator, .scheduler])
        case .cancelTournament, .cancelRoom: StaffGrant(.operator, with: [.reason, .measureOnceFull])
        // What the standings are, one person's word must not be enough for.
        case .awardPrizes: StaffGrant(.cashier, with: .measure)
        case .joinTournament, .leaveRoom, .holdWithdrawal, .registerUser, .setAlertPreferences, .registerPushToken,
            .setConnection:
            StaffGrant(.backend)
        case .openDispute, .attachEvidence: StaffGrant([.officer, .backend])
        case .makePick, .setAutodraft, .setQueue, .addToQueue, .removeFromQueue, .moveInQueue, .moveToTopOfQueue,
            .clearQueue, .setRankings, .setPositionLimits:
            StaffGrant(.operator, with: .dispute)
        case .automatePick: StaffGrant([.operator, .scheduler], with: .dispute)
        case .extendClock, .pauseRoom: StaffGrant(.operator, with: [.reason, .dispute])
        case .resumeRoom: StaffGrant(.operator)
        case .correctPick: StaffGrant([.operator, .officer], with: [.reason, .measure])
        case .voidRoom: StaffGrant(.operator, with: [.reason, .measure])
        case .postWithdrawal, .releaseWithdrawal, .recordStatement: StaffGrant(.cashier)
        case .setLimits, .excludeUser, .closeAccount: StaffGrant(.officer, with: .measure)
        case .adjustBalance: StaffGrant(.cashier, with: [.reason, .measure])
        case .resolveDispute: StaffGrant(.officer, with: [.reason, .measure])
        case .appointStaff, .rotateCheckpointKey: StaffGrant(.operator, with: .measure)
        case .dismissStaff: StaffGrant(.founder, with: .reason)
        case .recoverStaff: StaffGrant([], with: [.reason, .recoveryKey])
        case .proposeMeasure: StaffGrant([.operator, .officer, .cashier], with: .reason)
        case .approveMeasure: StaffGrant(.officer)
        case .declineMeasure: StaffGrant(.officer, with: .reason)
        case .lapseMeasure: StaffGrant([.officer, .scheduler])
        }
    }
}
