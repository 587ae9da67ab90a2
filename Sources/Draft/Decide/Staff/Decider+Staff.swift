/// Staff roles: enabled once, changed by two people each time, recovered with a key that is kept offline.
extension Decider where State: HouseStates {
    func staffEvents(_ command: StaffCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let event: Event =
            switch command {
            case .beginAuthority(let began): .authorityBegan(try checked(began))
            case .appointStaff(let appointed): .staffAppointed(try checked(appointed))
            case .dismissStaff(let dismissed): .staffDismissed(try checked(dismissed))
            case .recoverStaff(let recovery): .staffRecovered(try recovered(recovery))
            }
        return [StreamEvent(.staff, event)]
    }

    private func checked(_ began: AuthorityBegan) throws(Refusal) -> AuthorityBegan {
        guard !state.staff.hasBegun else {
            throw Refusal(.alreadyExists, "Staff roles are already enabled. Appoint staff instead.")
        }
        let people = Set(began.founders.map(\.person))
        let keys = Set(began.founders.map(\.key) + [began.recoveryKey])
        guard began.founders.count == 3, people.count == 3, keys.count == 4 else {
            throw Refusal(.invalidValue, "Enabling staff roles needs three people and four different keys.")
        }
        for key in began.founders.map(\.key) + [began.recoveryKey] { try check(key) }
        for founder in began.founders { try checkHoldsNoEntry(founder.person) }
        return began
    }

    private func checked(_ appointed: StaffAppointed) throws(Refusal) -> StaffAppointed {
        let staff = try begunStaff()
        guard !appointed.roles.isEmpty || appointed.service != nil else {
            throw Refusal(.invalidValue, "User \(appointed.person) would have no role. Dismiss the person instead.")
        }
        if let service = appointed.service {
            guard appointed.roles.isEmpty else {
                throw Refusal(
                    .invalidValue, "An account of a service (\(service)) has no staff roles. Leave the roles out.")
            }
            if service.kind == .provider { try checkProvider(service.provider) }
        }
        if staff.members[appointed.person]?.service != appointed.service {
            try checkIsNotLast(appointed.person, in: staff)
        }
        try checkIsNew(appointed.key, for: appointed.person, in: staff)
        try checkHoldsNoEntry(appointed.person)
        return appointed
    }

    private func checked(_ dismissed: StaffDismissed) throws(Refusal) -> StaffDismissed {
        let staff = try begunStaff()
        guard staff.members[dismissed.person] != nil else {
            throw Refusal(.unknownUser, "User \(dismissed.person) is not staff.")
        }
        try checkIsNotLast(dismissed.person, in: staff)
        try check(dismissed.reason, named: "reason", limit: 1_000)
        return dismissed
    }

    /// The waiting time of a recovered person, who has no approval by a staff member.
    private var recoveryDelay: Interval { .seconds(72 * 60 * 60) }

    private func recovered(_ recovery: RecoverStaff) throws(Refusal) -> StaffRecovered {
        let staff = try begunStaff()
        guard recovery.person == origin.actor.user else {
            throw Refusal(.forbidden, "The recovered person must send this as admin/\(recovery.person).")
        }
        let able = staff.ableCount(at: now)
        guard able < 2 else {
            throw Refusal(.wrongStatus, "\(able) people can still appoint staff. Recovery is not needed.")
        }
        guard recovery.key != staff.recoveryKey else {
            throw Refusal(.invalidValue, "The recovery key must stay offline. Use the person's own key.")
        }
        try checkIsNew(recovery.key, for: recovery.person, in: staff)
        try checkHoldsNoEntry(recovery.person)
        try check(recovery.reason, named: "reason", limit: 1_000)
        return StaffRecovered(
            person: recovery.person, key: recovery.key, effectiveAt: now + recoveryDelay, reason: recovery.reason)
    }

