package import Draft
import Foundation

/// The free text of a command, with the facts about the command that are needed to erase the text.
package struct SentWords: Sendable {
    package var words: TextCommitment
    package var subject: UserID?
    package var sender: Sender
    package var id: CommandID

    package init(_ words: TextCommitment, about subject: UserID?, in id: CommandID, from sender: Sender) {
        self.words = words
        self.subject = subject
        self.sender = sender
        self.id = id
    }
}

/// Words as they are kept.
struct WordsRow: Codable {
    var text: String
    var salt: String
    var user: UInt64?
    var alias: String

    init(_ words: TextCommitment, about user: UserID?, alias: String) {
        text = words.text
        salt = words.salt.hexadecimal
        self.user = user?.number
        self.alias = alias
    }

    /// - Returns: nil for other rows: a salt alone, or damage.
    init?(_ bytes: [UInt8]) {
        guard let row = try? JSONDecoder().decode(WordsRow.self, from: Data(bytes)) else { return nil }
        self = row
    }

    /// Whether staff wrote it, other than for a member.
    var isOfStaff: Bool {
        let parts = alias.split(separator: "/")
        guard parts.count == 3, let sender = UInt64(parts[1]).flatMap(Sender.init(rawValue:)) else { return false }
        return sender.role == .admin && sender.onBehalfOf == nil
    }

    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            // The same words make the same row in every process.
            encoder.outputFormatting = .sortedKeys
            return Array(try encoder.encode(self))
        }
    }
}
