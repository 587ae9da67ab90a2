/// Approval requests (dual control): one person proposes a command, and another approves it with a second command. The
/// proposed command takes effect in the same append, decided on the current state.
///
/// Proposer, approver and beneficiary are different people. If the state has changed so that the result would differ from
/// the proposal, the request is outdated and can be proposed again.
extension Decider where State: HouseStates {
    func measureEvents(_ id: MeasureID, _ command: MeasureCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        guard state.staff.hasBegun else {
            throw Refusal(
                .wrongStatus, "Staff roles are not enabled, so there are no approval requests (see `staff enable`).")
        }
        switch command {
        case .proposeMeasure(let proposal): return try proposeMeasureEvents(id, proposal)
        case .approveMeasure: return try approveMeasureEvents(id)
        case .declineMeasure(let reason):
            try checkIsNotProposer(of: try pendingMeasure(id))
            try check(reason, named: "reason", limit: 1_000)
            return [StreamEvent(.measure(id), .measureDeclined(MeasureDeclined(reason: reason)))]
        case .lapseMeasure:
            let measure = try pendingMeasure(id, evenIfLapsed: true)
            guard now >= measure.proposed.lapsesAt else {
                throw Refusal(
                    .clockRunning, "Approval request \(id) can still be approved.", deadline: measure.proposed.lapsesAt)
            }
            return [StreamEvent(.measure(id), .measureLapsed(MeasureLapsed()))]
        }
    }

    /// How long a measure waits for somebody to approve it.
    private var lifetime: Interval { .seconds(7 * 24 * 60 * 60) }

    private func proposeMeasureEvents(_ id: MeasureID, _ proposal: ProposeMeasure) throws(Refusal) -> [StreamEvent] {
        try checkNumber(id.number, named: "measure")
        guard state.measure(id) == nil else { throw Refusal(.alreadyExists, "Approval request \(id) already exists.") }
        try check(proposal.reason, named: "reason", limit: 2_000)
        guard let proposer = origin.actor.user else {
            throw Refusal(.forbidden, "The proposal needs the user number of its sender.")
        }
        try checkMayPropose(proposal.command, by: proposer)
        try checkCause(of: proposal.command, dispute: proposal.dispute)
        // Any approver: effects are compared without their approver.
        guard let approver = approvers(of: proposal.command, besides: proposer).min() else {
            throw Refusal(.approverRequired, "No other staff member can approve it.")
        }
        let events = try effects(of: proposal.command, proposedBy: proposer, approvedBy: approver)
        let proposed = MeasureProposed(
            command: proposal.command, dispute: proposal.dispute, effects: try digest(of: events),
            lapsesAt: now + lifetime, reason: proposal.reason)
        return [StreamEvent(.measure(id), .measureProposed(proposed))]
    }

    private func approveMeasureEvents(_ id: MeasureID) throws(Refusal) -> [StreamEvent] {
        let measure = try pendingMeasure(id)
        try checkIsNotProposer(of: measure)
        guard let approver = origin.actor.user, let proposer = measure.proposer else {
            throw Refusal(.forbidden, "The command needs the user numbers of proposer and approver.")
        }
        let command = measure.proposed.command
        try checkHasNoStake(approver, in: command)
        let events: [StreamEvent]
        do throws(Refusal) {
            try checkMayPropose(command, by: proposer)
            try checkCause(of: command, dispute: measure.proposed.dispute)
            events = try effects(of: command, proposedBy: proposer, approvedBy: approver)
        } catch {
            throw stale(id, "It would now be refused (\(error.code.name)): \(error.message)")
        }
        guard try digest(of: events) == measure.proposed.effects else {
            throw stale(id, "Its effects would now differ from those proposed.")
        }
        return [StreamEvent(.measure(id), .measureApproved(MeasureApproved()))] + events
    }

    private func stale(_ id: MeasureID, _ why: String) -> Refusal {
        Refusal(.measureStale, "Approval request \(id) is outdated. \(why)")
    }

    private func pendingMeasure(_ id: MeasureID, evenIfLapsed: Bool = false) throws(Refusal) -> MeasureState {
        guard let measure = state.measure(id) else {
            throw Refusal(.unknownMeasure, "There is no approval request \(id).")
        }
        guard measure.stage == .pending else {
            throw Refusal(.wrongStatus, "Approval request \(id) is already \(measure.stage.name).")
        }
        guard evenIfLapsed || now < measure.proposed.lapsesAt else {
            throw Refusal(
                .wrongStatus, "Approval request \(id) has expired.",
                deadline: measure.proposed.lapsesAt)
        }
        return measure
    }

