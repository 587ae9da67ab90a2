import DraftLedger
import Foundation

/// The JSON files that a server keeps in the directory of the ledger.
enum AccountFile {
    /// Reads a file.
    ///
    /// - Returns: nil if the file does not exist.
    /// - Throws: `AccountFileError` if its content is not what the server writes.
    static func read<Content: Decodable>(_ path: String) throws(AccountFileError) -> Content? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        do {
            return try JSONDecoder().decode(Content.self, from: data)
        } catch {
            throw AccountFileError(description: "\(path) cannot be read: \(error.reason). Restore it from a backup.")
        }
    }
}

/// The reason why a file of the server cannot be read.
struct AccountFileError: Error, CustomStringConvertible {
    let description: String
}
