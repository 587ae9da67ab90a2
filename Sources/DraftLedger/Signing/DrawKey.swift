import Crypto
import Foundation
import Platform
import Records

/// The master secret of the order draws, in its own file: it must not be in a copy of the ledger that is shared with third
/// parties.
enum DrawKey {
    /// The number of its bytes.
    private static let length = 32

    private static func file(in path: String) -> String { path + "/draw.key" }

    static func exists(in path: String) -> Bool { FileSystem.exists(file(in: path)) }

    /// Refuses a secret that could be written, but would not be read again.
    static func checkLength(_ master: [UInt8]) throws {
        guard master.count == length else {
            throw DraftLedgerError(
                .invalidValue, "The secret of the order draws has \(master.count) bytes, expected \(length).")
        }
    }

    /// Puts the secret of a new ledger there, durable before any order can be promised by it.
    ///
    /// - Throws: `alreadyExists` where there is one, which other drafts may have been promised by.
    static func write(_ master: [UInt8], in path: String) throws {
        guard try DurableFile.create(file(in: path), with: master, permissions: 0o600) else {
            throw occupied(path)
        }
    }

    /// The secret that a creation which was killed has left, if it came so far; else a new one, put there.
    ///
    /// - Parameter master: the secret that it is to be, if the caller has one.
    /// - Throws: `alreadyExists` where another one is to be had than the one that is there.
    static func finish(_ master: [UInt8]?, in path: String) throws -> [UInt8] {
        removeLeftovers(in: path)
        if exists(in: path) {
            let present = try read(in: path)
            guard master == nil || master == present else { throw occupied(path) }
            return present
        }
        let master = master ?? SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        try write(master, in: path)
        return master
    }

    /// Removes what was being written when a creation was killed: the same secret, under a name that
    /// a copy without `draw.key` may include. While the writer's lock is held, no other process writes one.
    private static func removeLeftovers(in path: String) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: path)) ?? [] where name.hasPrefix("draw.key.") {
            try? files.removeItem(atPath: path + "/" + name)
        }
    }

    /// That a secret which other drafts may have been promised by is in the way.
    static func occupied(_ path: String) -> DraftLedgerError {
        DraftLedgerError(
            .alreadyExists,
            "\(file(in: path)) already exists, and a new ledger never overwrites an old one's secret. "
                + "Move it away, or choose another directory.")
    }

    static func read(in path: String) throws -> [UInt8] {
        guard let master = try SecretFile.contents(of: file(in: path)), master.count == length else {
            throw DraftLedgerError(
                .drawKeyMissing,
                "\(file(in: path)) is missing or damaged, and without it draft orders cannot be drawn. "
                    + "Restore it from a backup; reading the ledger does not need it.")
        }
        return master
    }
}
