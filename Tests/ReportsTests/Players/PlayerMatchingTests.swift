import Draft
import Reports
import Testing

@Suite struct PlayerMatchingTests {
    @Test(arguments: [
        ("D.J. Moore", "DJ Moore"), ("Kenneth Walker III", "Kenneth Walker"), ("Odell Beckham Jr.", "odell beckham"),
        ("Amon-Ra St. Brown", "Amon Ra St Brown"), ("Ja'Marr Chase", "Ja’Marr Chase"), ("José Ramírez", "Jose Ramirez"),
        ("Robert Griffin III", "Robert Griffin"), ("  Marvin   Harrison Jr", "Marvin Harrison"),
        ("Søren Ægir", "Soren Aegir"),
        ("Will Fuller V", "Will Fuller"), ("Patrick Mahomes II", "PATRICK MAHOMES"),
    ])
    func namesThatAreTheSame(left: String, right: String) {
        #expect(PlayerName.normalized(left) == PlayerName.normalized(right))
        #expect(!PlayerName.normalized(left).isEmpty)
    }

    @Test(arguments: [
        ("Michael Thomas", "Mike Thomas"), ("Josh Allen", "Josh Alen"), ("Cam V", "Cam"),
        ("Henry Ruggs", "Henry Ruggsiii"),
        ("Jr Smith", "Smith"),
    ])
    func namesThatAreNot(left: String, right: String) {
        #expect(PlayerName.normalized(left) != PlayerName.normalized(right))
    }

    private struct Listing {
        var name: String
        var position = PlayerPosition.wideReceiver
        var team = ""
        var id = ""
    }

    private func catalogue(_ pools: [[Listing]]) -> PlayerCatalogue {
        PlayerCatalogue(
            pools: pools.enumerated().map { number, listings in
                var pool = PoolState(id: PoolID(UInt64(number) + 1))
                pool.players = listings.enumerated().map { index, listing in
                    var player = PlayerListing.blank
                    player.index = PlayerIndex(index)
                    (player.name, player.position) = (listing.name, listing.position)
                    (player.team, player.externalID) = (listing.team, listing.id)
                    return player
                }
                return pool
            })
    }

    private func kinds(_ catalogue: PlayerCatalogue) -> [MatchFinding.Kind] { catalogue.findings.map(\.kind) }

    @Test func byNameAndPositionAcrossSpellings() {
        let matched = catalogue([
            [Listing(name: "D.J. Moore", team: "CHI"), Listing(name: "Kenneth Walker III", position: .runningBack)],
            [
                Listing(name: "Kenneth Walker", position: .runningBack, team: "SEA"),
                Listing(name: "DJ Moore", team: "CHI"),
            ],
        ])
        #expect(matched.players.count == 2 && matched.findings.isEmpty)
        #expect(matched.player(0, of: 1)?.number == matched.player(1, of: 2)?.number)
        #expect(matched.player(1, of: 1)?.team == "SEA")
        #expect(matched.player(9, of: 1) == nil && matched.player(0, of: 3) == nil)
    }

    @Test func byOutsideIDWhateverTheName() {
        let matched = catalogue([
            [Listing(name: "Robbie Anderson", team: "NYJ", id: "a1")],
            [Listing(name: "Robbie Chosen", team: "CAR", id: "a1")],
            [Listing(name: "Robbie Chosen", team: "MIA", id: "a1")],
        ])
        #expect(matched.players.count == 1 && kinds(matched) == [.otherName, .movedTeam])
        #expect(!matched.findings.contains { !$0.kind.isMatch })
        let compared = matched.findings.map { finding in
            "\(finding.listing.name) \(finding.listing.team) | "
                + finding.compared.map { "\($0.name) \($0.team)" }.joined(separator: ", ")
        }
        #expect(
            compared == [
                "Robbie Chosen CAR | Robbie Anderson NYJ", "Robbie Chosen MIA | Robbie Chosen CAR",
            ], "as each pool had him, whatever he was merged into")
    }

    @Test func neverAcrossPositions() {
        let byName = catalogue([
            [Listing(name: "Taysom Hill", position: .quarterback)], [Listing(name: "Taysom Hill", position: .tightEnd)],
        ])
        #expect(byName.players.count == 2 && kinds(byName) == [.otherPosition, .noCounterpart])
        let byID = catalogue([
            [Listing(name: "Taysom Hill", position: .quarterback, id: "h")],
            [Listing(name: "Taysom Hill", position: .tightEnd, id: "h")],
        ])
        #expect(byID.players.count == 2 && kinds(byID) == [.otherPositionOfID, .noCounterpart])
    }

    @Test func neverAcrossTeamsByName() {
        let matched = catalogue([
            [Listing(name: "Mike Williams", team: "LAC")], [Listing(name: "Mike Williams", team: "TB")],
        ])
        #expect(matched.players.count == 2 && kinds(matched) == [.otherTeam, .noCounterpart])
        #expect(matched.findings[0].candidates == [0] && matched.findings[0].identity == 1)
        #expect(
            catalogue([[Listing(name: "A B", team: "KCC")], [Listing(name: "A B", team: "KC")]]).players.count == 1)
        #expect(catalogue([[Listing(name: "A B", team: "FA")], [Listing(name: "A B", team: "KC")]]).players.count == 1)
    }

    @Test func severalWhoCouldBeMeant() {
        let pools = [
            [Listing(name: "Mike Williams", team: "LAC"), Listing(name: "Mike Williams", team: "TB")],
            [Listing(name: "Mike Williams")], [Listing(name: "Mike Williams", team: "TB")],
        ]
        let matched = catalogue(pools)
        #expect(matched.players.count == 3)
        #expect(kinds(matched) == [.namesake, .ambiguous, .noCounterpart] && matched.findings[1].candidates == [0, 1])
        #expect(matched.player(0, of: 3)?.number == 1)
    }

    @Test func twoOfOnePoolAreTwo() {
        let one = catalogue([[Listing(name: "Josh Allen", team: "BUF"), Listing(name: "Josh Allen Jr.", team: "JAX")]])
        #expect(one.players.count == 2 && kinds(one) == [.namesake])
        #expect(one.findings[0].identity == 1 && one.findings[0].candidates == [0])
        let two = catalogue([
            [Listing(name: "A B", id: "x")], [Listing(name: "A B", id: "x"), Listing(name: "A B", id: "x")],
        ])
        #expect(two.players.count == 2)
    }

    /// Whoever held each of them against all others would be at it for minutes, and list hundreds of millions.
    @Test func aNameThatThousandsHaveTellsNobody() throws {
        let many = 10_000
        let all = (0..<many).map { _ in Listing(name: "A B") }
        let matched = catalogue([all + [Listing(name: "C D", id: "c")], all + [Listing(name: "A B", id: "c")]])
        #expect(matched.players.count == 2 * many + 1)
        #expect(matched.player(PlayerIndex(many), of: 1) == matched.player(PlayerIndex(many), of: 2), "by his id")
        #expect(matched.findings.count { $0.kind == .ambiguous } == many)
        #expect(matched.findings.allSatisfy { $0.candidates.count <= 16 })
        // As many as may be told apart.
        let few = (0..<64).map { Listing(name: "A B", team: "T\($0)") }
        #expect(catalogue([few, few]).players.count == 64)
    }

    @Test func whoHasNoCounterpartIsListed() {
        let matched = catalogue([
            [Listing(name: "A B"), Listing(name: "C D")], [Listing(name: "A B"), Listing(name: "E F")],
        ])
        #expect(kinds(matched) == [.noCounterpart, .noCounterpart] && matched.findings.map(\.identity) == [1, 2])
    }
}
