import Draft
import DraftLedger
import Foundation
import Pages
import Platform
import Projections
import Records
import TextFormats

/// Whether the server can take picks, part by part.
///
/// A part is a value with a name, its figures and perhaps a complaint, so that others can add parts.
final class Readiness: Sendable {
    /// Something on which the server depends.
    struct Part: Sendable {
        var name: String
        /// The fault of the part; nil if the part works. It names no path.
        var complaint: String?
        /// Whether the server cannot take picks without it.
        var isVital = true
        var figures = Figures()

        static let members = Members<Part>(
            "ReadinessPart",
            [
                .init("name") { $0.name }, .init("ok") { $0.complaint == nil },
                .init("reason", ifAny: { $0.complaint }),
            ] + Figures.members.of { $0.figures })
    }

    /// The figures of a part. Each part has some of them.
    struct Figures: Sendable {
        var lastCommitSeconds: Int64?
        /// Nil inside of an optional if the system does not say.
        var freeBytes: Int64??
        var floorBytes: Int64?
        /// Nil inside of an optional before the first checkpoint.
        var ageSeconds: Int64??
        var behindSeconds: Int64?
        var pausedRooms: Int?
        var leads: Bool?

        fileprivate static let members: Members<Figures> = [
            .init("lastCommitSeconds", ifAny: { $0.lastCommitSeconds }), .init("freeBytes", ifAny: { $0.freeBytes }),
            .init("floorBytes", ifAny: { $0.floorBytes }), .init("ageSeconds", ifAny: { $0.ageSeconds }),
            .init("behindSeconds", ifAny: { $0.behindSeconds }), .init("pausedRooms", ifAny: { $0.pausedRooms }),
            .init("leads", ifAny: { $0.leads }),
        ]
    }

    static let members = Members<(size: UInt64, parts: [Part])>(
        "Readiness",
        [
            .init("status", .choice(["ready", "degraded"])) { answer in
                answer.parts.allSatisfy { $0.complaint == nil } ? "ready" : "degraded"
            },
            .init("size") { $0.size }, .init("parts", each: Part.members) { $0.parts },
        ])

    private struct State {
        var publishedAt: Timestamp?
        var publishingFailure: String?
        var clocksRun = false
        var pausedRooms = 0
        var countedAt: ContinuousClock.Instant?
    }

    private let state = Guarded(State())

    /// Rooms are counted again after so long.
    private static let countingTime = Duration.seconds(5)
    /// The maximum by which the wall clock may be earlier than the last record.
    private static let leeway = Interval.seconds(1)

    /// - Returns: whether the last attempt had failed.
    func notePublished(at now: Timestamp) -> Bool {
        state.withLock { state in
            defer { (state.publishedAt, state.publishingFailure) = (now, nil) }
            return state.publishingFailure != nil
        }
    }

    /// - Returns: whether the failure is news.
    func note(publishingFailure error: DraftLedgerError) -> Bool {
        let failure =
            error.code == .signingKeyMissing || error.code == .checkpointUnverified
            ? "The key that signs checkpoints is missing." : "No checkpoint can be published: \(error.code)."
        return state.withLock { state in
            defer { state.publishingFailure = failure }
            return state.publishingFailure != failure
        }
    }

    func note(clocksRun: Bool) { state.withLock { $0.clocksRun = clocksRun } }

    /// The time when a checkpoint was last published since the start, or found to be current.
    var publishedAt: Timestamp? { state.withLock { $0.publishedAt } }

    /// The rooms whose draft is paused, counted a few seconds ago at most.
    func pausedRooms(in ledger: DraftLedger) throws -> Int {
        let known = state.withLock { state in
            state.countedAt.flatMap { ContinuousClock.now - $0 < Self.countingTime ? state.pausedRooms : nil }
        }
        if let known { return known }
        let count = try ledger.rooms().count { $0.status == .paused }
        state.withLock { ($0.pausedRooms, $0.countedAt) = (count, .now) }
        return count
    }

    /// All parts as they are. Reads the ledger.
    ///
    /// - Parameter cluster: the place in a cluster; nil for a server that is in none.
    fileprivate func parts(
        at reader: LedgerReader, _ health: Health, diskFloor floor: Int64, cluster: Part?
    ) throws -> [Part] {
        let (ledger, now) = (reader.ledger, reader.now)
        let state = state.withLock { $0 }
        let size = try ledger.size
        var last: Timestamp?
        try ledger.events(from: size - min(1, size), limit: 1) { (event: RecordedEvent) in
            last = event.recordedAt
            return false
        }
        var writer = Part(name: "writer", complaint: health.complaint)
        if let last { writer.figures.lastCommitSeconds = Self.seconds(now - last) }

        let free = FileSystem.freeSpace(at: ledger.path).map { Int64(clamping: $0) }
        var disk = Part(name: "disk")
        (disk.figures.freeBytes, disk.figures.floorBytes) = (.some(free), floor)
        if let free, free < floor { disk.complaint = "The disk has \(free) free bytes, expected \(floor) or more." }

        var checkpoint = Part(name: "checkpoint", complaint: state.publishingFailure, isVital: false)
        checkpoint.figures.ageSeconds = .some(state.publishedAt.map { Self.seconds(now - $0) })

        // A node that follows leaves them to the leader.
        let clocksRun = state.clocksRun || cluster != nil
        var clocks = Part(name: "clocks", complaint: clocksRun ? nil : "The clocks of the drafts do not run.")
        clocks.figures.pausedRooms = try pausedRooms(in: ledger)

        var time = Part(name: "time")
        if let last, last - now > Self.leeway {
            time.complaint = "The wall clock is behind the ledger until \(last.iso8601)."
            time.figures.behindSeconds = Self.seconds(last - now)
        }
        return [writer, disk, checkpoint, clocks, time] + [cluster].compactMap(\.self)
    }

    private static func seconds(_ interval: Interval) -> Int64 { max(0, interval.microseconds / 1_000_000) }
}

extension Operations {
    /// Returns the state of everything that the server depends on. Reads the ledger.
    func parts(at reader: LedgerReader) throws -> [Readiness.Part] {
        let cluster = clusterPart.withLock { $0 }?()
        return try readiness.parts(at: reader, health, diskFloor: options.diskFloor, cluster: cluster)
    }
}

/// Figures of the process from the operating system; nil on systems that do not have them.
enum ProcessFigures {
    static var residentBytes: Int? {
        guard let text = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let words = String(decoding: text, as: UTF8.self).split(separator: " ")
        return words.dropFirst().first.flatMap { Int($0) }.map { $0 * AddressSpace.pageSize }
    }

    /// In Unix time, to the hundredth of a second.
    static let startTime: Double? = {
        guard let process = FileManager.default.contents(atPath: "/proc/self/stat"),
            let system = FileManager.default.contents(atPath: "/proc/stat"),
            // The name of the program is in parentheses, and can contain anything.
            let fields = String(decoding: process, as: UTF8.self).split(separator: ")").last?.split(separator: " "),
            fields.count > 19, let ticks = Double(fields[19]),
            let boot = String(decoding: system, as: UTF8.self).split(separator: "\n")
                .first(where: { $0.hasPrefix("btime ") })?.split(separator: " ").last.flatMap({ Double($0) })
        else { return nil }
        return boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }()

    static var openDescriptors: Int? {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        } catch {
            // Another system, or none left to look with.
            return nil
        }
    }
}
