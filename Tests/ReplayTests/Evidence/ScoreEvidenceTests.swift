import Draft
import DraftLedger
import DraftTesting
import Foundation
import LedgerTesting
import Merkle
import Records
import Testing
import TextFormats

@testable import Replay  // what is in the archive

/// Bundles about what an entry scored in a week: what they prove to who has no ledger.
@Suite struct ScoreEvidenceTests {
    typealias Scene = ScoreEvidenceScene

    @Test func aWeekIsProvenWithTheVerdictOfTheLedgerAndTheSameBytesEachTime() throws {
        let made = try Scene(Scene.closed, Scene.first, week: 1)
        let report = try made.verified()
        #expect(report.isProven, "\(report.results)")
        #expect(report.claim?.week == 1 && report.claim?.entry == Scene.first && report.claim?.pick == nil)
        #expect(report.results.map(\.check) == EvidenceReport.Check.allCases.filter { $0 != .postings })
        let judged = try Dispute(made.house.ledger).judge(entry: Scene.first, week: 1)
        #expect(report.verdict == judged.verdict && judged.verdict == .rejected)
        let told = try #require(try TarArchive(made.archive)["verdict.json"])
        #expect(told == judged.json.adding(["statedNotShown": []]).line)
        #expect(judged.podEntries.count == 2 && judged.podEntries.allSatisfy { !$0.lineup.isEmpty })
        #expect(try made.bundle.archive(signedBy: made.house.ledger.verifierKey()) == made.archive)
    }

