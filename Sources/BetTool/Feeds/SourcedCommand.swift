import Bets
import Crypto
import Values

/// A command that a feed's file asks for, with the source's own time.
struct SourcedCommand {
    var command: BetCommand
    /// The moment that the source states, or the latest one at which it can have been known.
    var moment: Timestamp
    /// Made from the content of the row, so that importing a file twice records it once.
    var id: CommandID
    /// The row, for errors: "games.csv, line 12".
    var place: String

    /// - Parameter content: what the command says, in the words of the file.
    init(_ command: BetCommand, at moment: Timestamp, of row: FeedTable.Row, file: String, part: String) {
        self.command = command
        self.moment = moment
        place = "\(file), line \(row.line)"
        var hash = SHA256()
        for (column, text) in row.content.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array(column.utf8) + [0] + Array(text.utf8) + [0])
        }
        hash.update(data: Array(part.utf8))
        let bytes = Array(hash.finalize())
        func word(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        id = CommandID(high: word(0), low: word(8))
    }
}
