/// What a command comes to: events for one or more streams, appended together or not at all, or a refusal.
public enum Decision: Sendable {
    /// At least one event; those of one stream in their order.
    case accepted([StreamEvent])
    case refused(Refusal)
}

/// An event and the stream it is for, before the ledger gives it a place.
public struct StreamEvent: Hashable, Sendable {
    public var stream: StreamKey
    public var event: Event

    public init(_ stream: StreamKey, _ event: Event) {
        self.stream = stream
        self.event = event
    }
}

/// The state that a decision reads: whoever holds states, of the whole ledger or of one room, offers them so.
///
/// Whatever is read is what the append will be conditional on. Nil means that the stream does not exist.
public protocol StateView {
    func room(_ id: RoomID) -> RoomState?
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState
    func pool(_ id: PoolID) -> PoolState?
    func tournament(_ id: TournamentID) -> TournamentState?
    func books(_ tournament: TournamentID) -> ContestBooks
    func wallet(_ user: UserID) -> WalletState
    func user(_ user: UserID) -> UserState
    func dispute(_ id: CaseID) -> CaseState?

    /// In whose wallet a provider's deposit was recorded first; nil for one that was not.
    func depositor(of payment: WalletState.PaymentReference) -> UserID?

    /// The rooms of a tournament that still wait for members, in order of their numbers.
    func waitingRooms(of tournament: TournamentID) -> [RoomID]

    /// The rooms of a tournament that are full and count down to their drafts, in order of their numbers.
    func countdownRooms(of tournament: TournamentID) -> [RoomID]

    /// The number that the next room will get.
    var nextRoom: RoomID { get }
}

/// The two functions of cryptography that a draft needs, handed in so that the game depends on nothing.
public protocol DraftCryptography: Sendable {
    func sha256(_ message: [UInt8]) -> Digest256
    func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256

    /// The secret of a room's order draw. The same room always gets the same one, and nobody can tell it from the
    /// outside before the draw reveals it.
    func drawSecret(of room: RoomID) -> Digest256
}
