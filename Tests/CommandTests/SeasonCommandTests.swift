import CommandTesting
import Draft
import DraftLedger
import Foundation
import Merkle
import Notices
import Projections
import Records
import TestSupport
import Testing

/// Seasons by commands: closed, begun, verified; and a person's data in all of them.
@Suite struct SeasonCommandTests {
    private let directory = TemporaryDirectory()
    private var old: String { directory("2026.ledger") }
    private var next: String { directory("2027.ledger") }

    /// A season that is over, in which user 10 has a profile, a text and a device.
    private func season() throws {
        let simulate = [
            "simulate", "--rooms", "4", "--teams", "4", "--rounds", "3", "--seed", "7", "--profile", "quiet",
            "--origin", "test.example/2026",
        ]
        #expect(Ran(["--ledger", old] + simulate).status == 0)
        let ledger = try DraftLedger.open(at: old, for: .writing, upkeep: .none)
        defer { ledger.close() }
        try ledger.setProfiles([
            (Self.user, Profile(externalID: "sub-Zebra-1", displayName: "Anna Zebra")),
            (11, Profile(externalID: "sub-2", displayName: "Bert")),
        ])
        let entry = try #require(try ledger.rosterRows().first { $0.user == Self.user })
        let claim = DisputeOpened(
            room: entry.room, pick: try #require(entry.pick(inRound: 1)), seat: entry.seat, roomVersion: 1,
            claimant: Self.user,
            claim: Self.words)
        _ = try ledger.sendBlocking(.dispute(1, .openDispute(claim)), as: .user(Self.user), id: .random()).get()
        let resolved = DisputeResolved(verdict: .rejected, resolvedBy: 900, reason: "No.")
        _ = try ledger.sendBlocking(.dispute(1, .resolveDispute(resolved)), as: .admin(900), id: .random()).get()
        let outbox = try Outbox(path: old + "/" + Outbox.directory)
        try outbox.update(Self.user) { $0.email = "anna@zebra.example" }
    }

    private static let user: UserID = 10
    private static let words = "My Zebrafish pick was late."
    private static let traces = ["Zebra-1", "Anna Zebra", "Zebrafish", "anna@zebra.example"]

    private func turn() throws {
        try season()
        #expect(Ran(["--ledger", old, "season", "close", "--reason", "The season is over."]).status == 0)
        let begin = Ran(["season", "begin", next, "--from", old, "--origin", "test.example/2027", "--format", "json"])
        #expect(begin.status == 0, "\(begin.messages)")
        #expect((begin.json as? [String: Any])?["profiles"] as? Int == 2)
    }

    @Test func aSeasonIsClosedBegunAndVerified() throws {
        try turn()
        let verified = Ran(["season", "verify", old, next])
        #expect(verified.status == 0 && verified.output.contains("OK"), "\(verified.output)")
        // The other way round, nothing begins.
        #expect(Ran(["season", "verify", next, old]).status == 3)
        #expect(Ran(["--ledger", old, "audit"]).status == 0)
        #expect(Ran(["--ledger", next, "audit"]).status == 0)
        let status = Ran(["--ledger", old, "status", "--format", "json"]).json as? [String: Any]
        #expect(status?["closedAt"] as? Int != nil && status?["follows"] is NSNull)
        let list = Ran(["season", "list", old, next, "--format", "json"]).list
        #expect(list?.map { $0["follows"] as? String } == [nil, "test.example/2026"])
        let deposit = ["deposit", "10", "500", "--provider", "bank", "--payment-id", "D"]
        let refused = Ran(["--ledger", old] + deposit)
        #expect(refused.status == 1 && refused.messages.contains("ledgerClosed"))
        #expect(Ran(["--ledger", next] + deposit).status == 0)
        let names = Ran(["--ledger", next, "profiles", "show", "10", "--format", "json"]).output
        #expect(names.contains("Anna Zebra"))
    }

    @Test func whatIsOpenKeepsTheSeasonOpen() throws {
        try season()
        let ledger = try DraftLedger.open(at: old, for: .writing, upkeep: .none)
        _ = try ledger.sendBlocking(
            .wallet(Self.user, .recordDeposit(amount: Cents(900), provider: "bank", reference: "D")),
            as: .provider(onBehalfOf: Self.user),
            id: .random()
        ).get()
        _ = try ledger.sendBlocking(
            .wallet(Self.user, .holdWithdrawal(amount: Cents(900), provider: "bank")), as: .user(Self.user),
            id: .random()
        ).get()
        ledger.close()
        let close = Ran(["--ledger", old, "season", "close", "--reason", "The season is over."])
        #expect(close.status == 1)
        #expect(close.messages.contains("a withdrawal of user 10 (post or release it)"), "\(close.messages)")
        let begin = Ran(["season", "begin", next, "--from", old, "--origin", "test.example/2027"])
        #expect(begin.status == 1 && begin.messages.contains("is not closed"))
        #expect(!FileManager.default.fileExists(atPath: next))
    }

    // MARK: A person's data

