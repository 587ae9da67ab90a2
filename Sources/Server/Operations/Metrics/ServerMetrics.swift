import CoreMetrics
import Delivery
import Draft
import DraftLedger
import Merkle
import Notices
import Platform
import Timekeeping

/// The server's metrics. Rooms, users and addresses are never labels, because their number is unlimited.
struct ServerMetrics: Sendable {
    private struct Outcome: Hashable {
        var kind: CommandKind
        var name: String
    }

    private struct Answer: Hashable {
        var method: String
        var route: String
        var status: Int
    }

    let registry: PrometheusRegistry
    private let commands = Tallies<Outcome>()
    private let duties = Tallies<Outcome>()
    private let answers = Tallies<Answer>()

    /// Counts the outcome of a command.
    func note(_ kind: CommandKind, _ outcome: String, after time: Duration) {
        let outcome = Self.publicName(of: outcome)
        commands.note(Outcome(kind: kind, name: outcome), time) {
            Tally(
                Counter(
                    label: ServerMetric.commands.rawValue, dimensions: [("kind", kind.name), ("outcome", outcome)],
                    factory: registry),
                CoreMetrics.Timer(label: ServerMetric.command.rawValue, factory: registry))
        }
    }

    /// An answer to a request.
    ///
    /// - Parameter route: the template of the route; nil for an unknown address.
    func note(_ method: String, route: String?, status: Int, after time: Duration) {
        // The client chooses the method, so the number of methods is unlimited too.
        let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].contains(method) ? method : "other"
        let route = route ?? "none"
        answers.note(Answer(method: known, route: route, status: status), time) {
            Tally(
                Counter(
                    label: ServerMetric.httpRequests.rawValue,
                    dimensions: [("method", known), ("route", route), ("status", "\(status)")], factory: registry),
                CoreMetrics.Timer(
                    label: ServerMetric.httpRequest.rawValue, dimensions: [("route", route)], factory: registry))
        }
    }

    /// Counts a refused request or connection, under the code of its problem.
    func noteRefusal(_ reason: String) {
        let reason = Self.publicName(of: reason)
        Counter(label: ServerMetric.refusals.rawValue, dimensions: [("reason", reason)], factory: registry).increment()
    }

    /// The name under which an outcome is counted. The reason why a member's command was refused is the member's own while a
    /// draft is live: on a server with one draft a count of it would tell what a rival tried.
    private static func publicName(of outcome: String) -> String {
        RefusalCode(name: outcome) == nil ? outcome : "refused"
    }

    /// Records the outcome of a duty of the clocks, and how late it was.
    func note(_ report: ClockDriver.Report) {
        let outcome =
            switch report.outcome {
            case .success(.accepted): "accepted"
            case .success(.refused(let refusal, _, _)): refusal.code.name
            case .failure(let error): "\(error.code)"
            }
        let kind = report.duty.command.kind
        let lateness = Duration.microseconds(max(0, (report.sentAt - report.duty.dueAt).microseconds))
        duties.note(Outcome(kind: kind, name: outcome), lateness) {
            Tally(
                Counter(
                    label: ServerMetric.duties.rawValue, dimensions: [("kind", kind.name), ("outcome", outcome)],
                    factory: registry),
                CoreMetrics.Timer(label: ServerMetric.dutyLateness.rawValue, factory: registry))
        }
    }

    /// Counts what became of a notice.
    func note(_ report: NoticeService.Report) {
        Counter(
            label: ServerMetric.notices.rawValue,
            dimensions: [
                ("kind", "\(report.notice.id.kind)"), ("channel", "\(report.channel)"),
                ("outcome", "\(report.outcome)"),
            ], factory: registry
        ).increment()
        CoreMetrics.Timer(label: ServerMetric.noticeTime.rawValue, factory: registry)
            .recordMicroseconds(max(0, report.time.microseconds))
    }

    /// Counts a change of a lock screen that was not taken. The ledger has no record of these.
    func noteActivityFailure() {
        Counter(label: ServerMetric.activityFailures.rawValue, factory: registry).increment()
    }

    /// Counts a message of a payment provider.
    ///
    /// - Parameters:
    ///   - outcome: `recorded`, `refused` or `ignored`, or the code of its error.
    ///   - provider: one of those that are configured.
    func note(_ outcome: String, by provider: String) {
        Counter(
            label: ServerMetric.payments.rawValue, dimensions: [("provider", provider), ("outcome", outcome)],
            factory: registry
        ).increment()
    }

    /// Counts an attempt to deliver an event by webhook.
    func note(_ report: WebhookReport) {
        webhookDeliveries(report.outcome.name).increment()
        CoreMetrics.Timer(label: ServerMetric.webhookDelivery.rawValue, factory: registry)
            .recordMicroseconds(report.time.microseconds)
    }

    private func webhookDeliveries(_ outcome: String) -> Counter {
        Counter(label: ServerMetric.webhookDeliveries.rawValue, dimensions: [("outcome", outcome)], factory: registry)
    }

    /// Updates the metrics of webhooks. The outcomes are there from the start, as 0.
    func look(at webhooks: [WebhookStatus], now: Timestamp) {
        for outcome in WebhookReport.Outcome.names { _ = webhookDeliveries(outcome) }
        gauge(.webhookLag, Double(webhooks.map(\.lag).max() ?? 0))
        gauge(.webhooksWaiting, Double(webhooks.reduce(0) { $0 + $1.waiting }))
        let oldest = webhooks.compactMap(\.oldestWaitingAt).min() ?? now
        gauge(.webhookOldest, Double(max(0, (now - oldest).microseconds)) / 1e6)
        gauge(.webhookDeadLetters, Double(webhooks.reduce(0) { $0 + $1.deadLetters }))
        gauge(.webhooksDisabled, Double(webhooks.count { $0.disabledBecause != nil }))
    }

    /// Updates the metrics that are only read on request.
    func look(
        at reader: LedgerReader, _ operations: Operations, _ transport: Transport, audit: LedgerAudit,
        notices: NoticeCenter?
    ) throws {
        gauge(.build, 1, [("rules", "\(SoftwareStarted.currentRules)")])
        if let start = ProcessFigures.startTime { gauge(.startTime, start) }
        if let last = audit.lastFigures {
            gauge(.auditFindings, Double(last.findings))
            gauge(.auditWarnings, Double(last.warnings))
            gauge(.auditFinished, Double(last.finishedAt.microseconds) / 1e6)
        }
        let ledger = reader.ledger
        let size = try ledger.size
        gauge(.ledgerEvents, Double(size))
        gauge(
            .unpublishedEvents,
            Double(size - min(size, try ledger.publishedCheckpoint()?.unverified.size ?? 0)))
        for mark in try ledger.projectionMarks() {
            gauge(.projectionLag, Double(mark.lag), [("projection", mark.name)])
        }
        gauge(.mapBytes, Double(try ledger.bytesOfMap()))
        if let free = FileSystem.freeSpace(at: ledger.path) { gauge(.diskFree, Double(free)) }
        gauge(.pathLost, ledger.displacement == nil ? 0 : 1)
        let lag = try ledger.clockLag(by: reader.clock) ?? .zero
        gauge(.clockLag, Double(lag.microseconds) / 1e6)
        let parts = try operations.parts(at: reader)
        gauge(.ready, parts.contains { $0.isVital && $0.complaint != nil } ? 0 : 1)
        for part in parts { gauge(.partOK, part.complaint == nil ? 1 : 0, [("part", part.name)]) }
        gauge(.pausedRooms, Double(try operations.readiness.pausedRooms(in: ledger)))
        if let published = operations.readiness.publishedAt {
            gauge(.checkpointAge, Double(max(0, (reader.now - published).microseconds)) / 1e6)
        }
        gauge(.connections, Double(transport.connections.count))
        gauge(.connectionsLimit, Double(transport.limits.connections))
        gauge(.unreadAnswerBytes, Double(transport.connections.unreadBytes))
        if let certificates = transport.certificates {
            gauge(.certificateExpiry, certificates.expiry)
            registry.setCounter(
                ServerMetric.certificateFailures.rawValue, to: Int64(clamping: certificates.failures))
        }
        registry.setCounter(
            ServerMetric.droppedLogLines.rawValue, to: Int64(clamping: operations.options.droppedLogLines()))
        if let bytes = ProcessFigures.residentBytes { gauge(.residentBytes, Double(bytes)) }
        if let count = ProcessFigures.openDescriptors { gauge(.openDescriptors, Double(count)) }
        if let limit = DescriptorLimit.raise() { gauge(.descriptorsLimit, Double(limit)) }
        gauge(.streams, Double(operations.streams.count))
        gauge(.longReads, Double(reader.longReads.inFlight))
        if let figures = notices?.figures {
            gauge(.openNotices, Double(figures.openNotices))
            gauge(.noticeLag, Double(figures.lag))
        }
        guard let activity = ledger.activity else { return }
        gauge(.commandsInFlight, Double(activity.commandsInFlight))
        gauge(.commandsWaitingForReads, Double(activity.waiting))
        registry.setCounter(ServerMetric.decided.rawValue, to: Int64(clamping: activity.decided))
        registry.setCounter(ServerMetric.decidedAgain.rawValue, to: Int64(clamping: activity.startsOver))
        gauge(.streamsInMemory, Double(activity.streamsInMemory))
        gauge(.stateBytes, Double(activity.bytesInMemory))
    }

    private func gauge(_ metric: ServerMetric, _ value: Double, _ dimensions: [(String, String)] = []) {
        Meter(label: metric.rawValue, dimensions: dimensions, factory: registry).set(value)
    }
}
