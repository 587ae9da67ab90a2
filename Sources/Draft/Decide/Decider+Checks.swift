/// Checks that many commands share: of texts, amounts and numbers, and of a room's status.
extension Decider {
    /// Refuses a text that is empty or does not fit its field.
    func check(_ text: String, named name: String, isRequired: Bool = true, limit: Int = RecordLimit.shortText)
        throws(Refusal)
    {
        guard !isRequired || !text.isEmpty else { throw Refusal(.invalidValue, "The \(name) is empty.") }
        let count = text.utf8.count
        guard count <= limit else {
            throw Refusal(.invalidValue, "The \(name) has \(count) bytes; at most \(limit) are allowed.")
        }
    }

    /// Refuses words that stand in the log although a digest stands for them there; of others, what cannot be recorded.
    func check(_ words: Wording, named name: String, isRequired: Bool = true, limit: Int) throws(Refusal) {
        guard words.digest != nil else {
            return try check(words.text, named: name, isRequired: isRequired, limit: limit)
        }
        guard words.text.isEmpty else {
            throw Refusal(.invalidValue, "The \(name) is named by its digest, so it must not also be given as text.")
        }
    }

    /// The room of an id.
    func knownRoom(_ id: RoomID) throws(Refusal) -> RoomState {
        guard let room = state.room(id) else { throw Refusal(.unknownRoom, "There is no room \(id).") }
        return room
    }

    /// Refuses what cannot happen to a room that is over.
    func checkNotOver(_ room: RoomState) throws(Refusal) {
        guard !room.status.isTerminal else { throw statusRefusal(of: room) }
    }

    /// Refuses unless the draft runs. During an overnight pause it does, as far as picks are concerned.
    func checkDrafting(_ room: RoomState, includingOvernight: Bool) throws(Refusal) {
        if room.status == .active { return }
        if includingOvernight, room.status == .paused, room.pause?.kind == .overnight { return }
        throw statusRefusal(of: room)
    }

    /// Why a room that is not active refuses: over, paused, or not drafting.
    func statusRefusal(of room: RoomState) -> Refusal {
        switch room.status {
        case .complete: Refusal(.draftComplete, "The draft of room \(room.id) is complete.")
        case .paused: Refusal(.roomPaused, "Room \(room.id) is paused.")
        default: Refusal(.draftNotActive, "Room \(room.id) is \(room.status.name), not active.")
        }
    }

    /// Refuses an amount outside 1 cent to `Cents.largestAmount`.
    func checkAmount(_ amount: Cents) throws(Refusal) {
        guard amount > .zero, amount <= .largestAmount else {
            throw Refusal(
                .invalidValue, "The amount is \(amount.value) cents, expected 1-\(Cents.largestAmount.value).")
        }
    }

    /// Refuses an entry fee outside 0 to `Cents.largestAmount`; one that is not known is fine.
    func checkEntryFee(_ fee: Cents?) throws(Refusal) {
        if let fee, fee < .zero || fee > .largestAmount {
            throw Refusal(
                .invalidValue, "The entry fee is \(fee.value) cents, expected 0-\(Cents.largestAmount.value).")
        }
    }

    /// Refuses the one number that a record of what may be missing cannot hold.
    func checkIsRecordable(_ number: (some FixedWidthInteger)?, named name: String) throws(Refusal) {
        guard let number, RecordLimit.standsForNone(number) else { return }
        throw Refusal(.invalidValue, "The \(name) is \(number), which means no value; leave it out instead.")
    }

    /// Refuses a provider's name that could not be part of an account's: 1-32 letters, digits, '-', '_', '.'.
    func checkProvider(_ provider: String) throws(Refusal) {
        try check(provider, named: "provider's name", limit: 32)
        for byte in provider.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                continue
            default:
                throw Refusal(
                    .invalidValue,
                    "The provider's name \"\(provider)\" may only contain letters, digits, '-', '_' and '.'.")
            }
        }
    }
}

extension Decider where State: HouseStates {
    func knownTournament(_ id: TournamentID) throws(Refusal) -> TournamentState {
        guard let tournament = state.tournament(id) else {
            throw Refusal(.unknownTournament, "There is no contest \(id).")
        }
        return tournament
    }

    /// The wallet of a registered user.
    func knownWallet(of user: UserID) throws(Refusal) -> WalletState {
        guard state.user(user).registered else {
            throw Refusal(.unknownUser, "User \(user) is not registered.")
        }
        return state.wallet(user)
    }
}

/// The numbers that every command may name, checked in one place before any rule.
///
/// Rooms, tournaments, pools and cases need no check here: beyond `StreamKey.maximumNumber` there are none, so the rules
/// do not find them.
extension Decider {
    func checkSender() throws(Refusal) {
        if let refusal = origin.refusal { throw refusal }
    }

    /// Refuses invalid user numbers in the command, except that of its subject, which must be registered
    /// anyway.
    func checkUsers(namedBy command: Command) throws(Refusal) {
        for user in command.users where !(1...UserID.maximum).contains(user) {
            throw Refusal(.invalidValue, "A user number is \(user), expected 1-\(UserID.maximum).")
        }
        // Approver 0 means no approver, for which the rules have their own refusal.
        for approver in command.approvers where approver > .maximum {
            throw Refusal(.invalidValue, "An approver's user number is \(approver), expected 1-\(UserID.maximum).")
        }
    }
}
