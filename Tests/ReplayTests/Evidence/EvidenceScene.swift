import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Replay
import Testing

/// A small draft in a ledger that has published it, and the evidence about its first pick.
struct EvidenceScene {
    let house: TemporaryLedger
    let claimant: UserID
    let seat: Seat
    let archive: [UInt8]

    typealias At = DraftTable

    /// - Parameter seat: the claimant's; the seat of pick 1 by default.
    init(_ table: DraftTable, seat: Seat? = nil) throws {
        let house = try table.ledger()
        try house.ledger.publishCheckpoint()
        try self.init(house, table, seat: seat)
    }

    private init(_ house: TemporaryLedger, _ table: DraftTable, seat: Seat?) throws {
        self.house = house
        self.seat = seat ?? table.seat(ofPick: 1)
        claimant = try #require(table.room.member(at: self.seat)?.user)
        archive = try Self.bundle(house, seat: self.seat).archive(signedBy: house.ledger.verifierKey())
    }

    func bundle(pick: PickNumber = 1, seat: Seat? = nil) throws -> EvidenceBundle {
        try Self.bundle(house, pick: pick, seat: seat ?? self.seat)
    }

    private static func bundle(_ house: TemporaryLedger, pick: PickNumber = 1, seat: Seat) throws -> EvidenceBundle {
        let latest = try #require(try house.ledger.publishedCheckpoint())
        return try EvidenceBundle(
            of: 1, pick: pick, seat: seat, in: house.ledger, latest: latest,
            published: try house.ledger.checkpointHistory())
    }

    func policy() throws -> TrustPolicy { try Self.policy(of: house.ledger.verifierKey()) }

    static func policy(of key: VerifierKey) throws -> TrustPolicy {
        try TrustPolicy(Array("log \(key.text)\nquorum none\n".utf8))
    }

    // MARK: Scenes

    static func inGrace() throws -> EvidenceScene {
        var table = DraftTable()
        table.pick(3, at: 33)
        return try EvidenceScene(table)
    }

    /// Both seats have queues, and the clock runs out on the first.
    static func withQueues() throws -> EvidenceScene {
        var table = DraftTable()
        for seat in 0..<2 as Range<Seat> {
            let user = table.room.member(at: seat)!.user!
            table.must(
                .queue(1, seat, .setQueue(players: [5, 6, 7], expectedVersion: nil)), as: .user(user), at: At.at(1))
        }
        table.expire()
        return try EvidenceScene(table)
    }

    /// The rules picked somebody else than the queue says.
    static func wronglyAutomated() throws -> EvidenceScene {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(.queue(1, seat, .setQueue(players: [5], expectedVersion: nil)), as: .user(user), at: At.at(1))
        var made = PickAutomated.blank
        (made.pick, made.slot, made.seat, made.player) = (1, 0, seat, 9)
        (made.reason, made.source, made.queueVersion, made.policyVersion) = (.clockExpired, .adp, 1, 1)
        table.record(
            [StreamEvent(.room(1), .pickAutomated(made))], of: .room(1, .automatePick(pick: 1, epoch: 1)),
            as: .scheduler,
            at: At.at(35.01))
        return try EvidenceScene(table)
    }

    /// The claimant of pick 1 is the one whose pick it was not.
    static func othersAutopick() throws -> EvidenceScene {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(.queue(1, seat, .setQueue(players: [5], expectedVersion: nil)), as: .user(user), at: At.at(1))
        table.expire()
        return try EvidenceScene(table, seat: 1 - seat)
    }

    /// A checkpoint before the draft, one after the pick, and one later.
    static func publishing() throws -> EvidenceScene {
        let before = DraftTable()
        var table = before
        table.pick(3, at: 3)
        let covering = table
        table.pick(4, at: 6)
        let house = try TemporaryLedger(createdAt: DraftTable.start - .seconds(1_000))
        var appended = 0
        for stage in [before, covering, table] {
            // The clock of pick 1 starts with the last event of the first stage, which its checkpoint must not cover.
            let end = appended == 0 ? stage.pending.count - 1 : stage.pending.count
            try house.ledger.append(Array(stage.pending[appended..<end]))
            appended = end
            try house.ledger.publishCheckpoint()
        }
        return try EvidenceScene(house, table, seat: nil)
    }

    // MARK: Programs

    static func program(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func run(_ program: String, _ arguments: [String], in folder: String) throws -> (
        status: Int32, output: String
    ) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