    /// Each record in the user's streams and each row that can be erased is in the export.
    @Test func anExportHasEverythingAboutTheUserInEveryLedger() throws {
        try turn()
        let file = directory("user.json")
        let export = Ran(["--ledger", next, "profiles", "export", "10", "-o", file, "--also", old])
        #expect(export.status == 0, "\(export.messages)")
        let data = try #require(
            try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(filePath: file))) as? [String: Any])
        let ledgers = try #require(data["ledgers"] as? [[String: Any]])
        #expect(ledgers.map { $0["origin"] as? String } == ["test.example/2027", "test.example/2026"])
        for (path, exported) in zip([next, old], ledgers) {
            let ledger = try DraftLedger.open(at: path)
            defer { ledger.close() }
            let events = try #require(exported["events"] as? [[String: Any]])
            let positions = Set(events.compactMap { $0["position"] as? UInt64 })
            for stream in [StreamKey.user(Self.user), .wallet(Self.user)] {
                let own = Set(try ledger.stream(stream).map(\.position))
                #expect(own.isSubset(of: positions) && !own.isEmpty)
            }
            #expect(positions == Set(try ledger.positions(ofUser: Self.user)))
            let profile = try #require(exported["profile"] as? [String: Any])
            #expect(profile["displayName"] as? String == "Anna Zebra")
            #expect(profile["externalID"] as? String == "sub-Zebra-1")
            let texts = try #require(exported["texts"] as? [[String: Any]])
            let stored = try ledger.texts(about: Self.user)
            #expect(Set(texts.compactMap { $0["digest"] as? String }) == Set(stored.map(\.digest.hexadecimal)))
            let entries = try #require(exported["entries"] as? [[String: Any]])
            #expect(entries.count == (try ledger.rosterRows().count { $0.user == Self.user }))
            let balance = try #require(exported["balance"] as? [String: Any])
            #expect(balance["availableCents"] as? Int64 == (try ledger.wallet(Self.user).available.value))
        }
        let texts = (ledgers[1]["texts"] as? [[String: Any]])?.compactMap { $0["text"] as? String } ?? []
        #expect(texts.contains(Self.words))
        #expect((ledgers[1]["contact"] as? [String: Any])?["email"] as? String == "anna@zebra.example")
        #expect((ledgers[1]["activity"] as? [String])?.isEmpty == false)
        let document = try String(contentsOfFile: file, encoding: .utf8)
        #expect(!document.contains("Bert") && !document.contains("sub-2"))
    }

    private func traces(in path: String) throws -> [String] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: path)
        return try files.flatMap { file -> [String] in
            var isFolder: ObjCBool = false
            let place = "\(path)/\(file)"
            guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), !isFolder.boolValue else {
                return []
            }
            let bytes = try Data(contentsOf: URL(filePath: place))
            return Self.traces.filter { bytes.range(of: Data($0.utf8)) != nil }.map { "\(file): \($0)" }
        }
    }

    @Test func anErasureReachesEveryByteOfLedgerArchiveAndBackup() throws {
        try turn()
        let backup = directory("monday.backup")
        #expect(Ran(["--ledger", old, "backup", backup, "--with-keys"]).status == 0)
        #expect(try traces(in: old).count >= 4 && !(try traces(in: backup).isEmpty))
        let roots = try [old, backup].map { path in
            let ledger = try DraftLedger.open(at: path)
            defer { ledger.close() }
            return try ledger.root
        }
        // A user with money is not erased.
        #expect(Ran(["--ledger", next, "profiles", "erase", "10", "--yes"]).status == 1)
        let ledger = try DraftLedger.open(at: next, for: .writing, upkeep: .none)
        _ = try ledger.sendBlocking(
            .wallet(Self.user, .recordDeposit(amount: Cents(500), provider: "bank", reference: "D")),
            as: .provider(onBehalfOf: Self.user),
            id: .random()
        ).get()
        let balance = try ledger.wallet(Self.user).available
        _ = try ledger.sendBlocking(
            .wallet(Self.user, .holdWithdrawal(amount: balance, provider: "bank")), as: .user(Self.user), id: .random()
        ).get()
        _ = try ledger.sendBlocking(
            .wallet(Self.user, .postWithdrawal(withdrawal: 1, reference: "W")), as: .provider(onBehalfOf: Self.user),
            id: .random()
        ).get()
        ledger.close()
        let erase = Ran([
            "--ledger", next, "profiles", "erase", "10", "--yes", "--compact", "--also", old, "--also", backup,
        ])
        #expect(erase.status == 0, "\(erase.messages)")
        for path in [next, old, backup] { #expect(try traces(in: path) == [], "\(path)") }
        for (path, root) in zip([old, backup], roots) {
            let archive = try DraftLedger.open(at: path)
            defer { archive.close() }
            #expect(try archive.root == root)
            #expect(try archive.verify(full: true).isSound)
            let erased = try String(contentsOfFile: path + "/erased.jsonl", encoding: .utf8)
            #expect(erased.contains("\"user\":10") && erased.contains("\"profile\":true"))
        }
        // The live ledger has it on record; what is left proves itself.
        let recorded = try DraftLedger.open(at: next)
        defer { recorded.close() }
        #expect(try recorded.stream(.system).contains { $0.event.type == .freeTextErased })
        #expect(Ran(["season", "verify", old, next]).status == 0)
        #expect(Ran(["--ledger", next, "audit"]).status == 0)
    }

    /// What a process that is killed in the middle of `season begin` leaves is not a ledger, and does not keep the next one.
    @Test func aKilledBeginningLeavesNothingHalfMade() throws {
        try season()
        #expect(Ran(["--ledger", old, "season", "close", "--reason", "The season is over."]).status == 0)
        for delay in [0, 20, 60, 120, 240, 500] as [UInt32] {
            let process = Process()
            process.executableURL = Executables.draftledger
            process.arguments = ["season", "begin", next, "--from", old, "--origin", "test.example/2027"]
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            usleep(delay * 1_000)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            guard FileManager.default.fileExists(atPath: next) else { continue }
            #expect(Ran(["season", "verify", old, next]).status == 0)
            try FileManager.default.removeItem(atPath: next)
        }
        #expect(Ran(["season", "begin", next, "--from", old, "--origin", "test.example/2027"]).status == 0)
        #expect(Ran(["season", "verify", old, next]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: next + ".unfinished"))
    }
}
