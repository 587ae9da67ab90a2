/// The senders of a kind of command and their subjects: one row of the table of authority.
///
/// The table is `CommandKind.authority`. `decide` reads it, an audit reads it, and the article <doc:WhoMaySendWhat> shows it.
/// Senders that are not in a row are refused as `forbidden`. Further requirements, such as that an approver has no
/// stake, are documented with the rule.
///
/// Once `AuthorityBegan` is recorded, an admin is a staff member, and `staff` lists the required staff roles.
public struct Authority: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The subjects about which a role may send the command.
    public enum Reach: String, Sendable, CaseIterable {
        /// Anything.
        case any
        /// The sender's own subjects: account, wallet, seat, claim.
        case own
        /// Any user's subjects; if the sender names the user for whom it acts, only that user's.
        case onBehalf
        /// The subjects in a room without a clock, which records a draft from elsewhere.
        case untimed
        /// The subjects in an imported room.
        case imported
    }

    /// One role that may send the command.
    public struct Grant: Hashable, Sendable {
        public let role: Sender.Role
        public let reach: Reach
    }

    /// The roles that may send it, in the order in which a refusal names them. Each role occurs once.
    public let grants: [Grant]

    /// The staff roles that may send it, once staff roles are enabled; nil for commands that staff can no longer send.
    public private(set) var staff: StaffGrant?

    public init(dictionaryLiteral grants: (Sender.Role, Reach)...) {
        self.grants = grants.map { Grant(role: $0, reach: $1) }
    }

    fileprivate init(_ grants: Authority, staff: StaffGrant?) {
        self = grants
        self.staff = staff
    }

    /// The subjects about which a role may send the command; nil if the role may not send it.
    public func reach(of role: Sender.Role) -> Reach? { grants.first { $0.role == role }?.reach }

    /// Whether somebody may send the command about what is a user's.
    ///
    /// - Parameters:
    ///   - sender: the sender.
    ///   - user: nil for subjects without a user, such as the seat of a team of which only an external ID is known.
    public func allows(_ sender: Sender, over user: UserID?) -> Bool {
        switch reach(of: sender.role) {
        case nil: false
        case .own: user != nil && sender.user == user
        case .onBehalf: sender.onBehalfOf == nil || sender.onBehalfOf == user
        case .any, .untimed, .imported: true
        }
    }

    /// Whether somebody may send the command about what is in a room, whosever it is.
    public func allows(_ sender: Sender, in room: RoomState) -> Bool {
        switch reach(of: sender.role) {
        case nil: false
        case .untimed: !room.ruleset.isTimed
        case .imported: room.isImported
        case .any, .own, .onBehalf: true
        }
    }
}

extension CommandKind {
    /// The senders of commands of this kind.
    public var authority: Authority { Authority.rows[Int(rawValue)] }

