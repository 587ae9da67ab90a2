import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Testing

@testable import Replay  // what is in the archive

/// Bundles of evidence about picks of small drafts played by hand: what they prove, and what they hide.
struct EvidenceBundleTests {
    /// With everything that it takes.
    @Test func aPickInGraceIsProvenWithTheSameBytesEachTime() throws {
        let made = try EvidenceScene.inGrace()
        let report = EvidenceBundle.verify(made.archive, policy: try made.policy())
        #expect(report.isProven, "\(report.results)")
        #expect(report.verdict == .rejected)
        #expect(report.claim?.pick == 1 && report.claim?.claimant == made.claimant)
        #expect(report.results.map(\.check) == EvidenceReport.Check.allCases)
        #expect(try made.bundle().archive(signedBy: made.house.ledger.verifierKey()) == made.archive)
    }

    @Test func nobodyElsesQueueWalletOrCaseIsInside() throws {
        let made = try EvidenceScene.withQueues()
        let archive = try TarArchive(made.archive)
        let bundle = try EvidenceBundle(archive)
        let streams = Set(try bundle.records.map { try $0.decoded().stream })
        #expect(streams.contains(.queue(1, made.seat)))
        for stream in streams {
            switch stream {
            // Of the contest it has the creation, which states the rules of its rooms.
            case .room(1), .queue(1, made.seat), .pool, .wallet(made.claimant), .user(made.claimant), .system,
                .tournament(1):
                break
            default: Issue.record("\(stream) has no place in a bundle")
            }
        }
    }

    @Test func checkpointsOfTheTimeAreInsideEachExtendingTheOneBefore() throws {
        let made = try EvidenceScene.publishing()
        let archive = try TarArchive(made.archive)
        let sizes = try EvidenceBundle(archive).checkpoints.map(\.unverified.size)
        #expect(sizes.count == 3 && sizes == sizes.sorted())
        let report = EvidenceBundle.verify(made.archive, policy: try made.policy())
        #expect(report.isProven, "\(report.results)")
        #expect(report.results[2].count == 2)
        #expect(!report.cannotProve.contains { $0.contains("was the same when") })
    }

    @Test func aBrokenRuleIsShownAsSuchByABundleThatIsGenuine() throws {
        let made = try EvidenceScene.wronglyAutomated()
        let report = EvidenceBundle.verify(made.archive, policy: try made.policy())
        #expect(report.verdict == .upheld)
        #expect(report.isGenuine && !report.isProven)
        let rules = try #require(report.results.first { $0.check == .rules })
        #expect(rules.outcome == .failed && rules.messages.contains { $0.contains("autopick") })
    }

    @Test func whatTheRulesPickedForSomebodyElseCannotBeJudgedWithoutHisQueue() throws {
        let made = try EvidenceScene.othersAutopick()
        let report = EvidenceBundle.verify(made.archive, policy: try made.policy())
        #expect(report.isProven, "\(report.results)")
        #expect(report.verdict == .undecidable)
    }

