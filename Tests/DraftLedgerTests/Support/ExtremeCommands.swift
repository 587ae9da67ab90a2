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
        case 0: .startSoftware(SoftwareStarted(rulesVersion: number(1...2), version: text(), commit: text()))
        case 1: .publishPool(PublishPool(pool: id(), externalID: text(), title: text(), players: [.blank]))
        case 2: .addPlayer(pool: 1, player: listing())
        case 3: .openRoom(id(), opening())
        case 4:
            .importRoom(
                id(),
                ImportRoom(
                    room: opening(),
                    entries: (0..<2).map { _ in optional(ImportRoom.Entry(externalID: "", user: optional(id()))) }))
        case 5: .registerUser(id())
        default: .setAlertPreferences(id(), AlertPreferences(rawValue: number(0...63)))
        }
    }

    private mutating func contestCommand() -> Command {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .closeEntries(id())
        case 1: .awardPrizes(1, standings: [Standing(entry: id(), place: number(1...2))])
        case 2: .finalizeTournament(id())
        case 3: .leaveRoom(room(), user: id())
        case 4, 5: .joinTournament(id(), user: id(), entries: number(1...1))
        default: .createTournament(id(), contest())
        }
    }

    private mutating func roomCommand() -> Command {
        let room = room()
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return .startDraft(room)
        case 1: return .tickClock(room, pick: number(1...6))
        case 2: return .setAutodraft(room, seat: number(0...2), on: chance(of: 5))
        case 3: return .extendClock(room, pick: number(1...6), by: interval(), reason: text())
        case 4: return .pauseRoom(room, kind: .outage, reason: text())
        case 5: return .resumeRoom(room)
        case 6: return .setConnection(room, seat: number(0...2), connected: true)
        default:
            return chance(of: 1) ? .cancelRoom(room, reason: text()) : .voidRoom(room, approvedBy: id(), reason: text())
        }
    }

    private mutating func pickCommand() -> Command {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .automatePick(room(), pick: number(1...6), epoch: number(1...6))
        case 1:
            .recordAutomatedPick(
                room(),
                RecordAutomatedPick(
                    pick: number(1...6), seat: number(0...2), player: optional(number(0...20)), reason: .unknown,
                    source: .adp, adp: optional(number(1...900))))
        case 2:
            .correctPick(
                room(),
                CorrectPick(
                    pick: number(1...6), mode: .substitute, player: number(0...20), dispute: optional(id()),
                    requestedBy: optional(id()), approvedBy: optional(UserID(number(7...9))), reason: text()))
        default:
            .makePick(
                room(),
                MakePick(
                    pick: number(1...6), player: number(0...20), seat: optional(number(0...2)),
                    adp: optional(number(1...900)), claimedAt: optional(time())))
        }
    }

    private mutating func queueCommand() -> Command {
        let (room, seat, version) = (room(), number(0...2) as Seat, nil as UInt32?)
        return switch Int.random(in: 0..<7, using: &generator) {
        case 0: .setQueue(room, seat, players: players(), expectedVersion: version)
        case 1:
            .addToQueue(room, seat, player: number(0...20), index: optional(number(0...2)), expectedVersion: version)
        case 2: .removeFromQueue(room, seat, player: number(0...20), expectedVersion: version)
        case 3: .moveInQueue(room, seat, player: number(0...20), index: number(0...2), expectedVersion: version)
        case 4: .clearQueue(room, seat, expectedVersion: optional(number(0...3)))
        case 5: .setRankings(room, seat, players: players())
        default: .setPositionLimits(room, seat, PositionLimits.standard)
        }
    }

    private mutating func walletCommand() -> Command {
        let user = id(UserID.self)
        return switch Int.random(in: 0..<6, using: &generator) {
        case 0: .holdWithdrawal(user, amount: cents(), provider: "bank")
        case 1: .postWithdrawal(user, withdrawal: number(1...3), reference: text())
        case 2: .releaseWithdrawal(user, withdrawal: number(1...3), reason: text())
        case 3: .recordChargeback(user, amount: cents(), provider: "bank", reference: "d\(user)")
        case 4:
            .adjustBalance(
                user,
                BalanceAdjusted(
                    amount: cents(), firstApprover: UserID(number(7...8)), secondApprover: UserID(number(7...8)),
                    dispute: optional(id()), reason: text()))
        default: .recordDeposit(user, amount: cents(), provider: "bank", reference: String(generator.next()))
        }
    }

    private mutating func caseCommand() -> Command {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            .openDispute(
                id(),
                DisputeOpened(
                    room: room(), pick: number(1...6), seat: number(0...2), roomVersion: number(1...9),
                    claimant: optional(id()), claim: text()))
        case 1:
            .attachEvidence(id(), EvidenceAttached(digest: Digest256(words: (.max, .max, .max, .max)), title: text()))
        default:
            .resolveDispute(
                id(), DisputeResolved(verdict: .upheld, resolvedBy: UserID(number(7...9)), reason: text()))
        }
    }
}
