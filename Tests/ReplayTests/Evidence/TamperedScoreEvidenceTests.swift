import Draft
import DraftLedger
import DraftTesting
import Foundation
import LedgerTesting
import Merkle
import Records
import TestSupport
import Testing

@testable import Replay  // the archive is packed again with other records

/// Bundles about a week's points that somebody changed, of genuine records or not: every change is found, by a sentence that
/// says which.
@Suite(.seeded) struct TamperedScoreEvidenceTests {
    typealias Scene = ScoreEvidenceScene

    private func isCorrection(_ item: EvidenceRecord) throws -> Bool {
        if case .playerScored(let scored) = try item.decoded().event { scored.replaces != nil } else { false }
    }

    @Test func aCorrectionThatIsLeftOutLeavesAGap() throws {
        let made = try Scene(Scene.played, Scene.first, week: 1)
        let corrections = try made.bundle.records.filter(isCorrection)
        #expect(corrections.count == 2)
        let first = try #require(corrections.first?.position)
        let report = try made.verify(made.bundle.records.filter { $0.position != first })
        #expect(!report.isGenuine && report.outcome(.streams) == .failed && report.verdict == nil)
        #expect(report.failures.contains { $0.contains("season/2026") && $0.contains("are missing") })
    }

    /// The last of a history leaves no gap; but what closed names the version that it closed as of.
    @Test func aSeasonThatEndsBeforeTheRoundClosedIsFound() throws {
        let made = try Scene(Scene.closed, Scene.first, week: 1)
        let correction = try made.bundle.records.last(where: isCorrection)
        let last = try #require(correction).position
        let report = try made.verify(made.bundle.records.filter { $0.position != last })
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(report.failures.contains { $0.contains("and round 1 closed as of version") }, "\(report.failures)")
    }

    @Test func aDraftThatEndsBeforeItsEndIsFound() throws {
        let made = try Scene(Scene.closed, Scene.first, week: 1)
        let last = try #require(made.bundle.records.last { $0.section == .records }).position
        let report = try made.verify(made.bundle.records.filter { $0.position != last })
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(report.failures.contains { $0.contains("the draft of room 1 does not end") }, "\(report.failures)")
    }

    @Test func anAlteredScoreIsNotTheRecordThatWasSigned() throws {
        let made = try Scene(Scene.closed, Scene.first, week: 1)
        var records = made.bundle.records
        let index = try #require(records.firstIndex { (try? isCorrection($0)) == true })
        let event = try records[index].decoded()
        guard case .playerScored(var scored) = event.event else {
            Issue.record("no score")
            return
        }
        scored.points += 100
        var writer = RecordWriter()
        try writer.write(
            .playerScored(scored), stream: event.stream, origin: event.origin, place: (event.version, event.previous),
            recordedAt: event.recordedAt)
        records[index] = try EvidenceRecord(position: event.position, record: writer.bytes)
        let report = try made.verify(records)
        #expect(report.outcome(.records) == .failed && report.verdict == nil)
        #expect(report.failures.count == 1 && report.failures[0].hasPrefix("records.bin"))
        // Nor can it be stated under the leaf of the genuine one, as another seat's queue may be.
        records[index] = try EvidenceRecord(
            position: event.position, record: writer.bytes, withheldLeaf: .leaf(made.bundle.records[index].record))
        let stated = try made.verify(records)
        #expect(!stated.isGenuine && stated.verdict == nil)
        #expect(stated.failures.contains { $0.contains("has to be shown, not stated") })
    }

