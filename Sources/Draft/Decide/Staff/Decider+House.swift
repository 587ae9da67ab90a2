/// Checks a command against the recorded staff roles, before any rule.
///
/// Without effect until staff roles are enabled. Then an admin is one person with a number, a role and a key; no role is
/// stake in what he does; and who acts in a member's place says why. The scheduler's own commands
/// continue.
extension Decider {
    func checkHouse(sending command: Command) throws(Refusal) {
        let role = origin.actor.role
        // A tick per second does not look up staff.
        if role == .scheduler, kind == .tickClock, !origin.hasWarrant { return }
        let staff = state.staff
        guard origin.dispute == nil || role == .admin && staff.hasBegun else {
            throw Refusal(.invalidValue, "Only staff can name a case.")
        }
        switch role {
        case .user: return
        case .scheduler:
            try checkAccount(of: .scheduler, in: staff)
            return try checkIsOfTheRules(command, in: staff)
        case .importer: return try checkAccount(of: .importer, in: staff)
        // The provider's name is looked up with the wallet: `checkProvider(sending:)`.
        case .provider: return
        case .admin:
            guard staff.hasBegun else {
                guard origin.signature == nil else { throw unknownKeyRefusal }
                return
            }
        }
        guard let grant = authority.staff else {
            throw Refusal(.forbidden, "No \(command.kind.name) can be sent as staff.")
        }
        guard let person = origin.actor.user else {
            throw Refusal(.forbidden, "A staff command needs the user number of its sender.")
        }
        if grant.needs.contains(.recoveryKey) {
            try checkSignature(by: staff.recoveryKey, of: "the recovery key")
        } else {
            try checkPerson(person, has: grant, in: staff)
            try checkHasNoStake(person, in: command)
        }
        if grant.needs.contains(.reason), command.saysNothing {
            throw Refusal(.invalidValue, "The reason is empty.")
        }
        if grant.needs.contains(.measure) { try checkApproved() }
        if grant.needs.contains(.dispute), let room = command.roomOfMember {
            try checkCause(in: room, for: seat(servedBy: command))
        }
    }

    private func checkPerson(_ person: UserID, has grant: StaffGrant, in staff: StaffState) throws(Refusal) {
        let roles = staff.roles(of: person, at: now)
        guard !roles.isDisjoint(with: grant.roles) else {
            let found = roles.isEmpty ? "not staff" : roles.names(joinedBy: "and")
            throw Refusal(
                .forbidden,
                "This requires the staff role \(grant.roles.names(joinedBy: "or")); \(person) is \(found).")
        }
        try checkSignature(by: staff.members[person]?.key, of: "\(person)'s key")
    }

    /// Refuses what is not signed by a key. That the signature is right was looked at before.
    func checkSignature(by key: PublicKey?, of whose: String) throws(Refusal) {
        guard let signature = origin.signature else {
            throw Refusal(.badSignature, "The command is not signed. Sign it with \(whose).")
        }
        guard let key else {
            throw Refusal(.badSignature, "The ledger does not have \(whose), so nothing can be signed.")
        }
        guard key.id(by: cryptography) == signature.key else {
            throw Refusal(
                .badSignature, "The signature is by another key than \(whose), which is \(key.bytes.hexadecimal).")
        }
    }

    /// A signature that cannot be looked up proves nothing, and must not look as if it did.
    private var unknownKeyRefusal: Refusal {
        Refusal(.badSignature, "The ledger has no key of \(origin.actor.role).")
    }

    /// Refuses commands of a service that none of its accounts has signed, if it has any.
    func checkAccount(of service: LedgerService, in staff: StaffState) throws(Refusal) {
        guard kind != .tickClock, staff.services.contains(service) else {
            guard origin.signature == nil else { throw unknownKeyRefusal }
            return
        }
        let accounts = staff.accounts(of: service)
        guard let account = origin.actor.user, accounts.contains(account) else {
            let known = accounts.map { "\(service.role.name)/\($0)" }.joined(separator: ", ")
            throw Refusal(
                .badSignature,
                "The sender is \(origin.actor.text), but \(service) has accounts with keys. Send as \(known), and sign."
            )
        }
        try checkSignature(by: staff.members[account]?.key, of: "the key of account \(account)")
    }

    /// The scheduler can only send automatic steps: it cannot cancel a full room, and can pause a draft only overnight or
    /// after an outage.
    private func checkIsOfTheRules(_ command: Command, in staff: StaffState) throws(Refusal) {
        if staff.hasBegun, case .room(_, .pauseRoom(.manual, _)) = command {
            throw Refusal(.forbidden, "The scheduler can only pause overnight and after an outage.")
        }
    }

    /// Refuses commands that need approval and lack it.
    func checkApproved() throws(Refusal) {
        guard state.staff.hasBegun, !isApproved, !isByImporter else { return }
        throw Refusal(.approverRequired, "This needs an approval request: one person proposes it, another approves.")
    }

    /// An importer takes back imported data without an approval.
    private var isByImporter: Bool { origin.actor.role == .importer }
}

/// Rooms in which a member's acts are the member's own, provably.
extension Decider {
    /// Refuses what is not signed where that is required: a pick, an edit of the queue, a switch of autodraft, leaving.
    ///
    /// The owner of the key is checked elsewhere. Autopicks by the rules have no sender and need no signature.
    func checkIsSigned(_ command: Command) throws(Refusal) {
        let room: RoomID
        switch command {
        case .room(let id, .makePick), .room(let id, .setAutodraft), .room(let id, .revealEntropy),
            .queue(let id, _, _), .wallet(_, .leaveRoom(let id)):
            room = id
        case .ledger, .pool, .tournament, .room, .wallet, .user, .dispute, .staff, .measure, .season, .aliases,
            .notes:
            return
        }
        if state.room(room)?.signedCommands == .required { try checkIsMembersOwn() }
    }

