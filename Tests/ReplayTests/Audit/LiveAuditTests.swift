import Draft
import DraftLedger
import LedgerTesting
import Platform
import Records
import Replay
import Testing

/// Drafts through the live service, by a slow clock: a command is to be recorded within a second of when it was sent, and
/// a machine that has much else to do takes longer.
struct LiveAuditTests {
    /// A house in which users 1 and 2 have joined a contest of rooms for two, and the first room drafts.
    private func house(rounds: UInt8) async throws -> LiveHouse {
        let house = try await LiveHouse(teams: 2, rounds: rounds, isSlow: true)
        _ = try await house.startDraft()
        return house
    }

    /// Floods of refusals and conflicting ids included.
    @Test func aLiveDraftIsCleanAndRunsAgainTheSame() async throws {
        let house = try await house(rounds: 3)
        let ledger = house.ledger
        while let room = try ledger.room(1), room.status == .active, let seat = room.seatOnClock {
            let pick = room.currentPickNumber
            let user = try #require(room.member(at: seat)?.user)
            let other: UserID = user == 1 ? 2 : 1
            let best = try #require((0..<40).first { !room.taken.contains($0) })
            // 21 refusals leave one that is only counted: under the id of the pick that closes the count.
            for _ in 0..<(pick == 2 ? 21 : pick == 3 ? 25 : 1) {
                _ = try await ledger.send(
                    .room(1, .makePick(MakePick(pick: pick, player: best))), as: .user(other), id: .random())
            }
            _ = try await ledger.send(
                .queue(1, seat, .addToQueue(player: best, index: nil, expectedVersion: nil)), as: .user(user),
                id: .random())
            if pick == 4 {
                let late = try #require(room.runningClock).graceEndsAt + .milliseconds(1)
                _ = try await ledger.send(
                    .room(1, .automatePick(pick: pick, epoch: room.epoch)), as: .scheduler, id: .random(),
                    occurredAt: late)
            } else {
                let id = CommandID.random()
                for player in [best, best, best + 1] {
                    _ = try await ledger.send(
                        .room(1, .makePick(MakePick(pick: pick, player: player))), as: .user(user), id: id)
                }
            }
        }
        let report = try Audit(ledger).run()
        // What the test sends with a time to come, so that it need not wait, is all that is wrong.
        #expect(report.findings.map(\.rule) == [.arrival, .arrival])
        #expect(report.counts.picks == 6)
        #expect(report.counts.autopicks == 1)
        #expect(try Audit(ledger).run(room: 1).findings.map(\.rule) == [.arrival, .arrival])
        let again = try WhatIf(RoomHistory(of: 1, in: ledger)).run()
        #expect(again.firstDivergence == nil)
        #expect(again.outcomes == [])
    }

