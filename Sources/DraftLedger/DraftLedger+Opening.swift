import Dispatch
public import Draft
import Foundation
import Ledger
package import LMDB
import Merkle
import Platform
import Records

extension DraftLedger {
    /// Creates a ledger and opens it for writing.
    ///
    /// - Parameters:
    ///   - path: a directory that does not exist yet, or an empty one. A failed creation leaves it so. An interrupted
    ///     creation is continued, and so is a ledger without any events.
    ///   - origin: the ledger's permanent name, such as "example.com/drafts": its first event. Nil for an empty ledger
    ///     that the records of another will fill.
    ///   - moment: the recorded time of creation; now by default.
    ///   - drawMaster: 32 secret bytes that draw the orders; random by default. They are kept in the file `draw.key`,
    ///     which only the owner can read.
    ///   - limits: how much it takes on at a time.
    ///   - upkeep: what it does by itself in the background.
    /// - Throws: `badOrigin`; `invalidValue` for a secret of another length; `alreadyExists`, also where a file stands at
    ///   the path or in the directory; `readOnly`, `diskFull`, `inputOutput`.
    public static func create(
        at path: String, origin: String?, moment: Timestamp? = nil, drawMaster: [UInt8]? = nil,
        limits: DeskLimits = DeskLimits(), upkeep: Upkeep = Upkeep()
    ) throws(DraftLedgerError) -> DraftLedger {
        try create(
            at: path, origin: origin, moment: moment, drawMaster: drawMaster, limits: limits, upkeep: upkeep,
            rules: SoftwareStarted.currentRules)
    }

    /// Creates a ledger as software of other rules did.
    ///
    /// - Parameter rules: the rules that its first event states; nil as before version 10 of the records.
    package static func create(
        at path: String, origin: String?, moment: Timestamp? = nil, drawMaster: [UInt8]? = nil,
        limits: DeskLimits = DeskLimits(), upkeep: Upkeep = Upkeep(), rules: UInt16?
    ) throws(DraftLedgerError) -> DraftLedger {
        try rethrowing {
            try origin.map(SigningKey.checkName)
            try drawMaster.map(DrawKey.checkLength)
            try requireNothingOfAnother(in: path)
            let before = try DirectoryListing(of: path)
            try requireNothingForeign(in: before)
            let ledger = try Ledger.create(at: path)
            do {
                let master = try DrawKey.finish(drawMaster, in: path)
                let draft = try DraftLedger(
                    ledger: ledger, access: .writing, cryptography: LedgerCryptography(drawMaster: master),
                    limits: limits, upkeep: upkeep, clock: Ledger.Options.systemClock,
                    awake: RunningClock.process.now)
                if let origin {
                    _ = try SigningKey.create(origin: origin, in: path)
                    let created = Event.ledgerCreated(
                        LedgerCreated(origin: origin, rulesVersion: rules))
                    let command = Command.ledger(.createLedger(origin: origin))
                    let cause = CommandOrigin(
                        occurredAt: moment, actor: .admin(nil), commandID: .ledgerCreation,
                        fingerprint: command.fingerprint)
                    try draft.append([PendingEvent(stream: .system, event: created, origin: cause, recordedAt: moment)])
                }
                return draft
            } catch {
                // While the writer's lock is held, so that nothing of somebody else's can be among it.
                before.restore()
                ledger.close()
                throw error
            }
        }
    }

    /// Makes sure that the directory holds no files but those that a creation leaves when it is killed.
    private static func requireNothingForeign(in listing: DirectoryListing) throws {
        func isOwn(_ name: String) -> Bool {
            ["data.mdb", "lock.mdb", "draw.key", "log.key"].contains(name) || name.hasPrefix("draw.key.")
                || name.hasPrefix("log.key.") || name == "lost+found"
        }
        let foreign = (listing.names ?? []).filter { !isOwn($0) }.sorted()
        guard let first = foreign.first else { return }
        let more = foreign.count == 1 ? "" : " and \(foreign.count - 1) more"
        throw DraftLedgerError(
            .alreadyExists,
            "\(listing.path) is not empty: there is \(first)\(more). Name a directory that does not exist yet, or an empty one."
        )
    }

    /// Makes sure that no file in the directory is that of a ledger which has, or had, a history.
    private static func requireNothingOfAnother(in path: String) throws {
        if CheckpointFile(in: path).exists {
            throw DraftLedgerError(
                .alreadyExists,
                "\(path)/checkpoint already exists: this is or was a ledger. "
                    + "Open it, restore it from a backup, or choose another directory.")
        }
        // A creation writes the log first: a secret without a log, or with an empty one, is not from a creation.
        let data = try? FileManager.default.attributesOfItem(atPath: path + "/data.mdb")
        if DrawKey.exists(in: path), data?[.size] as? UInt64 ?? 0 == 0 { throw DrawKey.occupied(path) }
    }

    /// Opens a ledger that exists.
    ///
    /// - Parameters:
    ///   - path: the ledger's directory.
    ///   - access: what for.
    ///   - checksPages: look first at every page of the file, some microseconds a megabyte and core. LMDB believes its
    ///     pages: without this, reading a damaged file can end the process. With it, `damaged` says so.
    ///   - limits: how much it takes on at a time; of no account for reading.
    ///   - upkeep: the background maintenance; ignored for reading.
    /// - Throws: `noSuchLedger`, `notALedger`, `irregularFile`, `newerFormat`, `damaged`, `lockedByAnotherWriter`,
    ///   `alreadyOpen` if this process has already opened it in a way that cannot be shared, `readOnly`,
    ///   `drawKeyMissing`, `inputOutput`; for writing, `ledgerRolledBack` and `ledgerForked` where the ledger does not
    ///   extend its published checkpoint, `checkpointDamaged` and `signingKeyForeign` where that or the key is not its
    ///   own.
    public static func open(
        at path: String, for access: Access = .reading, checksPages: Bool = false, limits: DeskLimits = DeskLimits(),
        upkeep: Upkeep = Upkeep()
    ) throws(DraftLedgerError) -> DraftLedger {
        try open(
            at: path, for: access, checksPages: checksPages, limits: limits, upkeep: upkeep,
            by: Ledger.Options.systemClock, awake: RunningClock.process.now)
    }

