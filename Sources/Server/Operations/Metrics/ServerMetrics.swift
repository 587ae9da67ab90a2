import CoreMetrics
import Draft
import DraftLedger
import Merkle
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
                    label: "draftledger_commands", dimensions: [("kind", kind.name), ("outcome", outcome)],
                    factory: registry),
                CoreMetrics.Timer(label: "draftledger_command", factory: registry))
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
                    label: "draftledger_http_requests",
                    dimensions: [("method", known), ("route", route), ("status", "\(status)")], factory: registry),
                CoreMetrics.Timer(label: "draftledger_http_request", dimensions: [("route", route)], factory: registry))
        }
    }

    /// Counts a refused request or connection, under the code of its problem.
    func noteRefusal(_ reason: String) {
        let reason = Self.publicName(of: reason)
        Counter(label: "draftledger_refusals", dimensions: [("reason", reason)], factory: registry).increment()
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
                    label: "draftledger_duties", dimensions: [("kind", kind.name), ("outcome", outcome)],
                    factory: registry),
                CoreMetrics.Timer(label: "draftledger_duty_lateness", factory: registry))
        }
    }

    /// Updates the metrics that are only read on request.
    func look(at reader: LedgerReader, _ operations: Operations, _ transport: Transport) throws {
        let ledger = reader.ledger
        let size = try ledger.size
        gauge("draftledger_ledger_events", Double(size))
        gauge(
            "draftledger_unpublished_events",
            Double(size - min(size, try ledger.publishedCheckpoint()?.unverified.size ?? 0)))
        for mark in try ledger.projectionMarks() {
            gauge("draftledger_projection_lag_events", Double(mark.lag), [("projection", mark.name)])
        }
        gauge("draftledger_map_bytes", Double(try ledger.bytesOfMap()))
        if let free = FileSystem.freeSpace(at: ledger.path) { gauge("draftledger_disk_free_bytes", Double(free)) }
        gauge("draftledger_path_lost", ledger.displacement == nil ? 0 : 1)
        let lag = try ledger.clockLag(by: reader.clock) ?? .zero
        gauge("draftledger_clock_lag_seconds", Double(lag.microseconds) / 1e6)
        let parts = try operations.parts(at: reader)
        gauge("draftledger_ready", parts.contains { $0.isVital && $0.complaint != nil } ? 0 : 1)
        for part in parts { gauge("draftledger_part_ok", part.complaint == nil ? 1 : 0, [("part", part.name)]) }
        gauge("draftledger_paused_rooms", Double(try operations.readiness.pausedRooms(in: ledger)))
        if let published = operations.readiness.publishedAt {
            gauge("draftledger_checkpoint_age_seconds", Double(max(0, (reader.now - published).microseconds)) / 1e6)
        }
        gauge("draftledger_connections", Double(transport.connections.count))
        gauge("draftledger_connections_limit", Double(transport.limits.connections))
        gauge("draftledger_unread_answer_bytes", Double(transport.connections.unreadBytes))
        gauge("draftledger_dropped_log_lines", Double(operations.options.droppedLogLines()))
        if let bytes = ProcessFigures.residentBytes { gauge("draftledger_resident_bytes", Double(bytes)) }
        if let count = ProcessFigures.openDescriptors { gauge("draftledger_open_descriptors", Double(count)) }
        if let limit = DescriptorLimit.raise() { gauge("draftledger_descriptors_limit", Double(limit)) }
        gauge("draftledger_streams", Double(operations.streams.count))
        gauge("draftledger_long_reads", Double(reader.longReads.inFlight))
        guard let activity = ledger.activity else { return }
        gauge("draftledger_commands_in_flight", Double(activity.commandsInFlight))
        gauge("draftledger_commands_waiting_for_reads", Double(activity.waiting))
        gauge("draftledger_decided", Double(activity.decided))
        gauge("draftledger_decided_anew", Double(activity.startsOver))
        gauge("draftledger_streams_in_memory", Double(activity.streamsInMemory))
        gauge("draftledger_state_bytes", Double(activity.bytesInMemory))
    }

    private func gauge(_ label: String, _ value: Double, _ dimensions: [(String, String)] = []) {
        Meter(label: label, dimensions: dimensions, factory: registry).set(value)
    }
}