    private func checkIsNotProposer(of measure: MeasureState) throws(Refusal) {
        guard measure.proposer != origin.actor.user else {
            throw Refusal(.conflictOfInterest, "Proposers cannot decide on their own request.")
        }
    }
}

/// The rights to propose and approve commands, and their conditions.
extension Decider where State: HouseStates {
    /// Refuses who could not send the command himself if one person were enough for it.
    private func checkMayPropose(_ command: Command, by proposer: UserID) throws(Refusal) {
        guard let grant = command.kind.authority.staff, !grant.needs.isDisjoint(with: approvals(of: command)) else {
            throw Refusal(.invalidValue, "A \(command.kind.name) needs no approval request. Send it directly.")
        }
        guard !state.staff.roles(of: proposer, at: now).isDisjoint(with: grant.roles) else {
            throw Refusal(
                .forbidden, "To propose this requires the staff role \(grant.roles.names(joinedBy: "or")).")
        }
        try checkUsers(namedBy: command)
        try checkHasNoStake(proposer, in: command)
    }

    /// The conditions of a command that an approval request can meet.
    private func approvals(of command: Command) -> StaffGrant.Needs {
        command.statesOutage && state.rules >= SoftwareStarted.rulesOfCauses
            ? .measureForOutage : .approvals.subtracting(.measureForOutage)
    }

    /// The people who can approve a command.
    private func approvers(of command: Command, besides proposer: UserID) -> [UserID] {
        state.staff.members.keys.filter { person in
            person != proposer && state.staff.roles(of: person, at: now).contains(.officer)
                && (try? checkHasNoStake(person, in: command)) != nil
        }
    }

    /// A correction or a refund follows from a case that was upheld. So does calling off what has begun, unless the service
    /// was down.
    private func checkCause(of command: Command, dispute: CaseID?) throws(Refusal) {
        switch command {
        case .room(let room, .correctPick(let correction)):
            guard correction.dispute == dispute else { throw otherCaseRefusal }
            try checkUpheld(dispute, about: room)
        case .wallet(_, .adjustBalance(let adjustment)):
            guard adjustment.dispute == dispute else { throw otherCaseRefusal }
            try checkUpheld(dispute, about: nil)
        case .room(let room, .voidRoom) where state.room(room)?.pause?.kind == .outage && dispute == nil: return
        case .room(let room, .voidRoom), .room(let room, .cancelRoom): try checkUpheld(dispute, about: room)
        case .tournament(_, .cancelTournament): try checkUpheld(dispute, about: nil)
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .measure, .season,
            .aliases, .notes:
            return
        }
    }

    private var otherCaseRefusal: Refusal {
        Refusal(.caseRequired, "The command and the approval request must name the same case.")
    }

    private func checkUpheld(_ id: CaseID?, about room: RoomID?) throws(Refusal) {
        guard let id else { throw Refusal(.caseRequired, "This requires an upheld case. Name it.") }
        guard let dispute = state.dispute(id) else { throw Refusal(.unknownCase, "There is no case \(id).") }
        guard dispute.resolution?.verdict == .upheld else {
            throw Refusal(.caseRequired, "Case \(id) was not upheld.")
        }
        guard room == nil || dispute.opened.room == room else {
            throw Refusal(.caseRequired, "Case \(id) is about room \(dispute.opened.room).")
        }
    }
}

/// The effects of an approval request.
extension Decider where State: HouseStates {
    /// The command's events as the state is, in the name of who approves.
    private func effects(
        of command: Command, proposedBy proposer: UserID, approvedBy approver: UserID
    ) throws(Refusal) -> [StreamEvent] {
        let command = command.named(proposer: proposer, approver: approver)
        var origin = origin
        origin.actor = .admin(approver)
        let decider = Decider(
            kind: command.kind, origin: origin, now: now, state: state, cryptography: cryptography,
            proposer: proposer)
        return try decider.events(for: command)
    }

    /// The digest of the effects, independent of the approver and the time.
    ///
    /// Refuses effects without such bytes: a kind of command that needs approval must define them for each of its events.
    private func digest(of events: [StreamEvent]) throws(Refusal) -> Digest256 {
        if let event = events.first(where: { !$0.event.hasEffect }) {
            throw Refusal(.invalidValue, "An approval cannot have the effect \(event.event).")
        }
        return cryptography.sha256(events.effects)
    }
}