    @Test func aCheckpointOlderThanTheRecordsProvesNothingAndIsRefused() throws {
        let made = try EvidenceScene.publishing()
        let old = try #require(try made.house.ledger.checkpointHistory().first)
        #expect(throws: EvidenceError.self) {
            try EvidenceBundle(of: 1, pick: 1, in: made.house.ledger, latest: old)
        }
    }

    @Test func aPickThatNobodyWasToMakeIsNoClaim() throws {
        let made = try EvidenceScene.inGrace()
        #expect(throws: DisputeError.notOnTheClock(12, room: 1, last: 2)) { try made.bundle(pick: 12) }
        #expect(throws: DisputeError.noSuchSeat(9, room: 1, teams: 2)) { try made.bundle(seat: 9) }
    }

    @Test func aPolicyThatDoesNotKnowTheLogBelievesNothing() throws {
        let made = try EvidenceScene.inGrace()
        let stranger = SignerKey(name: try #require(KeyName("example.com/other"))).verifierKey
        let report = EvidenceBundle.verify(made.archive, policy: try EvidenceScene.policy(of: stranger))
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(report.results.map(\.outcome) == [.passed, .failed] + Array(repeating: .skipped, count: 9))
    }

    /// The script reads records at fixed offsets and by permanent numbers, which it states again.
    @Test func theScriptsNumbersAreThoseOfTheRecords() throws {
        let made = try EvidenceScene.inGrace()
        let script = String(decoding: try #require(try TarArchive(made.archive)["verify.py"]), as: UTF8.self)
        let refusals = try #require(script.firstMatch(of: #/REFUSALS = \{([^}]*)\}/#)?.output.1)
        let named = refusals.matches(of: #/(\d+): "(\w+)"/#)
        #expect(named.count > 10)
        for match in named {
            #expect(RefusalCode(rawValue: try #require(UInt8(match.output.1)))?.name == String(match.output.2))
        }
        let types: [(String, EventType)] = [
            ("POOL_PUBLISHED", .poolPublished), ("PLAYER_LISTED", .playerListed), ("CLOCK_STARTED", .clockStarted),
            ("CLOCK_EXTENDED", .clockExtended), ("PICK_MADE", .pickMade), ("PICK_AUTOMATED", .pickAutomated),
            ("REJECTED", .commandRejected), ("DRAFT_COMPLETED", .draftCompleted), ("EXPLAINED", .autopickExplained),
            ("ENTRIES_CLOSED", .entriesClosed), ("ROUNDS_SET", .contestRoundsSet), ("ROUND_CLOSED", .roundClosed),
            ("PODS_DRAWN", .podsDrawn),
        ]
        var numbers: [String: Int] = [:]
        for match in script.matches(of: #/(?m)^([A-Z_, ]+) = ([\d, ]+)$/#) {
            let names = match.output.1.split(separator: ", ")
            let values = match.output.2.split(separator: ", ").compactMap { Int($0) }
            for (name, value) in zip(names, values) { numbers[String(name)] = value }
        }
        for (name, type) in types { #expect(numbers[name] == Int(type.rawValue), "\(name)") }
        #expect(numbers["MAKE_PICK"] == Int(CommandKind.makePick.rawValue))
        let streams: [StreamKey] = [
            .pool(1), .tournament(1), .room(1), .wallet(1), .user(1), .dispute(1), .measure(1), .clock(1), .season(1),
            .notes(1), .system, .staff, .aliases,
        ]
        var kinds: [String: UInt64] = [:]
        for match in script.matches(of: #/"(\w+)": (\d+)/#) { kinds[String(match.output.1)] = UInt64(match.output.2) }
        for stream in streams {
            let name = stream.description.prefix { $0 != "/" }
            #expect(kinds[String(name)] == stream.rawValue >> 56, "\(stream)")
        }
    }

    @Test func thePythonScriptInABundleComesToTheSameResult() throws {
        guard let python = EvidenceScene.program("python3"), EvidenceScene.program("openssl") != nil,
            let tar = EvidenceScene.program("tar")
        else {
            try Test.cancel("python3, openssl or tar is not installed: an outsider's check is not tried")
        }
        let made = try EvidenceScene.publishing()
        let folder = made.house.path + ".bundle"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(made.archive).write(to: URL(filePath: folder + "/bundle.tar"))
        try #expect(EvidenceScene.run(tar, ["xf", "bundle.tar"], in: folder).status == 0)
        let key = try made.house.ledger.verifierKey().text
        let sound = try EvidenceScene.run(python, ["verify.py", "--key", key], in: folder)
        #expect(sound.status == 0 && sound.output.contains("up to the ends that the operator has signed"), "\(sound)")
        let mistyped = try EvidenceScene.run(python, ["verify.py", "--key", "foo"], in: folder)
        #expect(mistyped.status == 2, "\(mistyped.output)")

        #expect(sound.output.contains("the claimant's own pick arrived in time and counted"), "\(sound.output)")

        let records = URL(filePath: "\(folder)/records.bin")
        let genuine = try Data(contentsOf: records)
        var bytes = genuine
        bytes[240] ^= 1
        try bytes.write(to: records)
        let forged = try EvidenceScene.run(python, ["verify.py", "--key", key], in: folder)
        #expect(forged.status == 1 && forged.output.contains("records.bin"), "\(forged.output)")

        // A claim about somebody else's seat, and an end that the operator has not signed.
        try genuine.write(to: records)
        for (name, from, to) in [
            ("claim.json", "\"seat\":\(made.seat)", "\"seat\":\(1 - made.seat)"),
            ("ends.txt", "staff 0 -", "staff 1 0"),
        ] {
            let document = URL(filePath: "\(folder)/\(name)")
            let text = try String(contentsOf: document, encoding: .utf8)
            #expect(text.contains(from))
            try text.replacing(from, with: to).write(to: document, atomically: true, encoding: .utf8)
            let lie = try EvidenceScene.run(python, ["verify.py", "--key", key], in: folder)
            #expect(lie.status == 1, "\(name): \(lie.output)")
            try text.write(to: document, atomically: true, encoding: .utf8)
        }

        // A verdict that somebody else has written.
        for name in ["VERDICT.md", "verdict.json"] {
            let document = URL(filePath: "\(folder)/\(name)")
            let text = try String(contentsOf: document, encoding: .utf8)
            try text.replacing("rejected", with: "upheld").write(to: document, atomically: true, encoding: .utf8)
            let lie = try EvidenceScene.run(python, ["verify.py", "--key", key], in: folder)
            #expect(lie.status != 0, "\(lie.output)")
        }
    }
}
