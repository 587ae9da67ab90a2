import DraftLedger
import Foundation
import LedgerTesting
import Projections
import Records
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes
@testable import Reports  // the curves' buckets, and how work is shared out

@Suite(.seeded) struct ValueTests {
    private func value(_ curve: ValueReport.Curve, pick: Double, reference: Double) -> Double {
        switch curve {
        case .linear: pick - reference
        case .power: (pow(reference, -0.5) - pow(pick, -0.5)) / pow(pick, -0.5)
        }
    }

    /// The closing line of a contest from all its complete drafts, as the definition says.
    private func closingLine(of contest: TournamentID?, pool: PoolID, _ field: NaiveField) -> [String: Double] {
        let market = field.entries.filter {
            $0.status == .complete && $0.contest == contest && (contest != nil || $0.pool == pool)
        }
        let closed =
            contest == 2 ? RandomField.start + .seconds(30 * 86_400 + 3_600) : market.compactMap(\.start).max()
        guard let closed else { return [:] }
        let window = market.filter { $0.start! <= closed && $0.start! >= closed - .seconds(14 * 86_400) }
        return Dictionary(grouping: window.flatMap(\.picks), by: \.name).mapValues { picks in
            Double(picks.reduce(0) { $0 + $1.number }) / Double(picks.count)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>, ValueReport.Curve.allCases)
    func valueIsWhatTheDefinitionSays(seed: UInt64, curve: ValueReport.Curve) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for (filter, reference) in NaiveField.filters.flatMap({ filter in
            [ValueReport.Reference.atPick, .closing].map { (filter, $0) }
        }) {
            let counted = field.filtered(filter)
            let report = analysis.value(filter, against: reference, curve: curve)
            var (all, missing): ([Double], Int) = ([], 0)
            var byPlayer: [String: [Double]] = [:]
            var byEntry: [EntryID: [Double]] = [:]
            for entry in counted {
                let line = closingLine(of: entry.contest, pool: entry.pool, field)
                byEntry[entry.id] = []
                for pick in entry.picks where filter.position == nil || filter.position == pick.position {
                    let against = reference == .closing ? line[pick.name] : pick.adp.map { Double($0) / 100 }
                    guard let against else {
                        missing += 1
                        continue
                    }
                    let worth = value(curve, pick: Double(pick.number), reference: against)
                    all.append(worth)
                    byPlayer[pick.name, default: []].append(worth)
                    byEntry[entry.id, default: []].append(worth)
                }
            }
            let comment = "seed \(seed) \(filter) \(reference)"
            #expect(report.picks == all.count && report.picksWithoutReference == missing, "\(comment)")
            #expect(report.distribution.reduce(0) { $0 + $1.picks } == all.count, "\(comment)")
            for bucket in report.distribution {
                let inside = all.count { $0 >= bucket.start - 1e-6 && $0 < bucket.end + 1e-6 }
                let surely = all.count { $0 >= bucket.start + 1e-6 && $0 < bucket.end - 1e-6 }
                #expect((surely...inside).contains(bucket.picks), "\(comment) \(bucket)")
            }
            #expect(report.rows.count == byPlayer.count)
            for row in report.rows {
                let values = byPlayer[row.player.name] ?? []
                #expect(row.picks == values.count && abs(row.totalValue - values.reduce(0, +)) < 1e-6, "\(comment)")
                #expect(abs(row.averageValue - values.reduce(0, +) / Double(values.count)) < 1e-8)
                if curve == .linear { #expect(abs(row.averagePick - row.averageReference - row.averageValue) < 1e-8) }
            }
            #expect(report.entries.count == (filter.entries.user == nil ? 0 : counted.count))
            for entry in report.entries {
                let values = byEntry[entry.entry] ?? []
                #expect(entry.picks == values.count && abs(entry.totalValue - values.reduce(0, +)) < 1e-6)
            }
        }
    }

    @Test func aLaterPickThanTheReferenceIsWorthSomething() {
        #expect(ValueReport.Curve.linear.value(of: 24, against: 20.5) == 3.5)
        #expect(ValueReport.Curve.power.value(of: 16, against: 4) == 1)
        #expect(ValueReport.Curve.power.value(of: 4, against: 16) == -0.5)
    }

    /// Players of the whole field against its own mean, which is seldom a decimal, are worth nothing; and the same in as
    /// many pieces as there are cores.
    @Test func whatIsTakenWhereTheReferenceHasItIsWorthExactlyNothing() throws {
        var events = RandomField(seed: 1, rooms: 0).events
        var tens = [10, 11, 12] as [PlayerIndex]
        for room in [1, 2, 3] as [UInt64] {
            events += Self.room(room, picks: [tens[0], tens[1], tens[2], 20 + PlayerIndex(room)])
            tens.append(tens.removeFirst())
            if room == 2 { tens.swapAt(0, 1) }
        }
        let house = try TemporaryLedger(events)
        var analysis = try Analysis(of: house.ledger)
        let report = analysis.value()
        #expect(report.picks == 12 && report.averageValue == 0)
        #expect(report.rows.contains { $0.averagePick != $0.averagePick.rounded() }, "thirds")
        for row in report.rows {
            #expect(row.totalValue == 0 && row.averageValue == 0 && row.averageReference == row.averagePick)
        }
        #expect(report.rows.map(\.player.name) == report.rows.map(\.player.name).sorted(), "ties are by name")
        var rosters = analysis.rosters
        rosters.sharing = RosterTable.Sharing(fromEntries: 0, drafts: 1)
        analysis = Analysis(rosters, players: analysis.players)
        #expect(analysis.value().rows.map(\.totalValue) == report.rows.map(\.totalValue))
    }

    /// One user's export: his picks of one seat would be a mean of themselves.
    @Test func draftsOfWhichNotAllSeatsAreKnownMakeNoClosingLine() {
        let catalogue = PlayerCatalogue(pools: [.named(["A", "B", "C"])])
        func analysis(_ parts: [RosterColumns]) -> Analysis {
            Analysis(RosterTable(RosterSnapshot(position: 9, parts: parts)), players: catalogue)
        }
        let partial = RosterColumns.one(room: 1, of: [1, 0])
        let own = analysis([partial, .one(room: 2, of: [0, 1])]).value()
        #expect(own.picks == 0 && own.picksWithoutReference == 4 && own.averageValue == nil && own.rows.isEmpty)
        #expect(own.partialDrafts == 2)
        var whole = RosterColumns.one(room: 2, of: [0])
        whole.append(.one(room: 2, seat: 1, of: [1]))
        let mixed = analysis([partial, whole]).value(ReportFilter(RosterFilter(user: 1)))
        // In the whole draft A went first and B second; in the other one B went first and A fourth.
        #expect(mixed.partialDrafts == 1 && mixed.picksWithoutReference == 0)
        #expect(mixed.rows.map(\.player.name) == ["A", "B"] && mixed.rows.map(\.averageReference) == [1, 2])
        #expect(mixed.rows.map(\.totalValue) == [3, -1])
        #expect(analysis([partial]).value(against: .atPick).partialDrafts == 0)
    }

    /// A finished room of two seats and two rounds that belongs to no contest.
    private static func room(_ number: UInt64, picks: [PlayerIndex]) -> [PendingEvent] {
        let room = RoomID(number)
        let origin = CommandOrigin(
            occurredAt: RandomField.start, actor: .importer, commandID: CommandID(high: 3, low: number))
        var opened = RoomOpened.blank
        opened.pool = 1
        opened.ruleset = .untimed(teams: 2, rounds: 2)
        var events: [Event] = [.roomOpened(opened)]
        for seat in [0, 1] as [Seat] {
            let entry = EntryID(room: room, join: UInt16(seat) + 1)
            events.append(
                .seatTaken(SeatTaken(seat: seat, user: UserID(UInt64(seat) + 1), entry: entry, externalID: "")))
        }
        events += [.draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: [0, 1])), .draftStarted(DraftStarted())]
        for (index, player) in picks.enumerated() {
            let pick = PickNumber(index + 1)
            let slot = Snake(teams: 2, rounds: 2).slot(of: pick)
            events.append(
                .pickMade(PickMade(pick: pick, slot: slot, seat: slot, player: player, adp: nil, claimedAt: nil)))
        }
        events.append(.draftCompleted(.blank))
        return events.map { PendingEvent(stream: .room(room), event: $0, origin: origin) }
    }

    @Test func bucketsMeetAndTheOutermostAreOpen() {
        for curve in ValueReport.Curve.allCases {
            let buckets = curve.buckets
            #expect(buckets.first?.start == -.infinity && buckets.last?.end == .infinity)
            for (left, right) in zip(buckets, buckets.dropFirst()) { #expect(left.end == right.start) }
            for (place, bucket) in buckets.enumerated().dropFirst() {
                let start = ValueReport.Curve.billionths(bucket.start)
                #expect(curve.bucket(of: start) == place && curve.bucket(of: start - 1) == place - 1)
            }
        }
    }
}
