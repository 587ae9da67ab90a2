import Draft
import DraftLedger
import HTTPTypes
import Platform

/// The free text that senders have pinned to sign it, and that is not accepted yet. Each sender has a limit, so that a
/// sender cannot fill the disk with text whose digest no event will ever have.
///
/// The list is in memory, and each entry lasts an hour. Text that is not sent by then, or is open when the server
/// stops, stays next to the log. It is not removed: a command that came another way may have been accepted with the
/// same text.
final class OpenTexts: Sendable {
    private struct Opened {
        var id: CommandID
        var at: ContinuousClock.Instant
    }

    /// The maximum number of commands of one sender.
    static let most = 20
    private static let memory = Duration.seconds(3_600)
    private let opened = Guarded<[UserID: [Opened]]>([:])

    /// Records that free text is to be pinned for a command.
    ///
    /// - Throws: `tooManyRequests` if the sender has too many open.
    func open(_ id: CommandID, of user: UserID, at now: ContinuousClock.Instant = .now) throws {
        try opened.withLock { opened in
            let still = (opened[user] ?? []).filter { now - $0.at < Self.memory }
            opened[user] = still
            guard still.count < Self.most else {
                var problem = Problem(
                    .tooManyRequests,
                    "You have \(still.count) commands to sign that were not accepted. Send those first.")
                let left = still.first.map { Self.memory - (now - $0.at) } ?? Self.memory
                problem.headers[.retryAfter] = "\(left.components.seconds + 1)"
                throw problem
            }
            opened[user] = still + [Opened(id: id, at: now)]
        }
    }

    /// Records that a command was accepted, or that nothing was pinned for it that was not there already.
    ///
    /// - Parameter isAll: whether that goes for all that was opened for it, and not for the last alone.
    func close(_ id: CommandID, of user: UserID, isAll: Bool) {
        opened.withLock { opened in
            guard var own = opened[user] else { return }
            if isAll {
                own.removeAll { $0.id == id }
            } else if let last = own.lastIndex(where: { $0.id == id }) {
                own.remove(at: last)
            }
            opened[user] = own.isEmpty ? nil : own
        }
    }
}
