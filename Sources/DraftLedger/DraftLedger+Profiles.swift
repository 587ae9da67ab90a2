public import Draft
import Foundation
import Ledger
import LMDB
import TextFormats

/// A user's profile: personal data, stored outside the log, so that it can be erased without changing history.
///
/// After erasure, no version of the ledger finds it. Its bytes are another matter: see
/// ``DraftLedger/setProfiles(_:)``.
public struct Profile: Hashable, Sendable, Codable {
    /// The user's id where it comes from: a site's account, an import's column.
    public var externalID: String
    public var displayName: String

    public init(externalID: String, displayName: String = "") {
        self.externalID = externalID
        self.displayName = displayName
    }
}

extension DraftLedger {
    /// The profile of a user; nil if it does not exist or was erased.
    public func profile(of user: UserID) throws(DraftLedgerError) -> Profile? {
        try rethrowing {
            try ledger.read { transaction in
                try transaction.value(at: user.number, in: ledger.profiles).flatMap(Self.decode)
            }
        }
    }

    /// All profiles, by user number.
    public func profiles() throws(DraftLedgerError) -> [(user: UserID, profile: Profile)] {
        try rethrowing {
            try ledger.read { transaction in
                try transaction.withCursor(on: ledger.profiles) { cursor in
                    var all: [(user: UserID, profile: Profile)] = []
                    var found = try cursor.first()
                    while found {
                        let bytes = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                        if let profile = Self.decode(bytes) { all.append((UserID(try cursor.key), profile)) }
                        found = try cursor.next()
                    }
                    return all
                }
            }
        }
    }

    /// Sets profiles; nil erases one. The log is not touched.
    ///
    /// A profile that is erased or replaced cannot be read back through the ledger. LMDB does not overwrite what it frees,
    /// though: the bytes stay in `data.mdb`, and a search of the file finds them, until new pages take their
    /// place, and in every copy and backup of the file that was made before. ``compact(at:)`` writes the file without them, and
    /// ``erase(_:fromArchive:ofStaff:at:)`` erases a user from archives and backups.
    public func setProfiles(_ profiles: [(user: UserID, profile: Profile?)]) throws(DraftLedgerError) {
        guard access == .writing else { throw .notWritable(path) }
        try rethrowing {
            // Not by `JSONWriter`, which escapes no slashes: a row is the same bytes whenever it was written.
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let rows = try profiles.map { (user: $0.user, bytes: try $0.profile.map { Array(try encoder.encode($0)) }) }
            try ledger.write { transaction in
                for row in rows {
                    if let bytes = row.bytes {
                        try transaction.put(bytes, at: row.user.number, in: ledger.profiles)
                    } else {
                        _ = try transaction.remove(row.user.number, in: ledger.profiles)
                    }
                }
            }
        }
    }

    private static func decode(_ bytes: [UInt8]) -> Profile? {
        // An unreadable profile counts as missing: profiles are optional.
        guard let row = try? JSONDocument(bytes).root, let externalID = row["externalID"]?.string,
            let displayName = row["displayName"]?.string
        else { return nil }
        return Profile(externalID: externalID, displayName: displayName)
    }
}
