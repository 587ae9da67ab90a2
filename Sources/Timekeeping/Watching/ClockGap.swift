import Draft

/// A time in which the ledger may have recorded nothing. The driver did not look at the machine's clock, although it does
/// so twice a second: the clock leapt forward, the machine was suspended, or the process was stopped. Or a command of the
/// driver could not be stored.
///
/// If the ledger finds that drafts stood still, their clocks end later than the driver knows. So nothing is due before the
/// ledger has been read. A command by an expired clock would only be refused, but the refusal would be on record.
struct ClockGap {
    /// More than so long ago, and the last look was before a gap.
    private static let longest = Interval.seconds(1)

    private var lastLook: Timestamp
    /// Events below this position have been read.
    private var position: UInt64
    /// When the gap was found; nil outside of one.
    private var foundAt: Timestamp?
    /// What is to be read before it is over; nil where that is not known yet.
    private var end: UInt64?

    init(at now: Timestamp, _ position: UInt64) {
        lastLook = now
        self.position = position
    }

    /// Whether it is not known yet what came of the gap.
    var isOpen: Bool { foundAt != nil }

    /// Takes in a look at the clock.
    ///
    /// - Returns: whether it is the first one behind a gap, upon which the ledger is to look.
    mutating func opens(at now: Timestamp) -> Bool {
        defer { lastLook = now }
        guard now - lastLook > Self.longest else { return false }
        (foundAt, end) = (now, nil)
        return true
    }

    /// Opens a gap because a command could not be stored.
    ///
    /// - Returns: whether the ledger is to look at its clock.
    mutating func open(at now: Timestamp) -> Bool {
        guard foundAt == nil else { return false }
        (foundAt, end) = (now, nil)
        return true
    }

    /// Takes in that the ledger has looked at its clock.
    ///
    /// - Parameters:
    ///   - asked: when it was asked to.
    ///   - end: below which position all stands that came of it; nil where it looks no more.
    mutating func note(asked: Timestamp, end: UInt64?) {
        guard let foundAt, asked >= foundAt else { return }
        // Every later check extends the gap: the driver does not wait for failed storage.
        self.end = end ?? 0
        settle()
    }

    /// Takes in how far the ledger has been read.
    mutating func fold(to position: UInt64) {
        self.position = position
        settle()
    }

    private mutating func settle() {
        if let end, position >= end { (foundAt, self.end) = (nil, nil) }
    }
}
