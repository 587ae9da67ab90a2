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
    /// The user's own rankings of players, by pool. Those of a draft are in the queue of its seat.
    package var rankings: [PoolID: OwnRanking] = [:]

    public init(externalID: String, displayName: String = "") {
        self.externalID = externalID
        self.displayName = displayName
    }

    private enum CodingKeys: String, CodingKey { case externalID, displayName, rankings }

    public init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        externalID = try row.decode(String.self, forKey: .externalID)
        displayName = try row.decode(String.self, forKey: .displayName)
        let pools = try row.decodeIfPresent([String: OwnRanking].self, forKey: .rankings) ?? [:]
        for (pool, ranking) in pools { if let number = UInt64(pool) { rankings[PoolID(number)] = ranking } }
    }

    /// A profile without rankings has the same bytes as in earlier versions.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(externalID, forKey: .externalID)
        try row.encode(displayName, forKey: .displayName)
        guard !rankings.isEmpty else { return }
        let pools = rankings.map { ("\($0.key)", $0.value) }
        try row.encode(Dictionary(uniqueKeysWithValues: pools), forKey: .rankings)
    }
}

/// The players of a pool in the order in which a user wants them.
package struct OwnRanking: Hashable, Sendable, Codable {
    /// The best first.
    package var players: [PlayerIndex]
    /// The tier of each player, from 1; 0 for a player without a tier. Empty if no player has one.
    package var tiers: [UInt8]
    /// Microseconds since 1970.
    package var savedAt: Int64

    package init(players: [PlayerIndex], tiers: [UInt8], savedAt: Int64) {
        self.players = players
        self.tiers = tiers.contains { $0 > 0 } ? tiers : []
        self.savedAt = savedAt
    }

    /// The tier of the player at a place; nil without a tier.
    package func tier(at place: Int) -> UInt8? {
        place < tiers.count && tiers[place] > 0 ? tiers[place] : nil
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
            let rows = try profiles.map { (user: $0.user, bytes: try $0.profile.map(Self.encode)) }
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

    /// Changes the profile of a user in one transaction, so that no other change is lost.
    ///
    /// - Returns: whether the user has a profile.
    package func changeProfile(of user: UserID, _ change: (inout Profile) -> Void) throws(DraftLedgerError) -> Bool {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            try ledger.write { transaction in
                guard let bytes = try transaction.value(at: user.number, in: ledger.profiles),
                    var profile = Self.decode(bytes)
                else { return false }
                change(&profile)
                try transaction.put(Self.encode(profile), at: user.number, in: ledger.profiles)
                return true
            }
        }
    }

    private static func encode(_ profile: Profile) throws -> [UInt8] {
        // Not by `JSONWriter`, which escapes no slashes: a row is the same bytes whenever it was written.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(profile))
    }

    private static func decode(_ bytes: [UInt8]) -> Profile? {
        // An unreadable profile counts as missing: profiles are optional.
        guard let row = try? JSONDocument(bytes).root, let externalID = row["externalID"]?.string,
            let displayName = row["displayName"]?.string
        else { return nil }
        var profile = Profile(externalID: externalID, displayName: displayName)
        for (pool, ranking) in row["rankings"]?.members ?? [] {
            guard let number = UInt64(pool), let savedAt = ranking["savedAt"]?.integer(as: Int64.self) else { continue }
            profile.rankings[PoolID(number)] = OwnRanking(
                players: ranking["players"]?.elements.compactMap { $0.integer(as: PlayerIndex.self) } ?? [],
                tiers: ranking["tiers"]?.elements.compactMap { $0.integer(as: UInt8.self) } ?? [], savedAt: savedAt)
        }
        return profile
    }
}