    /// The table itself: the grants of each kind, and the staff roles that count once staff roles are enabled. Nil staff
    /// leaves an admin nothing; in rows without an admin it says nothing new.
    fileprivate var row: Authority {
        switch self {
        case .createLedger: Authority([.admin: .any, .scheduler: .any, .importer: .any], staff: nil)
        case .startSoftware:
            Authority(
                [.admin: .any, .scheduler: .any, .importer: .any],
                staff: StaffGrant([.operator, .scheduler, .backend]))
        case .rotateCheckpointKey, .appointStaff:
            Authority([.admin: .any], staff: StaffGrant(.operator, with: .measure))
        case .closeLedger: Authority([.admin: .any], staff: StaffGrant(.officer, with: [.reason, .measure]))
        case .eraseText:
            Authority(
                [.admin: .any, .scheduler: .any],
                staff: StaffGrant([.operator, .officer], with: .measureOfStaffText))
        case .publishPool, .addPlayer, .createTournament, .setContestRounds, .setScoring, .recordScores, .closeWeek,
            .recordNotes, .recordGames:
            Authority([.admin: .any, .importer: .any], staff: StaffGrant([.operator, .importer]))
        case .closeEntries, .finalizeTournament, .closeRound, .drawPods, .openRoom:
            Authority([.admin: .any, .scheduler: .any], staff: StaffGrant([.operator, .scheduler]))
        case .cancelTournament:
            Authority([.admin: .any], staff: StaffGrant(.operator, with: [.reason, .measureOnceFull]))
        // Standings must not depend on one person alone.
        case .awardPrizes: Authority([.admin: .any], staff: StaffGrant(.cashier, with: .measure))
        case .joinTournament, .leaveRoom, .holdWithdrawal, .setAlertPreferences, .registerPushToken:
            Authority([.user: .own, .admin: .onBehalf], staff: StaffGrant(.backend))
        case .importRoom: Authority([.importer: .any], staff: nil)
        case .startDraft, .drawOrder:
            Authority([.scheduler: .any, .admin: .any], staff: StaffGrant([.operator, .scheduler]))
        case .tickClock, .recordAccess, .recordNotices: Authority([.scheduler: .any], staff: nil)
        case .makePick, .setAutodraft, .setQueue, .addToQueue, .removeFromQueue, .moveInQueue, .moveToTopOfQueue,
            .clearQueue, .setRankings, .setPositionLimits:
            Authority(
                [.user: .own, .admin: .onBehalf, .importer: .untimed],
                staff: StaffGrant(.operator, with: .dispute))
        case .automatePick:
            Authority([.scheduler: .any, .admin: .any], staff: StaffGrant([.operator, .scheduler], with: .dispute))
        case .recordAutomatedPick: Authority([.importer: .untimed], staff: nil)
        case .extendClock: Authority([.admin: .any], staff: StaffGrant(.operator, with: [.reason, .dispute]))
        case .pauseRoom:
            Authority(
                [.admin: .any, .scheduler: .any],
                staff: StaffGrant(.operator, with: [.reason, .dispute, .measureForOutage]))
        case .resumeRoom: Authority([.admin: .any, .scheduler: .any], staff: StaffGrant(.operator))
        case .setConnection:
            Authority(
                [.user: .own, .scheduler: .any, .admin: .onBehalf, .importer: .untimed],
                staff: StaffGrant(.backend))
        case .correctPick:
            Authority([.admin: .any], staff: StaffGrant([.operator, .officer], with: [.reason, .measure]))
        case .cancelRoom:
            Authority(
                [.admin: .any, .scheduler: .any], staff: StaffGrant(.operator, with: [.reason, .measureOnceFull]))
        case .voidRoom:
            Authority([.admin: .any, .importer: .imported], staff: StaffGrant(.operator, with: [.reason, .measure]))
        case .revealEntropy, .addDeviceKey, .removeDeviceKey: Authority([.user: .own], staff: nil)
        case .recordDeposit, .recordChargeback, .settleChargeback: Authority([.provider: .onBehalf], staff: nil)
        case .postWithdrawal, .releaseWithdrawal:
            Authority([.provider: .onBehalf, .admin: .onBehalf], staff: StaffGrant(.cashier))
        // Money that leaves must not depend on one person alone.
        case .approvePayout: Authority([.admin: .any], staff: StaffGrant(.cashier, with: .measure))
        case .adjustBalance: Authority([.admin: .onBehalf], staff: StaffGrant(.cashier, with: [.reason, .measure]))
        case .recordStatement: Authority([.provider: .any, .admin: .any, .importer: .any], staff: StaffGrant(.cashier))
        case .registerUser:
            Authority([.user: .own, .admin: .onBehalf, .importer: .onBehalf], staff: StaffGrant(.backend))
        case .setLimits, .excludeUser, .closeAccount:
            Authority([.user: .own, .admin: .onBehalf], staff: StaffGrant(.officer, with: .measure))
        case .openDispute, .attachEvidence:
            Authority([.user: .own, .admin: .onBehalf], staff: StaffGrant([.officer, .backend]))
        case .resolveDispute: Authority([.admin: .any], staff: StaffGrant(.officer, with: [.reason, .measure]))
        case .beginAuthority: Authority([.admin: .any], staff: nil)
        case .dismissStaff: Authority([.admin: .any], staff: StaffGrant(.founder, with: .reason))
        case .recoverStaff: Authority([.admin: .any], staff: StaffGrant([], with: [.reason, .recoveryKey]))
        case .proposeMeasure:
            Authority([.admin: .any], staff: StaffGrant([.operator, .officer, .cashier], with: .reason))
        case .approveMeasure: Authority([.admin: .any], staff: StaffGrant(.officer))
        case .declineMeasure: Authority([.admin: .any], staff: StaffGrant(.officer, with: .reason))
        case .lapseMeasure: Authority([.scheduler: .any, .admin: .any], staff: StaffGrant([.officer, .scheduler]))
        // The points that count follow from it, and prizes from those.
        case .assignScores: Authority([.admin: .any], staff: StaffGrant(.operator, with: [.reason, .measure]))
        case .joinPlayers, .partPlayers, .withdrawAlias:
            Authority([.admin: .any, .importer: .any], staff: StaffGrant([.operator, .importer], with: .reason))
        case .recordStatedResults: Authority([.importer: .imported], staff: nil)
        }
    }
}

