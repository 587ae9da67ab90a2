import Draft
import LedgerTesting
import TestSupport

/// Commands of every kind whose fields hold, at random, what makes sense in a small house or what a field can hold at
/// the very most: whoever sends such a thing must get an answer.
struct ExtremeCommands {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private static let numbers: [UInt64] = [
        0, 1, 2, 255, 65_534, 65_535, 1 << 30 - 1, 1 << 30, 1 << 30 + 1, 1 << 32 - 2, 1 << 32 - 1, 1 << 48 - 1, 1 << 48,
        1 << 48 + 1, 1 << 53, 1 << 53 + 1, 1 << 63 - 1, 1 << 63, .max - 1, .max,
    ]

    mutating func chance(of one: Int, in many: Int = 10) -> Bool { Int.random(in: 0..<many, using: &generator) < one }

    /// One of a few sensible numbers, or an extreme one.
    mutating func number<Number: FixedWidthInteger>(_ sensible: ClosedRange<Number>) -> Number {
        if chance(of: 7) { return Number.random(in: sensible, using: &generator) }
        return Number(truncatingIfNeeded: Self.numbers.randomElement(using: &generator)!)
    }

    mutating func optional<Value>(_ value: Value) -> Value? { chance(of: 5) ? nil : value }

    mutating func id<ID: NumericID>(_: ID.Type = ID.self) -> ID { ID(number(1...3)) }
    mutating func room() -> RoomID { RoomID(number(1...2)) }
    mutating func cents() -> Cents { Cents(number(1...900)) }
    mutating func interval() -> Interval { Interval(microseconds: number(1...60_000_000)) }
    mutating func time() -> Timestamp { Timestamp(microseconds: number(0...1_000_000)) }
    mutating func players() -> [PlayerIndex] {
        (0..<number(0...4 as ClosedRange<UInt8>) % 9).map { _ in number(0...20) }
    }
    mutating func text() -> String {
        chance(of: 9) ? "text" : String(repeating: "x", count: chance(of: 5) ? 0 : 70_000)
    }

    mutating func actor() -> Sender {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .user(id())
        case 1: .admin(id(), onBehalfOf: optional(id()))
        case 2: .provider(onBehalfOf: optional(id()))
        case 3: .importer
        case 4: .scheduler
        default: .admin(nil)
        }
    }

    mutating func ruleset() -> Ruleset {
        Ruleset(
            preset: [.custom, .untimed].randomElement(using: &generator)!, teams: number(2...3), rounds: number(1...2),
            pickClock: interval(), grace: interval(), countdown: interval(), tickInterval: interval(),
            autopickPolicy: number(1...1), missedPicksBeforeAutodraft: number(0...2))
    }

    mutating func listing() -> PlayerListing {
        PlayerListing(
            index: number(20...24), position: .wideReceiver, byeWeek: optional(number(1...18)),
            adp: optional(number(1...900)), projectedPoints: optional(number(-5...900)), rank: optional(number(1...40)),
            externalID: "", name: text(), team: text())
    }

    mutating func opening() -> OpenRoom {
        OpenRoom(
            tournament: optional(id()), pool: id(), entryFee: optional(cents()), ruleset: ruleset(), externalID: text())
    }

    mutating func contest() -> TournamentCreated {
        TournamentCreated(
            pool: 1, entryFee: optional(cents()), maxEntries: optional(number(2...9)),
            maxEntriesPerUser: optional(number(2...9)), rakeBasisPoints: number(0...10_000), ruleset: ruleset(),
            prizes: chance(of: 1)
                ? (1...5_000).map { PrizeTier(firstPlace: $0, lastPlace: $0, amount: Cents(1)) }
                : [PrizeTier(firstPlace: 1, lastPlace: number(1...2), amount: cents())],
            title: text(), externalID: text(), statedPrizes: optional(cents()))
    }
}

