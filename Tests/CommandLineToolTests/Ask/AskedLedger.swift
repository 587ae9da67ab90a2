import CommandTesting
import Draft
import DraftLedger
import Foundation
import Records
import TestSupport
import Testing

/// A simulated ledger with all that can happen in it, and all of its events, read one by one: what questions are held
/// against.
struct AskedLedger {
    let path: String
    let events: [RecordedEvent]

    /// What goes with the process.
    private static let folder: TemporaryDirectory = {
        atexit { try? FileManager.default.removeItem(atPath: AskedLedger.folder.path) }
        return TemporaryDirectory()
    }()

    /// Made once for all who only ask.
    static let shared: AskedLedger? = try? AskedLedger("--rooms 6 --seed 7 --teams 4 --rounds 5 --users 8")

    /// - Parameter simulation: the options of `simulate`.
    init(_ simulation: String) throws {
        path = Self.folder("\(UUID().uuidString).ledger")
        let words = simulation.split(separator: " ").map(String.init)
        try #require(Ran(["--ledger", path, "simulate"] + words).status == 0)
        let draft = try DraftLedger.open(at: path)
        defer { draft.close() }
        var events: [RecordedEvent] = []
        try draft.events { event in
            events.append(event)
            return true
        }
        self.events = events
    }

    func run(_ arguments: String...) -> Ran { Ran(["--ledger", path] + arguments) }

    func reading<Answer>(_ body: (DraftLedger) throws -> Answer) throws -> Answer {
        let draft = try DraftLedger.open(at: path)
        defer { draft.close() }
        return try body(draft)
    }

    /// The positions of the events that a command lists, one JSON object a line.
    func positions(_ arguments: String...) throws -> [UInt64] {
        let ran = Ran(["--ledger", path] + arguments + ["--format", "json"])
        try #require(ran.status == 0, "\(ran.messages)")
        return try ran.lines.filter { !$0.isEmpty }.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(object?["position"] as? UInt64)
        }
    }

    /// A user who was refused something, has cases and money: nearly everything there is.
    var user: UserID {
        get throws {
            let claimants = events.compactMap { recorded -> UserID? in
                if case .disputeOpened(let opened) = recorded.event { opened.claimant } else { nil }
            }
            return try #require(claimants.first)
        }
    }
}