    /// Refuses senders that are not a member who signs.
    func checkIsMembersOwn() throws(Refusal) {
        guard origin.actor.role == .user else {
            throw Refusal(.forbidden, "The contest accepts only commands that its members sign themselves.")
        }
        guard origin.signature != nil else {
            throw Refusal(.badSignature, "The contest accepts signed commands only; this one is not signed.")
        }
    }
}

/// The conflicts of interest of a person.
extension Decider {
    /// Refuses staff actions about the person's own money, case or room.
    func checkHasNoStake(_ person: UserID, in command: Command) throws(Refusal) {
        switch command {
        case .wallet(person, _), .user(person, _):
            throw Refusal(.conflictOfInterest, "\(person) cannot act as staff in their own matter.")
        case .dispute(let id, let dispute):
            var claimant = state.dispute(id)?.opened.claimant
            if case .openDispute(let opened) = dispute { claimant = opened.claimant }
            guard claimant != person else {
                throw Refusal(.conflictOfInterest, "\(person) is the claimant of case \(id).")
            }
        case .room(let id, _), .queue(let id, _, _):
            guard let seat = state.room(id)?.seat(of: person) else { return }
            throw Refusal(.conflictOfInterest, "\(person) has a seat in room \(id).", seat: seat)
        case .ledger(.approvePayout(let payout)) where payout.withdrawals.contains { $0.user == person }:
            throw Refusal(.conflictOfInterest, "\(person) cannot take part in the payment of their own withdrawal.")
        case .staff(.appointStaff(let appointed)) where appointed.person == person:
            throw Refusal(.conflictOfInterest, "\(person) cannot take part in their own appointment.")
        case .ledger, .pool, .tournament, .wallet, .user, .staff, .measure, .season, .aliases, .notes: return
        }
    }

    /// Refuses acts in a member's place without a cause: a case about the room that was not rejected, or an outage for which
    /// the room is paused and which the sender did not declare.
    ///
    /// - Parameter seat: the seat in whose place the command acts; nil for a command that serves all seats alike.
    func checkCause(in id: RoomID, for seat: Seat?) throws(Refusal) {
        let room = state.room(id)
        guard let number = origin.dispute else {
            guard room?.status == .paused, let pause = room?.pause, pause.kind == .outage else {
                throw Refusal(.caseRequired, "Staff commands in place of a member must name a case about room \(id).")
            }
            guard let sender = origin.actor.user, pause.declaredBy.contains(sender),
                state.rules >= SoftwareStarted.rulesOfCauses
            else { return }
            throw Refusal(
                .conflictOfInterest,
                "User \(sender) declared the outage of room \(id), so another person must act for its members.")
        }
        guard let dispute = state.dispute(number) else {
            throw Refusal(.unknownCase, "There is no case \(number).")
        }
        guard dispute.opened.room == id else {
            throw Refusal(.caseRequired, "Case \(number) is about room \(dispute.opened.room), not \(id).")
        }
        guard dispute.resolution?.verdict != .rejected else {
            throw Refusal(.caseRequired, "Case \(number) was rejected: it cannot justify this command.")
        }
        guard dispute.opened.claimant != origin.actor.user else {
            throw Refusal(.conflictOfInterest, "The sender is the claimant of case \(number).")
        }
        guard let seat, state.rules >= SoftwareStarted.rulesOfCauses else { return }
        guard dispute.opened.seat == seat, let claimant = dispute.opened.claimant,
            claimant == room?.member(at: seat)?.user
        else {
            throw Refusal(
                .caseRequired,
                "Case \(number) is not a case of the member at \(room?.placeName(of: seat) ?? "that position").",
                seat: seat)
        }
        guard dispute.resolution?.verdict == .upheld else {
            throw Refusal(
                .caseRequired, "Case \(number) was not upheld: it does not justify acts in place of its claimant.",
                seat: seat)
        }
    }

    /// The seat in whose place a staff command acts; nil for commands that serve all seats of a room alike.
    private func seat(servedBy command: Command) -> Seat? {
        switch command {
        case .queue(_, let seat, _), .room(_, .setAutodraft(let seat, _)): seat
        case .room(let id, .makePick(let pick)):
            pick.seat ?? origin.actor.onBehalfOf.flatMap { state.room(id)?.seat(of: $0) }
        case .room(let id, .extendClock): state.room(id)?.seatOnClock
        case .ledger, .pool, .tournament, .room, .wallet, .user, .dispute, .staff, .measure, .season, .aliases,
            .notes:
            nil
        }
    }
}

extension Command {
    /// Whether it pauses a room for an outage.
    var statesOutage: Bool { if case .room(_, .pauseRoom(.outage, _)) = self { true } else { false } }

    /// The room in which the command acts in a member's place; nil for one that does not, or that the rules may want
    /// themselves.
    fileprivate var roomOfMember: RoomID? {
        switch self {
        case .room(_, .automatePick), .room(_, .pauseRoom(.outage, _)): nil
        case .room(let id, _), .queue(let id, _, _): id
        case .ledger, .pool, .tournament, .wallet, .user, .dispute, .staff, .measure, .season, .aliases, .notes: nil
        }
    }
}