extension ExtremeCommands {
    /// The next command.
    mutating func command() -> Command {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: contestCommand()
        case 1: pickCommand()
        case 2, 3: roomCommand()
        case 4: queueCommand()
        case 5: walletCommand()
        case 6: caseCommand()
        default: beginning()
        }
    }

    private mutating func beginning() -> Command {
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: .ledger(.startSoftware(SoftwareStarted(rulesVersion: number(1...2), version: text(), commit: text())))
        case 1: .pool(id(), .publishPool(PublishPool(externalID: text(), title: text(), players: [.blank])))
        case 2: .pool(1, .addPlayer(listing()))
        case 3: .room(id(), .openRoom(opening()))
        case 4:
            .room(
                id(),
                .importRoom(
                    ImportRoom(
                        room: opening(),
                        entries: (0..<2).map { _ in optional(ImportRoom.Entry(externalID: "", user: optional(id()))) }))
            )
        case 5: .user(id(), .registerUser)
        default: .user(id(), .setAlertPreferences(AlertPreferences(rawValue: number(0...63))))
        }
    }

    private mutating func contestCommand() -> Command {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .tournament(id(), .closeEntries)
        case 1: .tournament(1, .awardPrizes(standings: [Standing(entry: id(), place: number(1...2))]))
        case 2: .tournament(id(), .finalizeTournament)
        case 3: .wallet(id(), .leaveRoom(room()))
        case 4, 5: .wallet(id(), .joinTournament(id(), entries: number(1...1)))
        default: .tournament(id(), .createTournament(contest()))
        }
    }

    private mutating func roomCommand() -> Command {
        let room = room()
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return .room(room, .startDraft)
        case 1: return .room(room, .tickClock(pick: number(1...6)))
        case 2: return .room(room, .setAutodraft(seat: number(0...2), on: chance(of: 5)))
        case 3: return .room(room, .extendClock(pick: number(1...6), by: interval(), reason: Wording(text())))
        case 4: return .room(room, .pauseRoom(kind: .outage, reason: Wording(text())))
        case 5: return .room(room, .resumeRoom)
        case 6: return .room(room, .setConnection(seat: number(0...2), connected: true))
        default:
            return chance(of: 1)
                ? .room(room, .cancelRoom(reason: Wording(text())))
                : .room(room, .voidRoom(approvedBy: id(), reason: Wording(text())))
        }
    }

    private mutating func pickCommand() -> Command {
        switch Int.random(in: 0..<6, using: &generator) {
        case 5:
            .room(
                room(),
                .recordStatedResults(
                    ResultsStated(
                        round: number(1...2), source: text(),
                        entries: (0..<number(2...3 as ClosedRange<UInt8>)).map { _ in
                            StatedEntry(points: optional(number(-5...9_000)), advances: optional(chance(of: 5)))
                        },
                        picks: (0..<number(0...6 as ClosedRange<UInt8>)).map { _ in
                            StatedPick(points: optional(number(-5...900)))
                        })))
        case 0: .room(room(), .automatePick(pick: number(1...6), epoch: number(1...6)))
        case 1:
            .room(
                room(),
                .recordAutomatedPick(
                    RecordAutomatedPick(
                        pick: number(1...6), seat: number(0...2), player: optional(number(0...20)), reason: .unknown,
                        source: .adp, adp: optional(number(1...900)))))
        case 2:
            .room(
                room(),
                .correctPick(
                    CorrectPick(
                        pick: number(1...6), mode: .substitute, player: number(0...20), dispute: optional(id()),
                        requestedBy: optional(id()), approvedBy: optional(UserID(number(7...9))),
                        reason: Wording(text()))))
        default:
            .room(
                room(),
                .makePick(
                    MakePick(
                        pick: number(1...6), player: number(0...20), seat: optional(number(0...2)),
                        adp: optional(number(1...900)), claimedAt: optional(time()))))
        }
    }

    private mutating func queueCommand() -> Command {
        let (room, seat, version) = (room(), number(0...2) as Seat, nil as UInt32?)
        return switch Int.random(in: 0..<7, using: &generator) {
        case 0: .queue(room, seat, .setQueue(players: players(), expectedVersion: version))
        case 1:
            .queue(
                room, seat,
                .addToQueue(player: number(0...20), index: optional(number(0...2)), expectedVersion: version))
        case 2: .queue(room, seat, .removeFromQueue(player: number(0...20), expectedVersion: version))
        case 3: .queue(room, seat, .moveInQueue(player: number(0...20), index: number(0...2), expectedVersion: version))
        case 4: .queue(room, seat, .clearQueue(expectedVersion: optional(number(0...3))))
        case 5: .queue(room, seat, .setRankings(players: players()))
        default: .queue(room, seat, .setPositionLimits(PositionLimits.standard))
        }
    }

    private mutating func walletCommand() -> Command {
        let user = id(UserID.self)
        return switch Int.random(in: 0..<6, using: &generator) {
        case 0: .wallet(user, .holdWithdrawal(amount: cents(), provider: "bank"))
        case 1: .wallet(user, .postWithdrawal(withdrawal: number(1...3), reference: text()))
        case 2: .wallet(user, .releaseWithdrawal(withdrawal: number(1...3), reason: Wording(text())))
        case 3:
            .wallet(user, .recordChargeback(amount: cents(), provider: "bank", reference: "d\(user)", dispute: text()))
        case 4:
            .wallet(
                user,
                .adjustBalance(
                    BalanceAdjusted(
                        amount: cents(), firstApprover: UserID(number(7...8)), secondApprover: UserID(number(7...8)),
                        dispute: optional(id()), reason: Wording(text()))))
        default: .wallet(user, .recordDeposit(amount: cents(), provider: "bank", reference: String(generator.next())))
        }
    }

    private mutating func caseCommand() -> Command {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            .dispute(
                id(),
                .openDispute(
                    DisputeOpened(
                        room: room(), pick: number(1...6), seat: number(0...2), roomVersion: number(1...9),
                        claimant: optional(id()), claim: text())))
        case 1:
            .dispute(
                id(),
                .attachEvidence(EvidenceAttached(digest: Digest256(words: (.max, .max, .max, .max)), title: text())))
        default:
            .dispute(
                id(),
                .resolveDispute(DisputeResolved(verdict: .upheld, resolvedBy: UserID(number(7...9)), reason: text())))
        }
    }
}
