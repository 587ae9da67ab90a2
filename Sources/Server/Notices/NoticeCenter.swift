import CoreMetrics
import Draft
import DraftLedger
import Logging
import Notices
import Platform

/// The server's part in telling members what happens: the channels of the settings, and how each member can be reached.
final class NoticeCenter: Sendable {
    let outbox: Outbox
    /// The service of this server; nil on a node of a cluster that does not lead.
    private let service = Guarded<NoticeService?>(nil)
    private let begin: @Sendable () throws -> NoticeService
    private let metrics: ServerMetrics
    private let logger: Logger
    /// Whether lock screens are updated.
    let hasActivities: Bool
    /// The verified addresses that tokens stated, so that each is stored once.
    private let emails = Guarded<[UserID: String]>([:])

    /// - Returns: nil where no channel is configured: no address is stored then.
    /// - Throws: what keeps the outbox or the file of a channel from being used.
    init?(_ ledger: DraftLedger, _ options: ServerOptions, metrics: ServerMetrics, logger: Logger) throws {
        let channels = try options.notices.channels()
        let activities = try options.notices.activityChannel()
        guard !channels.isEmpty || activities != nil else { return nil }
        self.metrics = metrics
        self.logger = logger
        hasActivities = activities != nil
        let outbox = try Outbox(path: Self.path(in: ledger.path), of: ledger)
        self.outbox = outbox
        begin = { [clock = options.clock] in
            try NoticeService(
                ledger, outbox, channels, activities: activities,
                activityFailure: { change, reason in
                    metrics.noteActivityFailure()
                    logger.warning(
                        "A lock screen was not updated.",
                        metadata: [
                            "user": "\(change.user)", "room": "\(change.room)", "step": "\(change.step.rawValue)",
                            "reason": "\(reason)",
                        ])
                }, by: clock)
        }
        // A fault that keeps it from beginning is found before the server listens.
        if ledger.leads {
            let first = try begin()
            service.withLock { $0 = first }
        }
    }

    /// The place of the outbox in the directory of a ledger.
    static func path(in ledger: String) -> String { ledger + "/" + Outbox.directory }

    /// Tells members until the task is cancelled.
    func run() async throws {
        do {
            let service = try service.withLock { $0 } ?? begin()
            self.service.withLock { $0 = service }
            defer { self.service.withLock { $0 = nil } }
            try await service.run { [metrics, logger] report in
                metrics.note(report)
                guard report.outcome == .failed || report.outcome == .unclear else { return }
                logger.warning(
                    "A notice was not delivered.",
                    metadata: [
                        "user": "\(report.notice.id.user)", "room": "\(report.notice.room)",
                        "notice": "\(report.notice.id.kind)", "channel": "\(report.channel)",
                        "outcome": "\(report.outcome)", "reason": "\(report.detail)",
                    ])
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // Drafts continue without notices; the metric of events that wait shows it, too.
            logger.critical("Members are not told any more: \(error). Mend the cause, and start the server again.")
            try await Task.sleep(for: .seconds(1 << 31))
        }
    }

    var figures: NoticeService.Figures {
        service.withLock { $0 }?.figures ?? NoticeService.Figures(openNotices: 0, lag: 0)
    }

    // MARK: Addresses

    func add(_ device: Contact.Device, of user: UserID) throws { try outbox.register(device, of: user) }

    /// Stores the address that the issuer of a member's token has verified.
    func note(email: String?, of user: UserID) throws {
        guard let email, emails.withLock({ $0[user] }) != email else { return }
        try outbox.update(user) { $0.email = email }
        emails.withLock { emails in
            if emails.count >= Self.mostEmails { emails = [:] }
            emails[user] = email
        }
    }

    func erase(_ user: UserID) throws {
        try outbox.erase(user)
        emails.withLock { $0[user] = nil }
    }

    private static let mostEmails = 100_000
}
