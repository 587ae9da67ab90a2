import Foundation
import Ledger
import Merkle
import Platform

/// An unfinished copy of a ledger: under a temporary name until it is complete, and removed if it fails.
struct LedgerCopy {
    /// The final path of the copy.
    let destination: String
    /// The path at which the copy is being made.
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
                .alreadyExists, "\(destination) exists; refusing to overwrite it. Use another path."
            )
        }
        do {
            try FileSystem.createDirectory(unfinished)
        } catch {
            guard error == .alreadyExists else { throw DraftLedgerError(FileError("creating", unfinished, error)) }
            throw DraftLedgerError(
                .alreadyExists,
                "\(unfinished) exists: another copy is running or was interrupted. Remove it if no copy is running."
            )
        }
    }

    /// The note of imported events that no mark in the log covers yet (`DraftLedger.append(imported:)`).
    private static let imports = ["imported"]

    /// Copies a ledger as of one commit. Others may read and write meanwhile.
    ///
    /// The published checkpoint is read first, so that the copy contains its events. Keys are read before and after the copy:
    /// keys of a rotation during the copy would not match.
    ///
    /// - Parameters:
    ///   - ledger: the ledger, open.
    ///   - withKeys: its keys, too.
    func take(_ ledger: Ledger, withKeys: Bool) throws {
        let keys = withKeys ? try Self.files(Self.keys, in: ledger.path) : [:]
        let checkpoints = try Self.files(Self.checkpoints, in: ledger.path)
        let erasures = try Self.files(Self.erasures, in: ledger.path)
        let imports = try Self.files(Self.imports, in: ledger.path)
        try ledger.copy(to: unfinished)
        guard try !withKeys || Self.files(Self.keys, in: ledger.path) == keys else {
            throw DraftLedgerError(
                .conflict,
                "The keys in \(ledger.path) changed during the copy. Copy again.")
        }
        for (name, bytes) in checkpoints { try write(bytes, to: name, permissions: 0o644) }
        for (name, bytes) in keys { try write(bytes, to: name, permissions: 0o600) }
        for (name, bytes) in erasures { try write(bytes, to: name, permissions: 0o600) }
        // An import can begin, or its mark be appended, while the ledger is copied. A note of what is marked says nothing.
        let noted = imports.isEmpty ? try Self.files(Self.imports, in: ledger.path) : imports
        for (name, bytes) in noted { try write(bytes, to: name, permissions: 0o644) }
    }

    private static func files(_ names: [String], in directory: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in names { files[name] = try SideFile.openContents(of: "\(directory)/\(name)", upTo: limit) }
        return files
    }

    private func write(_ bytes: [UInt8], to name: String, permissions: UInt32) throws {
        guard try DurableFile.create("\(unfinished)/\(name)", with: bytes, permissions: permissions) else {
            throw DraftLedgerError(.alreadyExists, "Another process writes to \(unfinished).")
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
        // Files that LMDB created for reading.
        FileSystem.remove(unfinished + "/lock.mdb")
        guard !FileSystem.exists(destination) else {
            throw DraftLedgerError(.alreadyExists, "\(destination) was created meanwhile. Use another path.")
        }
        try DurableFile.move(unfinished, to: destination)
    }

    /// Removes all files of the copy.
    func discard() {
        let files = FileManager.default
        // If removal fails, the remains block the next copy, which reports them.
        try? files.removeItem(atPath: unfinished)
    }
}
