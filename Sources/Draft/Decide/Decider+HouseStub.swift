extension Decider {
    func tournamentEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }
    func membershipEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }
    func roomEndingEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }
    func walletEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }
    func userEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }
    func disputeEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }

    /// The `EntryFeePosted` of every member, appended together with `DraftStarted`.
    func postingEvents(of room: RoomState) -> [StreamEvent] { [] }
}

extension TournamentState {
    public static func created(by recorded: RecordedEvent) -> TournamentState? { nil }
    public mutating func evolve(_ recorded: RecordedEvent) {}
}

extension WalletState {
    public mutating func evolve(_ recorded: RecordedEvent) {}
}

extension UserState {
    public mutating func evolve(_ recorded: RecordedEvent) {}
}

extension CaseState {
    public static func opened(by recorded: RecordedEvent) -> CaseState? { nil }
    public mutating func evolve(_ recorded: RecordedEvent) {}
}
