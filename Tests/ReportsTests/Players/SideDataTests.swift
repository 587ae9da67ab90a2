import Draft
import DraftLedger
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import Reports  // the day that holds at a moment

/// What files of an analyst's own say beside the ledger: whom they mean, and which of them holds.
@Suite struct SideDataTests {
    private static let day = RandomField.start

    private static func catalogue(_ names: [String], _ change: (inout PlayerListing) -> Void = { _ in })
        -> PlayerCatalogue
    { PlayerCatalogue(pools: [PoolState.named(names, change)]) }

    private static func note(
        _ name: String, team: String = "", id: String = "", position: PlayerPosition = .wideReceiver,
        bye: UInt8? = nil, adp: UInt32? = nil, day: Timestamp? = nil
    ) -> PlayerNote {
        PlayerNote(
            name: name, position: position, team: team, externalID: id, byeWeek: bye, adp: adp, day: day)
    }

    @Test(
        arguments: [
            (note("D.J. Moore Jr."), 0, nil), (note("DJ Moore", id: "x"), 0, nil), (note("Nobody"), nil, .notFound),
            (note("DJ Moore", position: .tightEnd), nil, .otherPosition),
            (note("Another", id: "id-1", position: .tightEnd), nil, .otherPosition),
            (note("Another", id: "id-1"), 1, nil), (note("DJ Moore", team: "CHI"), 0, .otherTeam),
            (note("Lee Twin"), nil, .ambiguous), (note("Lee Twin", team: "JAC"), 3, nil),
        ] as [(PlayerNote, Int?, SideFinding.Kind?)])
    func aNoteMeansByIDElseByNameAndPosition(note: PlayerNote, player: Int?, doubt: SideFinding.Kind?) {
        let catalogue = Self.catalogue(["DJ Moore", "Bo Nix", "Lee Twin", "Lee Twin"]) { player in
            player.externalID = player.index == 1 ? "id-1" : ""
            player.team = ["CAR", "", "KC", "JAX"][Int(player.index)]
        }
        let found = NoteMatching(catalogue.players).match(note)
        #expect(found.player == player && found.doubt == doubt)
    }

    @Test func theLastDayThatHadBegunHolds() throws {
        let days = [0, 3, 7].map { Self.day + .seconds(Int64($0) * 86_400) }
        let notes = zip(days, [1_000, 1_100, 1_200] as [UInt32]).map { Self.note("A", adp: $1, day: $0) }
        let dated = DatedPositions(
            notes.reversed() + [Self.note("A", adp: 5), Self.note("B", day: days[0])], of: Self.catalogue(["A", "B"]))
        #expect(dated.days == days && dated.latest(of: 0) == 1_200 && dated.latest(of: 1) == nil)
        #expect(dated.day(at: days[0] + .seconds(-1)) == nil)
        #expect(dated.day(at: days[0]) == 0 && dated.day(at: days[1] + .seconds(-1)) == 0)
        #expect(dated.day(at: days[1]) == 1 && dated.day(at: days[2] + .seconds(9_999_999)) == 2)
        #expect(dated.positions(on: 1) == [1_100, 0] && dated.positions(on: nil).isEmpty)
    }

