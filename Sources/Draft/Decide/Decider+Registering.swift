extension Decider where State: HouseStates {
    func userEvents(_ user: UserID, _ command: UserCommand) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .registerUser:
            try checkMayAct(for: user, act: "register user \(user)")
            guard user.number >= 1, user <= .maximum else {
                throw Refusal(.invalidValue, "The user number is \(user), expected 1-\(UserID.maximum).")
            }
            guard !state.user(user).registered else {
                throw Refusal(.alreadyExists, "User \(user) is already registered.")
            }
            return [StreamEvent(.user(user), .userRegistered(UserRegistered()))]
        case .setAlertPreferences(let preferences):
            try checkMayAct(for: user, act: "set the alerts of user \(user)")
            try checkRegistered(user)
            guard preferences.isSubset(of: .all) else {
                throw Refusal(.invalidValue, "Alert bits \(preferences.rawValue) contain unknown alerts.")
            }
            return [StreamEvent(.user(user), .alertPreferencesSet(AlertPreferencesSet(preferences: preferences)))]
        case .registerPushToken(let token):
            try checkMayAct(for: user, act: "register a device of user \(user)")
            try checkRegistered(user)
            return [StreamEvent(.user(user), .pushTokenRegistered(token))]
        case .addDeviceKey(let key): return try addDeviceKeyEvents(user, key)
        case .removeDeviceKey(let key): return try removeDeviceKeyEvents(user, key)
        case .setLimits(let limits): return try setLimitsEvents(user, limits)
        case .excludeUser(let until): return try excludeUserEvents(user, until: until)
        case .closeAccount: return try closeAccountEvents(user)
        case .recordAccess(let read): return try recordAccessEvents(user, read)
        case .recordNotices(let recorded): return try recordNoticesEvents(user, recorded)
        }
    }

    func checkRegistered(_ user: UserID) throws(Refusal) {
        guard state.user(user).registered else { throw Refusal(.unknownUser, "User \(user) is not registered.") }
    }
}

extension Decider where State: HouseStates {
    func ledgerEvents(_ command: LedgerCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        switch command {
        case .createLedger(let origin):
            try check(origin, named: "ledger's origin")
            // The rule of signed notes for the names of keys, which the origin becomes.
            guard !origin.contains(where: { $0.isWhitespace || $0 == "+" }) else {
                throw Refusal(.invalidValue, "The ledger's origin \"\(origin)\" has a space, a newline or a plus sign.")
            }
            let created = LedgerCreated(
                origin: origin, rulesVersion: state.rules >= LedgerCreated.firstStatedRules ? state.rules : nil)
            return [StreamEvent(.system, .ledgerCreated(created))]
        case .startSoftware(let started):
            try check(started.version, named: "software's version")
            try check(started.commit, named: "software's commit", isRequired: false)
            return [StreamEvent(.system, .softwareStarted(started))]
        case .recordStatement(let statement): return try statementEvents(statement)
        case .approvePayout(let payout): return try approvePayoutEvents(payout)
        case .eraseText(let erased): return try eraseTextEvents(erased)
        case .closeLedger(let reason): return try closeLedgerEvents(reason)
        case .rotateCheckpointKey(let rotated):
            // A change of the checkpoint key always needs a second person's approval.
            guard isApproved else {
                throw Refusal(
                    .approverRequired, "This needs an approval request: one person proposes it, another approves.")
            }
            for key in [rotated.previousVerifierKey, rotated.verifierKey] { try check(key, named: "verifier key") }
            guard rotated.previousVerifierKey != rotated.verifierKey else {
                throw Refusal(.invalidValue, "The new checkpoint key is the current one.")
            }
            return [StreamEvent(.system, .checkpointKeyRotated(rotated))]
        }
    }
}

/// Erasures of free text.
extension Decider {
    /// Text of staff takes an approval once staff roles are enabled, unless the user erases it whom it is about.
    fileprivate func eraseTextEvents(_ erased: FreeTextErased) throws(Refusal) -> [StreamEvent] {
        guard (erased.position == nil) != (erased.user == nil) else {
            throw Refusal(.invalidValue, "An erasure names either the position of an event or a user.")
        }
        try checkIsRecordable(erased.position, named: "position")
        let staff = state.staff
        guard origin.actor.role != .scheduler else {
            guard let person = erased.erasedBy else {
                throw Refusal(.invalidValue, "The person who erases the text is missing.")
            }
            if person == erased.user { return [StreamEvent(.system, .freeTextErased(erased))] }
            guard !staff.hasBegun || !staff.roles(of: person, at: now).isEmpty else {
                throw Refusal(.forbidden, "User \(person) is not staff, so they can erase only text about themselves.")
            }
            guard !staff.hasBegun || !erased.isOfStaff else {
                throw Refusal(
                    .approverRequired, "Staff wrote the text. Erasing it needs an approval request: propose eraseText.")
            }
            return [StreamEvent(.system, .freeTextErased(erased))]
        }
        guard erased.erasedBy == nil else {
            throw Refusal(.invalidValue, "Leave erasedBy out: the sender erases the text.")
        }
        if erased.isOfStaff { try checkApproved() }
        return [StreamEvent(.system, .freeTextErased(erased))]
    }
}
