/// A command that was turned down: the code for programs, the rest for people and for the record.
public struct Refusal: Error, Hashable, Sendable {
    public var code: RefusalCode

    /// One sentence that says what was found and what was expected.
    public var message: String

    public var pick: PickNumber?
    public var seat: Seat?
    public var player: PlayerIndex?

    /// The clock that ran when the command arrived, if one did.
    public var deadline: Timestamp?
    public var graceEndsAt: Timestamp?

    /// From the command's arrival to the end of grace: negative by how much it came too late.
    public var margin: Interval?

    public init(
        _ code: RefusalCode, _ message: String, pick: PickNumber? = nil, seat: Seat? = nil,
        player: PlayerIndex? = nil, deadline: Timestamp? = nil, graceEndsAt: Timestamp? = nil,
        margin: Interval? = nil
    ) {
        self.code = code
        self.message = message
        self.pick = pick
        self.seat = seat
        self.player = player
        self.deadline = deadline
        self.graceEndsAt = graceEndsAt
        self.margin = margin
    }
}

extension Refusal: CustomStringConvertible {
    public var description: String { "\(code.name): \(message)" }
}