    @Test func anIdThatIsSaidOtherwiseAfterTheDraftIsRefusedEachTime() async throws {
        let house = try await house(rounds: 1)
        let ledger = house.ledger
        var first: (id: CommandID, user: UserID)?
        while let room = try ledger.room(1), room.status == .active, let seat = room.seatOnClock {
            let (id, user) = (CommandID.random(), try #require(room.member(at: seat)?.user))
            let pick = MakePick(pick: room.currentPickNumber, player: PlayerIndex(room.currentPickNumber))
            _ = try await ledger.send(.room(1, .makePick(pick)), as: .user(user), id: id).get()
            first = first ?? (id, user)
        }
        let used = try #require(first)
        for _ in 0..<2 {
            let outcome = try await ledger.send(
                .room(1, .makePick(MakePick(pick: 1, player: 39))), as: .user(used.user), id: used.id)
            guard case .refused(let refusal, _, _) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(refusal.code == .duplicateCommand)
        }
        // Nothing but that the draft is started here before its countdown is over.
        #expect(try Audit(ledger).run().findings.map(\.rule) == [.arrival])
        #expect(try Audit(ledger).run(room: 1).findings.map(\.rule) == [.arrival])
    }

    /// Stated when the ledger closes.
    @Test func floodsOfRefusalsOfAnyKindAreJudgedAsWhatTheyAre() async throws {
        let house = try await house(rounds: 1)
        let ledger = house.ledger
        let room = try #require(try ledger.room(1))
        let seat = try #require(room.seatOnClock)
        let user = try #require(room.member(at: seat)?.user)
        let used = CommandID.random()
        _ = try await ledger.send(
            .queue(1, seat, .addToQueue(player: 3, index: nil, expectedVersion: nil)), as: .user(user), id: used)
        let floods: [(Command, Sender, CommandID?)] = [
            (.room(1, .makePick(MakePick(pick: 1, player: 1))), .user(77), nil),
            (.room(2, .makePick(MakePick(pick: 1, player: 1))), .user(77), nil),
            (.room(1, .makePick(MakePick(pick: 1, player: 39))), .user(user == 1 ? 2 : 1), nil),
            (.room(1, .setAutodraft(seat: seat, on: true)), .user(77), nil),
            (.queue(1, seat, .clearQueue(expectedVersion: nil)), .user(77), nil),
            (.queue(1, seat, .addToQueue(player: 4, index: nil, expectedVersion: nil)), .user(user), used),
            (.wallet(1, .joinTournament(1, entries: 1)), .user(77), nil),
            (.tournament(1, .closeEntries), .user(77), nil), (.user(1, .registerUser), .user(1), nil),
            (.tournament(1, .cancelTournament(reason: "")), .user(77), nil),
        ]
        for (command, actor, id) in floods {
            for _ in 0..<25 { _ = try await ledger.send(command, as: actor, id: id ?? .random()) }
        }
        ledger.close()
        let again = try DraftLedger.open(at: house.path, for: .writing)
        defer { again.close() }
        var counts: [UInt32] = []
        try again.events {
            if case .commandRejected(let rejected) = $0.event, rejected.count > 1 { counts.append(rejected.count) }
            return true
        }
        #expect(counts == Array(repeating: 5, count: floods.count))
        for (number, drafter) in [(1, user), (2, user == 1 ? 2 : 1)] as [(PickNumber, UserID)] {
            let pick = Command.room(1, .makePick(MakePick(pick: number, player: number)))
            _ = try await again.send(pick, as: .user(drafter), id: .random()).get()
        }
        // The start of the draft was sent with a time to come.
        #expect(try Audit(again).run().findings.map(\.rule) == [.arrival])
        #expect(try Audit(again).run(room: 1).findings.map(\.rule) == [.arrival])
        #expect(try again.verify().isSound)
        let rerun = try WhatIf(RoomHistory(of: 1, in: again)).run()
        #expect(rerun.firstDivergence == nil)
        #expect(rerun.outcomes == [])
    }

    /// The log is ahead of the machine's clock for a moment, as when that was set back: the draft stands still meanwhile.
    @Test func aLiveDraftWhoseClockWasSetBackIsCleanAndRunsAgainTheSame() async throws {
        let house = try await house(rounds: 2)
        // Each look at it takes a tenth of a millisecond, however long the machine takes.
        let clock = Guarded(SystemClock.now())
        try house.reopen {
            clock.withLock {
                $0 += 100
                return $0
            }
        }
        let ledger = house.ledger
        let software = SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "1", commit: "")
        _ = try await ledger.send(.ledger(.startSoftware(software)), as: .scheduler, id: .random()).get()
        let ahead = Timestamp(microseconds: clock.withLock { $0 }) + .milliseconds(2_500)
        try ledger.append([
            PendingEvent(
                stream: .user(2), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)),
                origin: CommandOrigin(
                    occurredAt: ahead, actor: .user(2), commandID: .random(),
                    fingerprint: Command.user(2, .setAlertPreferences(.all)).fingerprint), recordedAt: ahead)
        ])
        while let room = try ledger.room(1), !room.status.isTerminal, let seat = room.seatOnClock {
            let pick = room.currentPickNumber
            let user = try #require(room.member(at: seat)?.user)
            let best = try #require((0..<40).first { !room.taken.contains($0) })
            let outcome = try await ledger.send(
                .room(1, .makePick(MakePick(pick: pick, player: best))), as: .user(user), id: .random())
            if case .refused(let refusal, _, _) = outcome {
                #expect(refusal.code == .roomPaused)
                clock.withLock { $0 += 200_000 }
            }
        }
        let events = try ledger.stream(.room(1)).map(\.event.type)
        #expect(events.contains(.roomPaused) && events.contains(.roomResumed))
        // The start of the draft was sent with a time to come.
        #expect(try Audit(ledger).run().findings.map(\.rule) == [.arrival])
        #expect(try Audit(ledger).run(room: 1).findings.map(\.rule) == [.arrival])
        let rerun = try WhatIf(RoomHistory(of: 1, in: ledger)).run()
        #expect(rerun.firstDivergence == nil)
        #expect(rerun.outcomes == [])
    }

    @Test func theAuditOfOneRoomSeesWhatStandsInItAndNoMore() async throws {
        let house = try await house(rounds: 1)
        let report = try Audit(house.ledger).run(room: 1)
        #expect(report.room == 1)
        #expect(report.counts.rooms == 1)
        #expect(report.findings.map(\.rule) == [.arrival])
        #expect(throws: DraftLedgerError.self) { try Audit(house.ledger).run(room: 2) }
    }
}
