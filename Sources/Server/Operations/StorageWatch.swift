package import DraftLedger
import Foundation
import Logging
import Platform

/// The wait before a ledger is opened again whose storage has failed: it doubles with each attempt, up to ten seconds.
package struct ReopeningWait: Sendable {
    private static let (shortest, longest) = (Duration.milliseconds(250), Duration.seconds(10))

    package private(set) var duration = Duration.zero
    /// The last failure, which is reported once.
    package private(set) var reason: String?

    package init() {}

    /// Lengthens the wait after a failure.
    ///
    /// - Returns: whether the reason is another one than the last time.
    @discardableResult
    package mutating func lengthen(after failure: DraftLedgerError? = nil) -> Bool {
        duration = min(max(duration * 2, Self.shortest), Self.longest)
        guard let failure else { return false }
        defer { reason = failure.message }
        return reason != failure.message
    }
}

/// A watch for whether the ledger's storage accepts writes.
///
/// After a failed commit, the content of the disk is only known when the ledger is opened again. If the disk keeps
/// failing, that would fail too, and clients could not read meanwhile. So the server answers reads until the disk
/// accepts a file.
final class StorageWatch: Sendable {
    private struct State {
        var hasStored = false
        var loss: DraftLedgerError?
        var worksAgain = false
    }

    private let wait: ReopeningWait?
    private let state = Guarded(State())
    private let (losses, source) = AsyncStream.makeStream(of: Void.self)

    /// - Parameter wait: nil if the ledger has not been opened again.
    init(_ wait: ReopeningWait?) { self.wait = wait }

    /// Records the outcome of a group of events; nil if it was stored.
    func note(_ failure: DraftLedgerError?, _ logger: Logger) {
        let isNews = state.withLock { state in
            guard let failure else {
                defer { state.hasStored = true }
                return !state.hasStored && state.loss == nil && wait != nil
            }
            guard failure.code == .writerLost, state.loss == nil else { return false }
            state.loss = failure
            return wait?.reason != failure.message
        }
        if failure == nil {
            if isNews { logger.notice("events are stored again") }
        } else if state.withLock({ $0.loss }) != nil {
            if isNews {
                logger.critical(
                    "the writer is lost: reads are answered, and the ledger is opened again as soon as its disk takes writes"
                )
            }
            source.yield()
        }
    }

    /// Returns when the writer is lost.
    func isLost() async throws {
        guard await losses.first(where: { true }) != nil else { throw CancellationError() }
    }

    /// Returns when the storage accepts writes.
    ///
    /// - Parameter probe: the fault of the storage; nil if it works.
    func works(_ probe: () async throws -> String?) async throws {
        var wait = wait ?? ReopeningWait()
        repeat {
            try await Task.sleep(for: wait.duration)
            wait.lengthen()
        } while try await probe() != nil
        state.withLock { $0.worksAgain = true }
    }

    /// The reason for which the service ended: it was told to, unless it waited for the storage and that works again.
    var ending: DraftServer.Ending {
        state.withLock { state in
            guard state.worksAgain, let loss = state.loss else { return .stopped }
            return .writerLost(loss, hasStored: state.hasStored)
        }
    }

    /// Checks whether the disk of a ledger accepts writes: syncs the ledger's file, and writes a small file.
    ///
    /// - Returns: the fault; nil if the disk works.
    static func fault(at path: String) -> String? {
        do {
            let data = try OpenFile("\(path)/data.mdb", .read)
            try data.sync()
            let name = "\(path)/storage.probe"
            defer { try? FileManager.default.removeItem(atPath: name) }  // replaced by the next probe, if it stays
            let file = try OpenFile(name, .readAndWrite, permissions: 0o600)
            try file.write([UInt8](repeating: 0, count: 4_096))
            try file.sync()
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension LedgerHooks {
    /// The same hooks, with `body` called for each group of events that could not be stored, with the reason, and for the
    /// first one that was stored at the start or after that, with nil.
    func onStorageOutcome(_ body: @escaping @Sendable (DraftLedgerError?) -> Void) -> LedgerHooks {
        let works = Guarded<Bool?>(nil)
        var hooks = self
        hooks.stored = { [stored] group in
            stored?(group)
            let isNews = works.withLock { works in
                defer { works = group.failure == nil }
                return works != true || group.failure != nil
            }
            if isNews { body(group.failure) }
        }
        return hooks
    }
}