    /// Of the drafts the records of the rooms, and of everything else what everybody may know.
    @Test func nobodysQueueMoneyOrAccountIsInside() throws {
        let (own, other) = try Scene.rivals(inRound: 2)
        let made = try Scene(Scene.played, own, week: 3)
        let streams = Set(try made.bundle.records.map { try $0.decoded().stream })
        #expect(
            streams == [.room(own.room), .room(other.room), .pool(1), .tournament(1), .season(2026), .system],
            "\(streams)")
    }

    @Test func thePodsOfALaterRoundAreDrawnOnceMore() throws {
        for (round, week) in [(2, 3), (3, 4)] as [(Int, UInt8)] {
            let (own, other) = try Scene.rivals(inRound: round)
            let made = try Scene(Scene.played, own, week: week)
            let report = try made.verified()
            #expect(report.isProven, "\(report.results)")
            let judged = try Dispute(made.house.ledger).judge(entry: own, week: week)
            #expect(judged.draws.map(\.round) == Array(2...round) && judged.draws.last?.pod == 1)
            #expect(judged.reasons.filter { $0.rule == .draw }.count == round - 1)
            #expect(Set(judged.podEntries.map(\.entry)) == [own, other])
            let text = String(decoding: try #require(try TarArchive(made.archive)["VERIFY.md"]), as: UTF8.self)
            for draw in judged.draws { #expect(text.contains(draw.secret.hexadecimal)) }
        }
    }

    /// What VERIFY.md tells an outsider to run, and what it comes to.
    @Test func thePythonScriptDrawsThePodsAndOpenSSLTheCommitment() throws {
        let (own, other) = try Scene.rivals(inRound: 3)
        let made = try Scene(Scene.played, own, week: 4)
        guard let (folder, python) = try made.unpacked(), let shell = EvidenceScene.program("sh"),
            EvidenceScene.program("xxd") != nil
        else { try Test.cancel("python3, openssl, xxd or tar is not installed: an outsider's check is not tried") }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = try made.house.ledger.verifierKey().text
        let sound = try EvidenceScene.run(python, ["verify.py", "--key", key], in: folder)
        #expect(sound.status == 2, "\(sound.output)")
        #expect(sound.output.contains("round 2: entry \(own) is in pod"))
        #expect(sound.output.contains("round 3: entry \(own) is in pod 1 of 1, with \(other)"), "\(sound.output)")
        let lines = try String(contentsOfFile: "\(folder)/VERIFY.md", encoding: .utf8).split(separator: "\n")
        let commands = lines.filter { $0.contains("xxd -r -p | openssl") }
        let judged = try Dispute(made.house.ledger).judge(entry: own, week: 4)
        #expect(commands.count == 2)
        for (command, draw) in zip(commands, judged.draws) {
            let digest = try EvidenceScene.run(shell, ["-c", String(command)], in: folder)
            #expect(digest.output.contains(try #require(draw.commitment).hexadecimal))
        }
    }

    /// What comes later in the season shows that no correction was left out; at its end nothing can.
    @Test func whetherACorrectionCanHaveFollowedIsSaid() throws {
        let open = try Scene(Scene.closed, Scene.first, week: 1)
        // The rules of the history are said as well.
        func conditions(of scene: Scene) throws -> [String] {
            try scene.verified().messages(.completeness).filter { !$0.contains(" of the rules applies") }
        }
        let remarks = try conditions(of: open)
        #expect(remarks.count == 1 && remarks[0].contains("cannot show that none"), "\(remarks)")
        let verdict = String(decoding: try #require(try TarArchive(open.archive)["VERDICT.md"]), as: UTF8.self)
        #expect(verdict.contains(remarks[0]))
        let shut = try Scene(Scene.played, Scene.first, week: 1)
        #expect(try conditions(of: shut) == [])
    }

    @Test func beforeTheRoundIsClosedNothingIsDecided() throws {
        let made = try Scene(HouseScript.drafted, Scene.first, week: 1)
        let report = try made.verified()
        #expect(report.isProven && report.verdict == .undecidable, "\(report.results)")
    }

    @Test func standingsOtherThanTheRulesComeToAreShownAsABrokenRule() throws {
        var house = HouseScript.corrected
        let command = try #require(house.nextOfRounds(of: 1, rooms: HouseScript.playoffRooms))
        var events = house.honestEvents(of: command, as: .scheduler)
        guard case .roundClosed(var closed)? = events.first?.event else {
            Issue.record("no round was closed")
            return
        }
        let (winner, loser) = (closed.standings[0].entry, closed.standings[1].entry)
        (closed.standings[0].entry, closed.standings[1].entry) = (loser, winner)
        events[0].event = .roundClosed(closed)
        house.force(events, of: command, as: .scheduler)
        let report = try Scene(house, winner, week: 1).verified()
        #expect(report.verdict == .upheld && report.isGenuine && !report.isProven)
        #expect(report.outcome(.rules) == .failed)
        #expect(report.failures.contains { $0.contains("breaks the standing rule") }, "\(report.failures)")
    }

    /// A house that draws again until it likes the pods.
    @Test(arguments: [false, true])
    func podsThatAreNotTheDrawnOnesAreFound(isOtherSecret: Bool) throws {
        var house = HouseScript.corrected
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms) { command in
            if case .tournament(_, .drawPods) = command { true } else { false }
        }
        let command = try #require(house.nextOfRounds(of: 1, rooms: HouseScript.playoffRooms))
        var events = house.honestEvents(of: command, as: .scheduler)
        guard case .podsDrawn(var drawn)? = events.first?.event else {
            Issue.record("no pods were drawn")
            return
        }
        if isOtherSecret {
            drawn.secret = Digest256(hashing: [1, 2, 3])
            drawn.entries = PodDraw.order(
                secret: drawn.secret, tournament: 1, round: 2, entrants: drawn.entries.sorted(),
                cryptography: LedgerCryptography(drawMaster: []))
        } else {
            drawn.entries.swapAt(0, 2)
        }
        events[0].event = .podsDrawn(drawn)
        house.force(events, of: command, as: .scheduler)
        let made = try Scene(house, drawn.entries[0], week: 3)
        let report = try made.verified()
        #expect(report.verdict == .upheld && report.isGenuine && !report.isProven, "\(report.results)")
        let found =
            isOtherSecret ? "another secret than the contest had committed to" : "differ from the draw by its secret"
        #expect(report.failures.contains { $0.contains("breaks the draw rule") && $0.contains(found) })
        guard let (folder, python) = try made.unpacked() else { return }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = try made.house.ledger.verifierKey().text
        let ran = try EvidenceScene.run(python, ["verify.py", "--key", key], in: folder)
        #expect(ran.status == 1 && ran.output.contains(found), "\(ran.output)")
    }

    /// A contest that was closed without a commitment makes one with its first standings. With later ones it is none: who
    /// knows them knows whom a secret draws.
    @Test(arguments: [false, true]) func aCommitmentBehindTheFirstStandingsIsNone(isLate: Bool) throws {
        let contest = try #require(Scene.played.state.tournament(1))
        var history = Scene.played.events.filter { $0.stream == .tournament(1) }
        let setting = try #require(history.firstIndex { $0.event.type == .contestRoundsSet })
        let standings = try #require(history.firstIndex { $0.event.type == .roundClosed })
        guard case .contestRoundsSet(var set) = history[setting].event,
            case .roundClosed(var committing) = history[standings].event
        else { return }
        let commitment: Digest256 = try #require(set.podCommitment)
        committing.podCommitment = commitment
        set.podCommitment = nil
        history[setting].event = .contestRoundsSet(set)
        var portion = history[standings]
        portion.event = .roundClosed(committing)
        if isLate {
            history.insert(portion, at: standings + 1)
        } else {
            history[standings] = portion
        }
        let drawing = try #require(PodDrawing.all(of: contest, history, through: 2).first)
        #expect(drawing.isCommitted == !isLate && (drawing.commitment == nil) == isLate)
    }

    @Test func aCheckpointOfBeforeTheCorrectionShowsThatTheHistoryWasTheSame() throws {
        let events = Scene.closed.events
        let correction = try #require(events.last { $0.event.type == .playerScored })
        let house = try TemporaryLedger(Array(events.prefix(Int(correction.position))))
        try house.ledger.publishCheckpoint()
        try house.ledger.append(events.dropFirst(Int(correction.position)).map { PendingEvent($0) })
        try house.ledger.publishCheckpoint()
        let bundle = try Scene.bundle(house.ledger, Scene.first, week: 1)
        #expect(bundle.checkpoints.map(\.unverified.size) == [correction.position, UInt64(events.count)])
        let policy = try EvidenceScene.policy(of: house.ledger.verifierKey())
        let report = EvidenceBundle.verify(try bundle.archive(signedBy: house.ledger.verifierKey()), policy: policy)
        #expect(report.isProven && !report.cannotProve.contains { $0.contains("was the same when") })
    }

    /// As picks of the rules were recorded once: with whom they passed over in a queue.
    @Test func whoWasPassedOverInAQueueIsProvenToBeThereAndNotShown() throws {
        var events = Scene.closed.events
        var seats: [Seat] = []
        for index in events.indices {
            guard events[index].stream == .room(1), case .pickMade(let made) = events[index].event else { continue }
            var automated = PickAutomated.blank
            (automated.pick, automated.slot, automated.seat) = (made.pick, made.slot, made.seat)
            (automated.player, automated.reason, automated.source) = (made.player, .clockExpired, .queue)
            (automated.queueVersion, automated.policyVersion) = (1, 1)
            automated.skipped = [PickAutomated.Skip(player: 19, cause: .taken)]
            events[index].event = .pickAutomated(automated)
            seats.append(made.seat)
        }
        let made = try Scene(events, Scene.first, week: 1)
        let withheld = try made.bundle.records.filter(\.isWithheld).map { try $0.decoded() }
        #expect(withheld.count == seats.count { $0 != made.bundle.claim.seat } && !withheld.isEmpty)
        #expect(withheld.allSatisfy { !$0.showsQueueContents })
        let report = try made.verified()
        #expect(report.isProven, "\(report.results)")
        #expect(report.cannotProve.contains { $0.contains("stated, not shown") })
    }

    @Test func aPodOfMoreDraftsThanABundleHoldsIsRefusedWithWhatToDo() throws {
        let made = try Scene(Scene.closed, Scene.first, week: 1)
        let error = #expect(throws: EvidenceError.self) {
            try EvidenceBundle.drafts(
                of: Set(HouseScript.playoffRooms), besides: 10, limit: 30, in: made.house.ledger)
        }
        #expect(error == .tooManyRecords(drafts: 4, limit: 30))
        #expect(error?.description.contains("`export --format tlog`") == true)
        #expect(throws: ScoreDisputeError.weekDoesNotCount(9, contest: 1)) {
            try Scene.bundle(made.house.ledger, Scene.first, week: 9)
        }
    }
}