    /// The same for a task, which sleeps meanwhile: a look at every page, or a disk that has to be waited for, must not keep
    /// one of the few threads that tasks share.
    public static func openWithoutBlocking(
        at path: String, for access: Access = .reading, checksPages: Bool = false, limits: DeskLimits = DeskLimits(),
        upkeep: Upkeep = Upkeep()
    ) async throws(DraftLedgerError) -> DraftLedger {
        let opened: Result<DraftLedger, DraftLedgerError> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "draft-ledger.opening").async {
                do throws(DraftLedgerError) {
                    let ledger = try open(
                        at: path, for: access, checksPages: checksPages, limits: limits, upkeep: upkeep)
                    continuation.resume(returning: .success(ledger))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try opened.get()
    }

    /// Opens a ledger that exists, to go by another clock than the machine's or to promise less.
    ///
    /// - Parameters:
    ///   - path: the ledger's directory.
    ///   - access: what for.
    ///   - checksPages: look first at every page of the file.
    ///   - limits: how much it takes on at a time.
    ///   - upkeep: what it does by itself in the background.
    ///   - durability: what an acknowledged command has survived.
    ///   - isNode: whether it is opened as a node's copy of a cluster's history, by that node's server.
    ///   - clock: the time in microseconds since 1970, UTC.
    ///   - awake: microseconds for which that clock has run, without what it was set by and without the time for which
    ///     the machine was suspended: where the time gets ahead of it, drafts stood still meanwhile. Nil for a clock that
    ///     never leaps, or is meant to.
    /// - Throws: as the opening by the machine's clock does.
    package static func open(
        at path: String, for access: Access, checksPages: Bool = false, limits: DeskLimits = DeskLimits(),
        upkeep: Upkeep = Upkeep(), durability: Environment.Durability = .full, isNode: Bool = false,
        by clock: @escaping @Sendable () -> Int64, awake: (@Sendable () -> Int64)? = nil
    ) throws(DraftLedgerError) -> DraftLedger {
        try rethrowing {
            let ledger = try Ledger.open(
                at: path, mode: access == .writing ? .readWrite : .readOnly,
                options: Ledger.Options(
                    durability: durability, clock: clock, checksPages: checksPages, isNode: isNode))
            do {
                if access == .writing { try checkPublished(ledger) }
                if access == .writing { try requireCreated(ledger) }
                let cryptography = access == .writing ? LedgerCryptography(drawMaster: try DrawKey.read(in: path)) : nil
                let draft = try DraftLedger(
                    ledger: ledger, access: access, cryptography: cryptography, limits: limits, upkeep: upkeep,
                    clock: clock, awake: awake)
                // A node does that when it leads.
                if try ledger.clusterMark() == nil { draft.resumeWork() }
                return draft
            } catch {
                ledger.close()
                throw error
            }
        }
    }

    /// Goes on with what an earlier process has begun and not brought to its end.
    func resumeWork() {
        resumeKeyRotation()
        resumeErasures()
    }

    /// A ledger without events and without a secret has nothing that could be restored from a backup.
    private static func requireCreated(_ ledger: Ledger) throws {
        guard try ledger.size == 0, !DrawKey.exists(in: ledger.path), try ledger.clusterMark() == nil else { return }
        throw DraftLedgerError(
            .noSuchLedger,
            "\(ledger.path): the creation of the ledger was interrupted. Create the ledger again.")
    }

    /// Whether there is something at the path that could be a ledger.
    public static func exists(at path: String) -> Bool {
        FileSystem.exists(path + "/data.mdb")
    }
}

/// The content of a directory before a creation, so that it can be restored.
struct DirectoryListing {
    let path: String
    /// Nil if the directory does not exist.
    let names: Set<String>?

    /// - Throws: `inputOutput` where there is a directory, but it cannot be looked into: what was in it before would not
    ///   be told from what is added.
    init(of path: String) throws {
        self.path = path
        let files = FileManager.default
        var isDirectory: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            names = nil
            return
        }
        do {
            names = Set(try files.contentsOfDirectory(atPath: path))
        } catch {
            throw DraftLedgerError(.inputOutput, "looking into \(path): \(error.localizedDescription)")
        }
    }

    /// Removes everything added since, including the directory if it did not exist.
    ///
    /// The log is removed last, and only when the rest is durably removed: a secret without a log, which a power loss could
    /// restore, is treated as that of a ledger with a history. The next creation continues with the remains.
    func restore() {
        let files = FileManager.default
        let added = ((try? files.contentsOfDirectory(atPath: path)) ?? []).filter { names?.contains($0) != true }
        // Nil: a failure is told of already, and this one changes nothing about it.
        let kept = added.filter { $0 != "data.mdb" && (try? files.removeItem(atPath: path + "/" + $0)) == nil }
        guard kept.isEmpty, (try? DurableFile.syncDirectory(path)) != nil else { return }
        if added.contains("data.mdb") { try? files.removeItem(atPath: path + "/data.mdb") }
        if names == nil { rmdir(path) }
    }
}
