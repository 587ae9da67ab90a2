/// The numbers that every command may name, checked in one place before any rule.
///
/// Rooms, tournaments, pools and cases need no check here: beyond `StreamKey.maximumNumber` there are none, so the rules
/// do not find them.
extension Decider {
    func checkSender() throws(Refusal) {
        if let refusal = origin.refusal { throw refusal }
    }

    /// Refuses numbers that no user has, wherever the command names one beside the user whom it is about: that one has
    /// to be registered.
    func checkUsers(namedBy command: Command) throws(Refusal) {
        for user in command.users where !(1...UserID.maximum).contains(user) {
            throw Refusal(.invalidValue, "A user's number is \(user), expected 1-\(UserID.maximum).")
        }
        // Approver 0 is none at all, which the rules have their own word for.
        for approver in command.approvers where approver > .maximum {
            throw Refusal(.invalidValue, "An approver's number is \(approver), expected 1-\(UserID.maximum).")
        }
    }
}

extension Command {
    /// Users who sit, claim or ask by the command, beside the one in whose stream it is recorded.
    fileprivate var users: [UserID] {
        switch self {
        case .room(_, .importRoom(let command)): command.entries.compactMap { $0?.user }
        case .room(_, .correctPick(let correction)): correction.requestedBy.map { [$0] } ?? []
        case .dispute(_, .openDispute(let dispute)): dispute.claimant.map { [$0] } ?? []
        default: []
        }
    }

    /// Who approves or decides by the command.
    fileprivate var approvers: [UserID] {
        switch self {
        case .room(_, .correctPick(let correction)): correction.approvedBy.map { [$0] } ?? []
        case .room(_, .voidRoom(let approver, _)): [approver]
        case .wallet(_, .adjustBalance(let adjustment)): [adjustment.firstApprover, adjustment.secondApprover]
        case .dispute(_, .resolveDispute(let resolution)): [resolution.resolvedBy]
        default: []
        }
    }
}
