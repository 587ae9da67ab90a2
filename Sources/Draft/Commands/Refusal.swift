/// A command that was turned down: the code for programs, the rest for people and for the record.
public struct Refusal: Error, Hashable, Sendable {
    public var code: RefusalCode

    /// One sentence that says what was found and what was expected.
    public var message: String

    public var pick: PickNumber?
    public var seat: Seat?
    public var player: PlayerIndex?

    /// The clock of the pick that the command names, if one ran for it: also after others have picked.
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
        self.message = Self.bounded(message)
        self.pick = pick
        self.seat = seat
        self.player = player
        self.deadline = deadline
        self.graceEndsAt = graceEndsAt
        self.margin = margin
    }

    /// The message as a record can keep it: a command's own texts may be quoted in it, of any length.
    private static func bounded(_ message: String) -> String {
        guard message.utf8.count > RecordLimit.refusalMessage else { return message }
        var kept = Substring(message)
        var count = message.utf8.count
        while count > RecordLimit.refusalMessage - 3, let last = kept.popLast() { count -= last.utf8.count }
        return kept + "…"
    }
}

extension Refusal: CustomStringConvertible {
    public var description: String { "\(code.name): \(message)" }
}

/// Why a command was turned down. The names are stable strings that clients, exports and disputes rely on; the raw
/// values are what a record stores.
public enum RefusalCode: UInt8, Sendable, CaseIterable, Codable {
    case notYourTurn = 1
    case stalePickNumber = 2
    case clockExpired = 3
    case playerAlreadyDrafted = 4
    case playerNotInPool = 5
    case draftNotActive = 6
    case draftComplete = 7
    case roomPaused = 8
    case roomFull = 9
    case alreadySeated = 10
    case membershipFrozen = 11
    case entryLimit = 12
    case entriesClosed = 13
    case insufficientBalance = 14
    /// The id was used before, for a command of other content.
    case duplicateCommand = 15
    case staleQueue = 16
    case unknownRoom = 17
    case unknownUser = 18
    case forbidden = 19
    case conflictOfInterest = 20
    case approverRequired = 21
    case unknownTournament = 22
    case unknownPool = 23
    case unknownCase = 24
    /// The thing to be created exists already.
    case alreadyExists = 25
    /// A value that no rule allows: teams 21, a negative deposit, a queue that names a player twice, …
    case invalidValue = 26
    /// The thing is not in a status in which this can happen to it.
    case wrongStatus = 27
    /// An expiry that names a clock which no longer runs.
    case staleClock = 28
    /// The clock still runs.
    case clockRunning = 29
    /// A required signature is missing, or is not by a key of the sender.
    case badSignature = 30
    /// Acting in place of a member needs a case about it, or an outage.
    case caseRequired = 31
    /// The proposal would now have other effects.
    case measureStale = 32
    case unknownMeasure = 33
    /// The recorded standings of a contest depend on it, so it can no longer be corrected.
    case standingsOnRecord = 34
    /// Players of different positions are said to be one, and not that they are meant.
    case otherPosition = 35
    /// The statement contradicts an earlier one about the same players.
    case aliasContradiction = 36
    /// Nothing was said of the two players.
    case unknownAlias = 37
    /// More than the user's own limits let through, in a day or in a week.
    case limitExceeded = 40
    /// The user is excluded until some time.
    case userExcluded = 41
    case accountClosed = 42
    /// The ledger's season is over. The ledger of the next season takes commands.
    case ledgerClosed = 43
    /// The ledger cannot be closed yet: drafts, contests, withdrawals, cases or approval requests are open.
    case seasonNotOver = 44

    /// The stable string.
    public var name: String { String(describing: self) }

    public init?(name: String) {
        guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = code
    }
}
