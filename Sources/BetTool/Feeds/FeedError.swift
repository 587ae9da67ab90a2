import TextFormats

/// A fault of a feed's file, with its place.
struct FeedError: Error, Hashable, CustomStringConvertible {
    enum Kind: Hashable {
        /// The file is not CSV at this place.
        case notCSV(found: String, expected: String)
        /// No known kind of file has this header.
        case unknownHeader(found: String)
        case missingColumns([String])
        /// The record has another number of fields than the header.
        case fieldCount(found: Int, expected: Int)
        /// A required value is missing.
        case missing(column: String)
        case invalid(column: String, found: String, expected: String)
        case unknownTeam(column: String, found: String)
        /// A row names a game that no file of the import has and the ledger does not know.
        case unknownGame(found: String)
        /// A row names an athlete whom no file of the import has and the ledger does not know.
        case unknownAthlete(found: String)
        /// A row names an athlete whose name several have.
        case severalAthletes(found: String, numbers: [UInt64])
        /// Two rows say different things about the same subject.
        case contradiction(subject: String, line: Int)
        /// The values of a row do not agree with each other.
        case inconsistent(String)
        case empty
    }

    /// The name of the file, without its folder.
    var file: String
    var place: TextPlace
    var kind: Kind

    var description: String { "\(file), \(place): \(explanation)" }

    private var explanation: String {
        switch kind {
        case .notCSV(let found, let expected): "found \(found); expected \(expected)."
        case .unknownHeader(let found):
            "\(found) is not a header of games, box scores, offers, prop lines or teams. Check that this is the right file."
        case .missingColumns(let names):
            "the header lacks \(names.map { "'\($0)'" }.joined(separator: ", ")). Add the column, or name another file."
        case .fieldCount(let found, let expected): "the row has \(found) fields, and the header has \(expected)."
        case .missing(let column): "'\(column)' is empty, and it is required."
        case .invalid(let column, let found, let expected):
            "'\(found)' is not a valid \(column). Expected \(expected)."
        case .unknownTeam(let column, let found):
            "'\(found)' in '\(column)' is not the abbreviation of a team. Add it to the file of teams."
        case .unknownGame(let found):
            "the game '\(found)' is in none of the files and not in the ledger. Import the file of games with this one."
        case .unknownAthlete(let found):
            "'\(found)' is an athlete of no box score in the files, and not of the ledger's newest season. Check the name, "
                + "or add the column playerID."
        case .severalAthletes(let found, let numbers):
            "'\(found)' is the name of the athletes \(numbers.map(String.init).joined(separator: ", ")). Add the column "
                + "playerID with one of them."
        case .contradiction(let subject, let line): "\(subject) differs from line \(line). Remove one of the two rows."
        case .inconsistent(let text): text
        case .empty: "the file has no rows."
        }
    }
}

/// All errors of an import. Nothing is imported when there is one.
struct FeedErrors: Error, CustomStringConvertible {
    var errors: [FeedError]

    /// The number of errors that are described.
    static let shown = 10

    var description: String { lines.joined(separator: "\n") }

    /// The first errors, how many there are beyond them, and that nothing was imported.
    var lines: [String] {
        let rest = errors.count - Self.shown
        return errors.prefix(Self.shown).map(\.description) + (rest > 0 ? ["… and \(rest) more."] : [])
            + ["Nothing was imported."]
    }
}