extension Authority {
    /// The rows by the numbers of their kinds, made once: a decision is not to allocate or to hash for them.
    fileprivate static let rows = (0...UInt8.max).map { number in
        CommandKind(rawValue: number)?.row ?? [:]
    }
}

/// Holding a command's sender against the row of its kind in the table of authority, `CommandKind.authority`.
extension Decider {
    /// Refuses who does not have one of the roles that may send the command about what is not their own.
    func checkRole() throws(Refusal) {
        guard let reach = authority.reach(of: origin.actor.role), reach != .own else {
            let allowed = authority.grants.filter { $0.reach != .own }.map { String(describing: $0.role) }
            throw Refusal(
                .forbidden,
                "This requires the role \(allowed.joined(separator: " or ")); the sender is \(origin.actor.role).")
        }
    }

    /// Refuses who may not send the command about what is a user's.
    func checkMayAct(for user: UserID, act: @autoclosure () -> String) throws(Refusal) {
        let actor = origin.actor
        guard authority.allows(actor, over: user) else {
            let sender = actor.user.map { " \($0)" } ?? ""
            let behalf = actor.onBehalfOf.map { " for user \($0)" } ?? ""
            let own = actor.role == .user && authority.reach(of: .user) == .own ? actor.user : nil
            let remedy = own.map { " Use your own number, \($0)." } ?? ""
            throw Refusal(.forbidden, "\(actor.role)\(sender)\(behalf) may not \(act()).\(remedy)")
        }
    }

    /// Whether the sender may act for a seat of the room, which somebody has to have taken.
    func mayAct(for seat: Seat, in room: RoomState) -> Bool {
        guard let member = room.member(at: seat) else { return false }
        return authority.allows(origin.actor, over: member.user) && authority.allows(origin.actor, in: room)
    }

    /// Refuses senders that may not act for a seat.
    func checkMayAct(for seat: Seat, in room: RoomState) throws(Refusal) {
        guard mayAct(for: seat, in: room) else {
            throw Refusal(
                .forbidden, "The sender may not act for \(room.placeName(of: seat)) of room \(room.id).", seat: seat)
        }
    }
}

/// The part of the ledger that a command changes, and that tells what it leads to.
package enum CommandScope: Sendable {
    case ledger, pool, contest
    /// A room outside its draft: its opening, its draw, its beginning and its end.
    case room
    /// A draft: the room and its queues alone tell what a command leads to.
    case draft
    /// The queue of a seat, which belongs to its draft.
    case queue
    case wallet, user, dispute, staff, measure, season, aliases, notes
}

extension CommandKind {
    /// The part of the ledger that commands of this kind change.
    package var scope: CommandScope {
        switch self {
        case .createLedger, .startSoftware, .rotateCheckpointKey, .recordStatement, .approvePayout, .eraseText,
            .closeLedger:
            .ledger
        case .publishPool, .addPlayer: .pool
        case .createTournament, .closeEntries, .cancelTournament, .awardPrizes, .finalizeTournament, .setContestRounds,
            .setScoring, .closeRound, .drawPods:
            .contest
        case .openRoom, .importRoom, .startDraft, .cancelRoom, .voidRoom, .revealEntropy, .drawOrder: .room
        case .tickClock, .makePick, .automatePick, .recordAutomatedPick, .setAutodraft, .extendClock, .pauseRoom,
            .resumeRoom, .setConnection, .correctPick, .recordStatedResults:
            .draft
        case .setQueue, .addToQueue, .removeFromQueue, .moveInQueue, .moveToTopOfQueue, .clearQueue, .setRankings,
            .setPositionLimits:
            .queue
        case .joinTournament, .leaveRoom, .recordDeposit, .holdWithdrawal, .postWithdrawal, .releaseWithdrawal,
            .recordChargeback, .settleChargeback, .adjustBalance:
            .wallet
        case .registerUser, .setAlertPreferences, .registerPushToken, .addDeviceKey, .removeDeviceKey, .setLimits,
            .excludeUser, .closeAccount, .recordAccess, .recordNotices:
            .user
        case .openDispute, .attachEvidence, .resolveDispute: .dispute
        case .beginAuthority, .appointStaff, .dismissStaff, .recoverStaff: .staff
        case .proposeMeasure, .approveMeasure, .declineMeasure, .lapseMeasure: .measure
        case .recordScores, .closeWeek, .assignScores: .season
        case .joinPlayers, .partPlayers, .withdrawAlias: .aliases
        case .recordNotes, .recordGames: .notes
        }
    }

    /// Whether a room and its queues alone tell what a command of this kind leads to.
    package var isOfDraft: Bool { scope == .draft || scope == .queue }
}
