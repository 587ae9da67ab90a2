/// What takes two people of the house: one proposes it, another approves it by a command of the own, and it happens in the
/// same append, decided on the state as it then is.
///
/// Proposer, approver and whoever gains by it are different people. Where the state has moved on, so that it would come to
/// something else than was proposed, it is stale, and somebody may propose it anew.
extension Decider where State: HouseStates {
    func measureEvents(_ id: MeasureID, _ command: MeasureCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        guard state.staff.hasBegun else {
            throw Refusal(.wrongStatus, "Authority has not begun: nothing is proposed and approved yet.")
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
                    .clockRunning, "Measure \(id) can still be approved.", deadline: measure.proposed.lapsesAt)
            }
            return [StreamEvent(.measure(id), .measureLapsed(MeasureLapsed()))]
        }
    }

    /// How long a measure waits for somebody to approve it.
    private var lifetime: Interval { .seconds(7 * 24 * 60 * 60) }

    private func proposeMeasureEvents(_ id: MeasureID, _ proposal: ProposeMeasure) throws(Refusal) -> [StreamEvent] {
        try checkNumber(id.number, named: "measure")
        guard state.measure(id) == nil else { throw Refusal(.alreadyExists, "Measure \(id) exists already.") }
        try check(proposal.reason, named: "reason", limit: 2_000)
        guard let proposer = origin.actor.user else { throw Refusal(.forbidden, "Nobody is named who proposes.") }
        try checkMayPropose(proposal.command, by: proposer)
        try checkCause(of: proposal.command, dispute: proposal.dispute)
        // Whoever it will be: effects are compared without their approver.
        guard let approver = approvers(of: proposal.command, besides: proposer).min() else {
            throw Refusal(.approverRequired, "Nobody of the house is left who could approve it.")
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
            throw Refusal(.forbidden, "Nobody is named who proposes and who approves.")
        }
        let command = measure.proposed.command
        try checkHasNoStake(approver, in: command)
        let events: [StreamEvent]
        do throws(Refusal) {
            try checkMayPropose(command, by: proposer)
            try checkCause(of: command, dispute: measure.proposed.dispute)
            events = try effects(of: command, proposedBy: proposer, approvedBy: approver)
        } catch {
            throw stale(id, "It would be refused by now (\(error.code.name)): \(error.message)")
        }
        guard try digest(of: events) == measure.proposed.effects else {
            throw stale(id, "It would come to something else by now than it did when it was proposed.")
        }
        return [StreamEvent(.measure(id), .measureApproved(MeasureApproved()))] + events
    }

    private func stale(_ id: MeasureID, _ why: String) -> Refusal {
        Refusal(.measureStale, "Measure \(id) is stale. \(why)")
    }

    private func pendingMeasure(_ id: MeasureID, evenIfLapsed: Bool = false) throws(Refusal) -> MeasureState {
        guard let measure = state.measure(id) else { throw Refusal(.unknownMeasure, "There is no measure \(id).") }
        guard measure.stage == .pending else {
            throw Refusal(.wrongStatus, "Measure \(id) is \(measure.stage.name) already.")
        }
        guard evenIfLapsed || now < measure.proposed.lapsesAt else {
            throw Refusal(
                .wrongStatus, "Measure \(id) was to be approved in time, which it was not.",
                deadline: measure.proposed.lapsesAt)
        }
        return measure
    }

    private func checkIsNotProposer(of measure: MeasureState) throws(Refusal) {
        guard measure.proposer != origin.actor.user else {
            throw Refusal(.conflictOfInterest, "Nobody judges the own proposal.")
        }
    }
}

/// Who may propose and approve what, and because of what.
extension Decider where State: HouseStates {
    /// Refuses who could not send the command himself if one person were enough for it.
    private func checkMayPropose(_ command: Command, by proposer: UserID) throws(Refusal) {
        guard let grant = command.kind.authority.staff,
            !grant.needs.isDisjoint(with: [.measure, .measureOnceFull])
        else {
            throw Refusal(.invalidValue, "A \(command.kind.name) takes no measure: who may, sends it.")
        }
        guard !state.staff.roles(of: proposer, at: now).isDisjoint(with: grant.roles) else {
            throw Refusal(
                .forbidden, "To propose this takes the role \(grant.roles.names(joinedBy: "or")) of the house.")
        }
        try checkUsers(namedBy: command)
        try checkHasNoStake(proposer, in: command)
    }

    /// Who could approve a command.
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
        Refusal(.caseRequired, "The command names another case than the measure, or only one of them names one.")
    }

    private func checkUpheld(_ id: CaseID?, about room: RoomID?) throws(Refusal) {
        guard let id else { throw Refusal(.caseRequired, "This follows from a case that was upheld; none is named.") }
        guard let dispute = state.dispute(id) else { throw Refusal(.unknownCase, "There is no case \(id).") }
        guard dispute.resolution?.verdict == .upheld else {
            throw Refusal(.caseRequired, "Case \(id) was not upheld.")
        }
        guard room == nil || dispute.opened.room == room else {
            throw Refusal(.caseRequired, "Case \(id) is about room \(dispute.opened.room).")
        }
    }
}

/// What a measure comes to.
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
            isApproved: true)
        return try decider.events(for: command)
    }

    /// What the effects are, whoever approves them and whenever.
    ///
    /// Refuses effects without such bytes: a kind of command that takes an approval needs them for each of its events.
    private func digest(of events: [StreamEvent]) throws(Refusal) -> Digest256 {
        var writer = CanonicalWriter()
        for event in events {
            writer.write(event.stream.rawValue)
            guard event.event.writeEffect(&writer) else {
                throw Refusal(.invalidValue, "An approval cannot state that it leads to \(event.event).")
            }
        }
        return cryptography.sha256(writer.bytes)
    }
}
