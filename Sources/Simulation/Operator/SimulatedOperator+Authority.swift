import Draft
import Records

/// Enables staff roles, at the end of a large lively simulation.
///
/// The first three of the staff are founders, the fourth becomes the cashier. What came before keeps its rules.
extension SimulatedOperator {
    func meetAuthority() throws(SimulationError) {
        try beginAuthority()
        try appoint(staff[3], [.cashier], by: staff[0], approvedBy: staff[1])
        try appointServices()
        let lapsing = try proposeInVain()
        try holdSignedContest()
        try changeHands()
        try lapse(lapsing)
        try recover()
    }

    private func beginAuthority() throws(SimulationError) {
        let founders = staff.prefix(3).map { AuthorityBegan.Founder(person: $0, key: keys.key(of: $0).publicKey) }
        let began = AuthorityBegan(founders: founders, recoveryKey: keys.recovery.publicKey)
        try desk.demand(
            .staff(.beginAuthority(began)), as: .admin(nil), at: try later(.seconds(600)...(.seconds(3_600))))
        // Unsigned commands were accepted until now, and are not any more.
        desk.send(.ledger(.startSoftware(.blank)), as: manager, at: try later(.seconds(1)...(.seconds(9))))
    }

    // MARK: Measures

    /// Somebody proposes a command.
    func propose(
        _ command: Command, because dispute: CaseID? = nil, reason: String, by proposer: UserID
    ) throws(SimulationError) -> MeasureID {
        measures += 1
        let id = MeasureID(measures)
        try demand(
            .measure(id, .proposeMeasure(ProposeMeasure(command, dispute: dispute, reason: Wording(reason)))),
            of: proposer)
        return id
    }

    /// Somebody proposes a command, and somebody else approves it.
    func agree(
        on command: Command, because dispute: CaseID? = nil, reason: String, _ proposer: UserID,
        _ approver: UserID
    ) throws(SimulationError) {
        let id = try propose(command, because: dispute, reason: reason, by: proposer)
        try demand(.measure(id, .approveMeasure), of: approver)
    }

    private func appointment(of person: UserID, _ roles: StaffRoles, ordinal: UInt64 = 0) -> Command {
        .staff(
            .appointStaff(
                StaffAppointed(person: person, roles: roles, key: keys.key(of: person, ordinal: ordinal).publicKey)))
    }

    private func appoint(
        _ person: UserID, _ roles: StaffRoles, by proposer: UserID, approvedBy approver: UserID
    ) throws(SimulationError) {
        try agree(on: appointment(of: person, roles), reason: "Somebody has to do it.", proposer, approver)
    }

    /// The scheduler and a payment provider sign from here on: their accounts have numbers that no drafter has.
    private func appointServices() throws(SimulationError) {
        let provider = Payments.providers[0]
        let accounts = (user(options.userCount), user(options.userCount + 1))
        for (account, service) in [
            (accounts.0, .scheduler), (accounts.1, .provider(provider)),
        ] as [(UserID, LedgerService)] {
            let appointed = StaffAppointed(
                person: account, roles: [], key: keys.key(of: account).publicKey, service: service)
            try agree(on: .staff(.appointStaff(appointed)), reason: "Our services sign, too.", staff[0], staff[1])
        }
        desk.journal.signer = ServiceSigner(keys: keys, accounts: [.scheduler: accounts.0])
        // Of a day before the first deposit.
        let day = Int64(24 * 60 * 60 * 1_000_000)
        let statement = ProviderStatement(
            provider: provider, day: Timestamp(microseconds: (now.microseconds / day - 30) * day),
            file: Digest256(hashing: Array(provider.utf8)))
        // Without the key, the statement is refused.
        let moment = try later(.seconds(1)...(.seconds(9)))
        desk.send(.ledger(.recordStatement(statement)), as: .provider(onBehalfOf: nil), at: moment)
        try demand(
            .ledger(.recordStatement(statement)), as: Sender(.provider, user: accounts.1),
            by: keys.key(of: accounts.1))
        desk.journal.signer = ServiceSigner(
            keys: keys, accounts: [.scheduler: accounts.0, .provider(provider): accounts.1])
    }

    /// Proposes a request that is declined, and one that expires.
    ///
    /// - Returns: the request that expires.
    private func proposeInVain() throws(SimulationError) -> MeasureID {
        let declined = try propose(
            appointment(of: user(0), [.operator]), reason: "Knows the game.", by: staff[0])
        // Nobody approves their own proposal.
        send(
            .measure(declined, .approveMeasure), as: .admin(staff[0]), by: keys.key(of: staff[0]),
            at: try later(.seconds(1)...(.seconds(9))))
        try demand(.measure(declined, .declineMeasure(reason: "Drafts here.")), of: staff[1])
        return try propose(appointment(of: user(1), [.analyst]), reason: "Likes figures.", by: staff[2])
    }

    /// Nobody has said anything for a week.
    private func lapse(_ measure: MeasureID) throws(SimulationError) {
        let end = states.measure(measure)?.proposed.lapsesAt ?? now
        try desk.demand(.measure(measure, .lapseMeasure), as: .scheduler, at: max(now, end + .milliseconds(20)))
    }

    // MARK: People who leave

    private func changeHands() throws(SimulationError) {
        try demand(.staff(.dismissStaff(StaffDismissed(person: staff[3], reason: "The season is over."))), of: staff[1])
        // The own key is worth nothing from then on.
        send(
            .tournament(numbers.tournament, .finalizeTournament), as: .admin(staff[3]), by: keys.key(of: staff[3]),
            at: try later(.seconds(1)...(.seconds(9))))
    }

    /// Two of three founders leave, and one comes back by the key that was kept offline: after three days that are for
    /// everybody to see.
    private func recover() throws(SimulationError) {
        for founder in staff[1...2] {
            try demand(.staff(.dismissStaff(StaffDismissed(person: founder, reason: "Has left."))), of: staff[0])
        }
        let key = keys.key(of: staff[2], ordinal: 1)
        try demand(
            .staff(
                .recoverStaff(RecoverStaff(person: staff[2], key: key.publicKey, reason: "One founder was left."))),
            as: .admin(staff[2]), by: keys.recovery)
        let effective = states.staff.members[staff[2]]?.effectiveAt ?? now
        desk.journal.advance(to: effective)
        let id = try propose(appointment(of: staff[1], .founder), reason: "Is back.", by: staff[0])
        try demand(.measure(id, .approveMeasure), as: .admin(staff[2]), by: key)
    }
}