    /// Refuses to leave a service without an account: nothing could be sent in its name any more.
    private func checkIsNotLast(_ person: UserID, in staff: StaffState) throws(Refusal) {
        guard let service = staff.members[person]?.service, staff.accounts(of: service) == [person] else { return }
        throw Refusal(
            .wrongStatus, "\(person) is the only account of \(service). Appoint another one first, or another key.")
    }

    private func begunStaff() throws(Refusal) -> StaffState {
        guard state.staff.hasBegun else {
            throw Refusal(.wrongStatus, "Staff roles are not enabled (see `staff enable`).")
        }
        return state.staff
    }

    /// Refuses a key that somebody else signs by: a signature says who it was.
    private func checkIsNew(_ key: PublicKey, for person: UserID, in staff: StaffState) throws(Refusal) {
        try check(key)
        let isTaken = staff.members.contains { $0.key != person && $0.value.key == key }
        guard !isTaken, key != staff.recoveryKey else {
            throw Refusal(.alreadyExists, "Another person already uses that key.")
        }
    }

    /// Refuses people with an entry in a contest that is not over: staff must have no conflict of interest.
    private func checkHoldsNoEntry(_ person: UserID) throws(Refusal) {
        let contests = state.wallet(person).entries.values.map(\.tournament)
        let running = contests.filter { contest in
            guard let stage = state.tournament(contest)?.stage else { return true }
            return stage == .open || stage == .closed
        }
        guard let contest = running.min() else { return }
        throw Refusal(.conflictOfInterest, "User \(person) has an entry in contest \(contest), which is not over.")
    }
}

/// The keys of users' devices.
extension Decider where State: HouseStates {
    /// How many keys a user may have at a time.
    private var mostKeys: Int { 16 }

    /// The first key vouches for itself; each later one takes the signature of one that is there.
    func addDeviceKeyEvents(_ user: UserID, _ key: PublicKey) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "add a key of user \(user)")
        try checkRegistered(user)
        try check(key)
        let keys = state.user(user).keys
        guard !keys.contains(key) else { throw Refusal(.alreadyExists, "User \(user) already has that key.") }
        guard keys.count < mostKeys else {
            throw Refusal(.invalidValue, "User \(user) has \(keys.count) keys, the maximum.")
        }
        try checkIsSigned(byOneOf: keys.isEmpty ? [key] : keys)
        return [StreamEvent(.user(user), .deviceKeyAdded(DeviceKeyAdded(key: key)))]
    }

    func removeDeviceKeyEvents(_ user: UserID, _ key: PublicKey) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "remove a key of user \(user)")
        try checkRegistered(user)
        let keys = state.user(user).keys
        guard keys.contains(key) else { throw Refusal(.invalidValue, "User \(user) has no such key.") }
        try checkIsSigned(byOneOf: keys)
        return [StreamEvent(.user(user), .deviceKeyRemoved(DeviceKeyRemoved(key: key)))]
    }

    private func checkIsSigned(byOneOf keys: [PublicKey]) throws(Refusal) {
        guard let signature = origin.signature else {
            throw Refusal(.badSignature, "The command is not signed. Sign it with one of the user's keys.")
        }
        guard keys.contains(where: { $0.id(by: cryptography) == signature.key }) else {
            throw Refusal(
                .badSignature, "The signature is by the key \(signature.key), which is not one of the user's keys.")
        }
    }

    /// Refuses a member's signature by a key that is not the member's. The first key's own is looked at by its rule.
    func checkDevice(sending command: Command) throws(Refusal) {
        guard origin.signature != nil, origin.actor.role == .user, let user = origin.actor.user else { return }
        let keys = state.user(user).keys
        if keys.isEmpty, case .user(user, .addDeviceKey) = command { return }
        try checkIsSigned(byOneOf: keys)
    }

    /// Refuses malformed keys: a key of zeros does not exist.
    private func check(_ key: PublicKey) throws(Refusal) {
        guard key.content != .zero else { throw Refusal(.invalidValue, "The key is all zeros.") }
    }
}