    /// Held against a look at every pick of a random field.
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func picksAreHeldAgainstTheirDay(seed: UInt64) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let analysis = try Analysis(of: house.ledger)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let days = [5, 12, 30].map { Self.day + .seconds(Int64($0) * 86_400) }
        var notes: [PlayerNote] = []
        for (place, day) in days.enumerated() {
            for player in analysis.players.players where player.number % 7 != place {
                let adp = UInt32(150 + player.number * 31 + place * 40)
                notes.append(
                    Self.note(player.name, team: player.team, position: player.position, adp: adp, day: day))
            }
        }
        let dated = DatedPositions(notes, of: analysis.players)
        #expect(dated.findings.isEmpty)
        func quote(_ name: String, _ day: Timestamp?) -> Int? {
            notes.last { $0.name == name && $0.day == day && day != nil }?.adp.map { Int($0) }
        }
        for filter in NaiveField.filters where filter.position == nil {
            for reference in [ValueReport.Reference.atDate, .latest] {
                let report = analysis.value(filter, against: reference, dated: dated)
                var (sum, picks, without) = (0, 0, 0)
                for entry in field.filtered(filter) {
                    let day =
                        reference == .latest ? days[2] : entry.start.flatMap { start in days.last { $0 <= start } }
                    for pick in entry.picks {
                        guard let adp = quote(pick.name, day) else {
                            without += 1
                            continue
                        }
                        picks += 1
                        sum += pick.number * 100 - adp
                    }
                }
                #expect(report.picks == picks && report.picksWithoutReference == without, "seed \(seed) \(filter)")
                let total = report.rows.reduce(0) { $0 + $1.totalValue }
                #expect(abs(total - Double(sum) / 100) < 1e-6, "seed \(seed) \(filter)")
            }
        }
        #expect(analysis.value(against: .atDate).picks == 0)
    }

    @Test func notesSayWhatNoPoolSays() throws {
        let columns = RosterColumns.one(players: 3)
        let catalogue = Self.catalogue(["A", "B", "C"]) { player in
            player.position = player.index == 0 ? .quarterback : .wideReceiver
            if player.index == 2 { (player.team, player.byeWeek) = ("KC", 6) }
        }
        let bare = Analysis(RosterTable(RosterSnapshot(position: 9, parts: [columns])), players: catalogue)
        #expect(bare.stacks().total.stacked == 0 && bare.byes().weeks == [.init(week: 6, players: 1)])
        let full = bare.supplemented(by: [
            Self.note("A", team: "Jac", position: .quarterback, bye: 9), Self.note("B", team: "JAX", bye: 9),
            Self.note("C", team: "DEN", bye: 7), Self.note("D", team: "DEN"),
        ])
        #expect(full.stacks().rows.first?.team == "JAX" && full.stacks().total.single == 1)
        #expect(full.byes().weeks == [.init(week: 6, players: 1), .init(week: 9, players: 2)])
        // What the pool says stands.
        #expect(full.players.players.map(\.team) == ["JAX", "JAX", "KC"])
        #expect(full.sideFindings.map(\.kind) == [.otherTeam, .otherByeWeek, .notFound])
        #expect(bare.players.players.map(\.team) == ["", "", "KC"] && bare.sideFindings.isEmpty)
    }

    /// A file tells of both namesakes, of whom the drafts have one, or do not say which one they have.
    @Test(arguments: ["LAC", ""]) func namesakesOfAFileAreNotTakenForOneAnother(team: String) throws {
        let catalogue = Self.catalogue(["Mike Williams"]) { $0.team = team }
        let both = [
            Self.note("Mike Williams", team: "LAC", bye: 8, adp: 4_000, day: Self.day),
            Self.note("Mike Williams", team: "TB", bye: 11, adp: 21_000, day: Self.day),
        ]
        for notes in [both, both.reversed()] {
            let dated = DatedPositions(notes, of: catalogue)
            #expect(dated.latest(of: 0) == (team.isEmpty ? nil : 4_000))
            #expect(dated.findings.map(\.kind) == (team.isEmpty ? [.ambiguous, .ambiguous] : []))
            let (told, findings) = catalogue.supplemented(by: notes)
            #expect(told.players[0].latest.byeWeek == (team.isEmpty ? nil : 8) && told.players[0].team == team)
            #expect(findings.map(\.kind) == (team.isEmpty ? [.ambiguous, .ambiguous] : []))
        }
        // An id says which one he is.
        let named = both + [Self.note("Mike Williams", team: "LAC", id: "7", bye: 8, adp: 4_100, day: Self.day)]
        let known = Self.catalogue(["Mike Williams"]) { $0.externalID = "7" }
        for notes in [named, named.reversed()] {
            #expect(DatedPositions(notes, of: known).latest(of: 0) == 4_100)
            #expect(known.supplemented(by: notes).catalogue.players[0].team == "LAC")
        }
    }

    /// One file has teams by name, another bye weeks by id.
    @Test func whatOneNoteLeavesOpenAnotherSays() throws {
        let notes = [Self.note("A", team: "KC"), Self.note("A", id: "7", bye: 9), Self.note("A", team: "KC", bye: 9)]
        for (id, order) in [("7", [0, 1]), ("7", [1, 0]), ("", [0, 1]), ("", [1, 0]), ("7", [2, 1, 0])] {
            let catalogue = Self.catalogue(["A"]) { $0.externalID = id }
            let (told, findings) = catalogue.supplemented(by: order.map { notes[$0] })
            #expect(told.players[0].team == "KC" && told.players[0].latest.byeWeek == 9 && findings.isEmpty)
        }
    }
}
