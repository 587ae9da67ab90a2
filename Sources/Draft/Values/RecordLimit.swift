/// The limits of a record for values without a limit in the game. The rules refuse larger values, so that every decision
/// can be recorded.
package enum RecordLimit {
    /// Bytes of a refused command's JSON; of a longer one only its digest is kept.
    package static let refusedCommand = 1024

    /// Bytes of a command's field that is not text: as many as its longest, a SHA-256, takes twice.
    static let commandBytes = 64

    /// Bytes of a refusal's sentence.
    static let refusalMessage = 600

    /// Bytes of a short text: a name, a title, an id of another site.
    static let shortText = 255

    /// Players of a queue or of a ranking.
    static let players = 16_384

    /// Scores that are recorded at a time.
    static let scores = 4_000

    /// Listings that people can say to be one player: as many pools as he can be in.
    static let aliases = 1_000

    /// Rooms whose standings are decided at a time, and the entries of drawn pods from which on no further pod is: each
    /// takes a room's roster in memory.
    static let roomsOfRound = 200
    static let entriesOfRound = 1_500

    /// Standings, and drawn entries, of one record.
    static let standings = 2_000
    static let drawnEntries = 4_000

    /// Rows of a prize table, whatever else is said of its tournament.
    static let prizeTiers = 4_000

    /// Whether a number stands for none in a field that may be missing: the largest where there are no negative ones, else
    /// the smallest.
    static func standsForNone<Number: FixedWidthInteger>(_ number: Number) -> Bool {
        number == (Number.isSigned ? .min : .max)
    }
}

extension CommandOrigin {
    /// Why nothing can be done in this name; nil for what a record can hold.
    ///
    /// Refusals of this kind cannot be stored: no record could state the sender or the time.
    public var refusal: Refusal? {
        guard actor.isValid else {
            return Refusal(
                .invalidValue,
                "The user number of the sender or of the represented user is not valid: expected 1-\(UserID.maximum).")
        }
        guard occurredAt.map({ RecordLimit.standsForNone($0.microseconds) }) != true else {
            return Refusal(.invalidValue, "The command's time is the value that means \"no time\" in records.")
        }
        return nil
    }
}
