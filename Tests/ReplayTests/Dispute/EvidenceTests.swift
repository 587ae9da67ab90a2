import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// What silence means, and what lies outside the ledger.
struct EvidenceTests {
    typealias At = DraftTable

    /// What could prove otherwise is said.
    @Test func nothingOfTheClaimantOnRecordIsRejected() throws {
        var table = DraftTable()
        table.expire()
        let house = try table.ledger()
        let report = try Dispute(house.ledger).judge(room: 1, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .evidence && $0.text.contains("a signed receipt") })
    }

    @Test func nothingOnRecordOfADisconnectedSeatIsRejectedWithTheMomentItWent() throws {
        var table = DraftTable()
        let seat = table.seatOnClock
        table.must(.room(1, .setConnection(seat: seat, connected: false)), as: .scheduler, at: At.at(2))
        let gone = table.last
        table.expire()
        let house = try table.ledger()
        let report = try Dispute(house.ledger).judge(room: 1, pick: 1)
        let reason = report.reasons.first { $0.rule == .evidence }
        #expect(reason?.text.contains("disconnected") == true)
        #expect(reason?.positions.first == gone)
        #expect(report.timeline.contains { $0.position == gone })
    }

    @Test func aCaseIsJudgedByWhatItIsAboutItsDocumentsToldAndNotBelieved() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.expire()
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: user,
            claim: "I clicked, it autopicked.")
        table.must(.dispute(7, .openDispute(claim)), as: .user(user), at: At.at(60))
        table.must(
            .dispute(7, .attachEvidence(EvidenceAttached(digest: .zero, title: "Screen recording"))), as: .user(user),
            at: At.at(70))
        let house = try table.ledger()
        let report = try Dispute(house.ledger).judge(case: 7)
        #expect(report.pickNumber == 1 && report.seat == seat && report.claimant == user)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .evidence && $0.text.contains("recorded by digest only") })
        #expect(report.reasons.contains { $0.positions == [table.last] })
        #expect(report.timeline.last?.position == table.last)
        #expect(throws: DisputeError.unknownCase(8)) { try Dispute(house.ledger).judge(case: 8) }
    }

    @Test func moreRefusalsThanAreKeptAreToldNotJudged() throws {
        var table = DraftTable()
        let other = table.user(ofPick: 2)
        for tap in 0..<25 {
            table.send(
                .room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(other), at: At.at(1 + Double(tap) / 100))
        }
        table.pick(0, at: 5)
        let house = try table.ledger()
        let report = try Dispute(house.ledger).judge(room: 1, pick: 1, seat: table.seat(ofPick: 2))
        #expect(report.verdict == .rejected)
        #expect(report.reasons.filter { $0.bearing == .upheld }.isEmpty)
    }

    @Test func anImportedPickHasNoClockAndIsUndecidable() throws {
        let house = try TemporaryLedger(createdAt: At.start - .seconds(1_000))
        var state = LedgerState()
        var pending: [PendingEvent] = []
        let players = (0..<4 as Range<UInt16>).map { index in
            PlayerListing(
                index: index, position: .wideReceiver, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil,
                externalID: "", name: "Player \(index)", team: "")
        }
        let entries = [ImportRoom.Entry(externalID: "a"), ImportRoom.Entry(externalID: "b")]
        let opening = OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 1))
        let commands: [Command] = [
            .pool(1, .publishPool(PublishPool(externalID: "", title: "", players: players))),
            .room(1, .importRoom(ImportRoom(room: opening, entries: entries))),
            .room(1, .makePick(MakePick(pick: 1, player: 2, seat: 0))),
            .room(1, .makePick(MakePick(pick: 2, player: 1, seat: 1))),
        ]
        for (index, command) in commands.enumerated() {
            let origin = CommandOrigin(
                occurredAt: nil, actor: .importer, commandID: CommandID(high: 2, low: UInt64(index)),
                fingerprint: command.fingerprint)
            let decision = decide(
                command, origin: origin, now: At.start, state: state,
                cryptography: LedgerCryptography(drawMaster: []))
            guard case .accepted(let events) = decision else {
                Issue.record("\(decision)")
                return
            }
            for event in events {
                pending.append(
                    PendingEvent(stream: event.stream, event: event.event, origin: origin, recordedAt: At.start))
                state.fold(
                    event.event,
                    at: EventPlace(
                        stream: event.stream, position: UInt64(pending.count), recordedAt: At.start, origin: origin))
            }
        }
        try house.ledger.append(pending)
        #expect(try Dispute(house.ledger).judge(room: 1, pick: 2).verdict == .undecidable)
        #expect(try Audit(house.ledger).run().findings == [])
        let whatIf = try WhatIf(RoomHistory(of: 1, in: house.ledger))
        #expect(try whatIf.run().firstDivergence == nil)
        #expect(throws: WhatIfError.badClock("room 1 has none")) { try whatIf.run(WhatIfChange(grace: .seconds(5))) }
        // Without a clock nobody makes the pick that is left out.
        let position = UInt64(pending.firstIndex { $0.event.type == .pickMade }! + 1)
        let report = try whatIf.run(WhatIfChange(without: [position]))
        #expect(report.firstDivergence?.pick == 1)
        #expect(report.status == .active)
    }
}