    /// The room drafted for one contest; another one's scoring and rounds would come to other standings.
    @Test func anotherContestsRecordsAreNotTheRooms() throws {
        var house = Scene.closed
        let scoring = ScoringSet(
            lineup: Lineup(
                quarterbacks: 0, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 2, flexPositions: .all),
            scoring: ScoringSet.halfPPR)
        var contest = try #require(house.state.tournament(1)).details
        contest.title = "Another"
        let rounds = try #require(house.state.tournament(1)?.rounds)
        for command in [.createTournament(contest), .setContestRounds(rounds), .setScoring(scoring)]
            as [TournamentCommand]
        {
            #expect(house.send(.tournament(2, command), as: House.admin) == nil)
        }
        let made = try Scene(house, Scene.first, week: 1)
        let others = try made.house.events.filter { $0.stream == .tournament(2) }
            .map { try made.house.ledger.evidence(at: $0.position) }
        #expect(others.count == 3)
        for records in [made.bundle.records, made.bundle.records.filter { $0.section != .contest }] {
            let report = try made.verify(records + others)
            #expect(report.outcome(.records) == .passed && !report.isGenuine && report.verdict == nil)
            #expect(
                report.failures.contains { $0.contains("is of tournament/2, not of tournament/1") },
                "\(report.failures)")
        }
    }

    @Test func withoutADraftOfThePodOrWithOneTooManyABundleIsNotBelieved() throws {
        let (own, other) = try Scene.rivals(inRound: 2)
        let made = try Scene(Scene.played, own, week: 3)
        let less = try made.bundle.records.filter { try $0.decoded().stream != .room(other.room) }
        let omitted = try made.verify(less)
        #expect(omitted.outcome(.streams) == .passed && !omitted.isGenuine && omitted.verdict == nil)
        #expect(omitted.failures.contains { $0.contains("the draft of room \(other.room)") && $0.contains("missing") })

        let third = try #require(HouseScript.playoffRooms.first { $0 != own.room && $0 != other.room })
        let more = try made.house.ledger.stream(.room(third)).map { try made.house.ledger.evidence(at: $0.position) }
        let added = try made.verify(made.bundle.records + more)
        #expect(!added.isGenuine && added.verdict == nil)
        #expect(added.failures.contains { $0.contains("room \(third) has no entry of the pod") })
    }

    @Test(arguments: [EvidenceRecord.Section.pool, .contest, .season, .records])
    func withoutWhatTheClaimRestsOnNothingIsBelieved(section: EvidenceRecord.Section) throws {
        let made = try Scene(Scene.closed, Scene.first, week: 1)
        let report = try made.verify(made.bundle.records.filter { $0.section != section })
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(report.failures.contains { $0.contains("missing") }, "\(report.failures)")
    }

    /// The genuine records, and documents that say what was claimed before.
    @Test func aClaimAboutAnotherWeekOrEntryIsFound() throws {
        let made = try Scene(Scene.played, Scene.first, week: 1)
        var claim = made.bundle.claim
        claim.subject = .week(2)
        var files = try TarArchive(made.archive).files
        let place = try #require(files.firstIndex { $0.name == EvidenceClaim.file })
        files[place].bytes = claim.json
        let week = try made.verify(TarArchive(files).bytes)
        #expect(!week.isGenuine && week.outcome(.documents) == .failed)
        #expect(week.failures.contains("verdict.json differs from the document that the records give."))

        let entry = try made.verify(made.bundle.records) { $0.seat = 1 - $0.seat }
        #expect(entry.failures.contains { $0.contains("is not the one of seat") }, "\(entry.failures)")
        let stranger = try made.verify(made.bundle.records) { $0.claimant = 77 }
        #expect(stranger.failures.contains { $0.contains("is not the one of seat") })
        let nowhere = try made.verify(made.bundle.records) { $0.subject = .week(9) }
        #expect(nowhere.failures.contains { $0.contains("Week 9") || $0.contains("week 9") }, "\(nowhere.failures)")
        let pick = try made.verify(made.bundle.records) { $0.subject = .pick(1) }
        #expect(pick.failures.contains { $0.contains("does not belong among the") })
    }

    /// A checkpoint of before what the records tell.
    @Test func aCheckpointThatIsTooOldProvesNothing() throws {
        let house = try TemporaryLedger(HouseScript.drafted.events)
        let old = try house.ledger.publishCheckpoint()
        let later = Scene.closed.events.dropFirst(HouseScript.drafted.events.count)
        try house.ledger.append(later.map { PendingEvent($0) })
        try house.ledger.publishCheckpoint()
        let needed = try #require(Scene.closed.events.last { $0.stream == .tournament(1) }).position + 1
        #expect(throws: EvidenceError.notCovered(size: old.unverified.size, needed: needed)) {
            try EvidenceBundle(of: Scene.first, week: 1, in: house.ledger, latest: old)
        }
        let bundle = try Scene.bundle(house.ledger, Scene.first, week: 1)
        let forged = EvidenceBundle(
            claim: bundle.claim, latest: old, earlier: [], records: bundle.records, proofs: bundle.proofs)
        let policy = try EvidenceScene.policy(of: house.ledger.verifierKey())
        let report = EvidenceBundle.verify(TarArchive(forged.primaryFiles).bytes, policy: policy)
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(
            report.outcome(.archive) == .failed || report.outcome(.records) == .failed, "\(report.results)")
        #expect(!report.failures.isEmpty)
    }

    /// What the fuzzer begins with comes to a verdict: only so do its changes reach what reads the records. It is
    /// of a former format, which later programs verify as before, but for documents that they cannot write again.
    @Test func theFuzzersBundleAboutAWeekComesToAVerdict() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let target = tests.appending(path: "Fuzz/Targets/FuzzTarget.swift")
        let source = try String(contentsOf: target, encoding: .utf8)
        let logs = source.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("log ") }
        let policy = try TrustPolicy(Array((logs + ["quorum none", ""]).joined(separator: "\n").utf8))
        let fixtures = tests.deletingLastPathComponent().appending(path: "Fixtures/fuzz/evidence")
        let seed = [UInt8](try Data(contentsOf: fixtures.appending(path: "week.tar")))
        // Longer ones the fuzzer cuts.
        #expect(seed.count <= 65_536)
        let report = EvidenceBundle.verify(seed, policy: policy)
        #expect(report.verdict == .rejected && report.outcome(.commands) == .passed, "\(report.results)")
        #expect(report.outcome(.completeness) == .passed)
        #expect(report.isProven && report.outcome(.documents) == .notCompared)
    }

    @Test func oneBitFlippedInAnyKindOfFileIsFound() throws {
        let (own, _) = try Scene.rivals(inRound: 2)
        let made = try Scene(Scene.played, own, week: 3)
        let archive = try TarArchive(made.archive)
        var random = SeededGenerator(seed: 3)
        for (index, file) in archive.files.enumerated() {
            let (byte, bit) = (
                Int.random(in: file.bytes.indices, using: &random), Int.random(in: 0..<8, using: &random)
            )
            var files = archive.files
            files[index].bytes[byte] ^= 1 << UInt8(bit)
            let report = try made.verify(TarArchive(files).bytes)
            #expect(!report.isGenuine, "byte \(byte), bit \(bit) of \(file.name)")
            #expect(!report.failures.isEmpty, "byte \(byte), bit \(bit) of \(file.name)")
        }
    }
}
