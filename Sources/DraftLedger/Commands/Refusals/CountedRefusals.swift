package import Draft

/// Refusals beyond those that became events of their own: one event is to state how many there were.
package struct CountedRefusals: Sendable {
    /// What they have in common.
    enum Source: Hashable, Sendable {
        /// Refused picks of a seat, at one pick.
        case seat(RoomID, Seat)
        /// Of one sender, within some time.
        case sender(SenderRefusals.Flood)
    }

    let source: Source
    let rejected: CommandRejected

    init(_ source: Source, _ rejected: CommandRejected) {
        self.source = source
        self.rejected = rejected
    }

    /// The event that states them. It is nobody's outcome, and so carries no command.
    package var event: StreamEvent {
        switch source {
        case .seat(let room, _): StreamEvent(.room(room), .commandRejected(rejected))
        case .sender(let flood): StreamEvent(flood.stream, .commandRejected(rejected))
        }
    }
}

extension CommandRejected {
    /// Counts further refusals in.
    mutating func count(_ more: CommandRejected) {
        let (sum, overflows) = count.addingReportingOverflow(more.count)
        count = overflows ? .max : sum
    }
}
