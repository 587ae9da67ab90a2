import Foundation
import Ledger
import Merkle
import Platform

/// A copy of a ledger in the making: beside its place until it is whole, and gone if it does not come to that.
struct LedgerCopy {
    /// Where it will be.
    let destination: String
    /// Where it is being made.
    private let unfinished: String

    private static let checkpoints = ["checkpoint", "checkpoints"]
    /// Users that a server has erased, and when users signed out everywhere: neither is to be undone by the copy.
    private static let erasures = ["erasures.json", "signouts.json"]
    private static let keys = [
        "draw.key", "log.key", "log.key.next", "log.key.proposed", "report.key", "receipt.key", "tokens.json",
    ]

    /// In bytes: no such file is longer.
    private static let limit = 1 << 30

    init(to destination: String) throws {
        self.destination = destination
        unfinished = destination + ".unfinished"
        guard !FileSystem.exists(destination) else {
            throw DraftLedgerError(
                .alreadyExists, "\(destination) is there already: nothing is written over it. Name a path that is free."
            )
        }
        do {
            try FileSystem.createDirectory(unfinished)
        } catch {
            guard error == .alreadyExists else { throw DraftLedgerError(FileError("creating", unfinished, error)) }
            throw DraftLedgerError(
                .alreadyExists,
                "\(unfinished) is there already: another copy is being made, or was cut short. Remove it if nobody is at it."
            )
        }
    }

    /// Copies a ledger as of one commit, which others may read and write meanwhile.
    ///
    /// What was published is read first, so that the events which it speaks of are among those that are copied. Keys are
    /// read before and after: those of a rotation that went on meanwhile would not fit.
    ///
    /// - Parameters:
    ///   - ledger: the ledger, open.
    ///   - withKeys: its keys, too.
    func take(_ ledger: Ledger, withKeys: Bool) throws {
        let keys = withKeys ? try Self.files(Self.keys, in: ledger.path) : [:]
        let checkpoints = try Self.files(Self.checkpoints, in: ledger.path)
        let erasures = try Self.files(Self.erasures, in: ledger.path)
        try ledger.copy(to: unfinished)
        guard try !withKeys || Self.files(Self.keys, in: ledger.path) == keys else {
            throw DraftLedgerError(
                .conflict,
                "The keys in \(ledger.path) were exchanged while they were being copied. Make the copy again.")
        }
        for (name, bytes) in checkpoints { try write(bytes, to: name, permissions: 0o644) }
        for (name, bytes) in keys { try write(bytes, to: name, permissions: 0o600) }
        for (name, bytes) in erasures { try write(bytes, to: name, permissions: 0o600) }
    }

    private static func files(_ names: [String], in directory: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in names { files[name] = try SideFile.openContents(of: "\(directory)/\(name)", upTo: limit) }
        return files
    }

    private func write(_ bytes: [UInt8], to name: String, permissions: UInt32) throws {
        guard try DurableFile.create("\(unfinished)/\(name)", with: bytes, permissions: permissions) else {
            throw DraftLedgerError(.alreadyExists, "Somebody else writes to \(unfinished).")
        }
    }

    /// Looks at the copy where it is being made.
    func inspect<Result>(_ body: (DraftLedger) throws -> Result) throws -> Result {
        let copy = try DraftLedger.open(at: unfinished, checksPages: true)
        defer { copy.close() }
        return try body(copy)
    }

    /// Gives the copy its name.
    func finish() throws {
        // What LMDB has made to read it.
        FileSystem.remove(unfinished + "/lock.mdb")
        guard !FileSystem.exists(destination) else {
            throw DraftLedgerError(.alreadyExists, "\(destination) has come to be meanwhile.")
        }
        try DurableFile.move(unfinished, to: destination)
    }

    /// Leaves nothing behind.
    func discard() {
        let files = FileManager.default
        // What cannot be removed stays, and stands in the way of the next copy, which says so.
        try? files.removeItem(atPath: unfinished)
    }
}
