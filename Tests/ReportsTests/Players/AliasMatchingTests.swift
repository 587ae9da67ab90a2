import Draft
import TestSupport
import Testing

@testable import Reports  // notes are matched by what no report shows

/// Players of different pools who are one, or two, because people have said so.
@Suite(.seeded) struct AliasMatchingTests {
    /// A player as one pool lists him.
    private struct Listing {
        /// Who he is, which only the test knows.
        var person: Int
        var name: String
        var position: PlayerPosition
        var team: String
        var id: String
    }

    private static func pool(_ number: UInt64, _ listings: [Listing]) -> PoolState {
        var pool = PoolState(id: PoolID(number))
        pool.players = listings.enumerated().map { index, listing in
            var player = PlayerListing.blank
            (player.index, player.name, player.position) = (PlayerIndex(index), listing.name, listing.position)
            (player.team, player.externalID) = (listing.team, listing.id)
            return player
        }
        return pool
    }

    private static func said(
        _ ones: [(PoolPlayer, PoolPlayer)], _ twos: [(PoolPlayer, PoolPlayer)], withinPool: Bool = false
    ) -> AliasState {
        let events =
            ones.map { Event.playersJoined(PlayersJoined($0, $1, withinPool: withinPool, reason: "r")) }
            + twos.map { Event.playersParted(PlayersParted($0, $1, reason: "r")) }
        return AliasState.folding(
            events.enumerated().map { position, event in
                RecordedEvent(
                    position: UInt64(position), stream: .aliases, version: UInt32(position + 1), previous: nil,
                    recordedAt: Timestamp(microseconds: 0), origin: nil, event: event)
            })
    }

    private static func nabers(_ team: String, _ name: String = "Malik Nabers", id: String = "") -> Listing {
        Listing(person: 0, name: name, position: .wideReceiver, team: team, id: id)
    }

    @Test func aTradedPlayerIsOneOnceSomebodySaysSo() {
        let pools = [Self.pool(1, [Self.nabers("NYG")]), Self.pool(2, [Self.nabers("KC")])]
        let apart = PlayerCatalogue(pools: pools)
        #expect(apart.players.count == 2 && apart.findings.contains { $0.kind == .otherTeam })
        let one = PlayerCatalogue(pools: pools, aliases: Self.said([(PoolPlayer(2, 0), PoolPlayer(1, 0))], []))
        #expect(one.players.count == 1 && one.findings.isEmpty)
        #expect(one.players[0].team == "KC" && one.players[0].listings.count == 2)
        // Later pools' listings go with him, whichever team they name, and wherever their numbers put them.
        for (team, number) in [("NYG", 3), ("KC", 3), ("NYG", 0), ("KC", 0)] as [(String, UInt64)] {
            let third = [Self.pool(number, [Self.nabers(team)])]
            let all = PlayerCatalogue(
                pools: pools + third, aliases: Self.said([(PoolPlayer(1, 0), PoolPlayer(2, 0))], []))
            #expect(all.players.count == 1 && all.findings.isEmpty, "\(team) in pool \(number)")
        }
    }

    @Test func whoIsSaidToBeTwoIsTwoWhateverHisNameAndID() {
        let pools = (1...2).map { Self.pool($0, [Self.nabers("KC", id: "x")]) }
        #expect(PlayerCatalogue(pools: pools).players.count == 1)
        let two = PlayerCatalogue(pools: pools, aliases: Self.said([], [(PoolPlayer(1, 0), PoolPlayer(2, 0))]))
        #expect(two.players.count == 2 && two.findings.allSatisfy { $0.kind == .noCounterpart })
    }

    @Test func whoIsListedByNoDraftedPoolStillTiesOthersTogether() {
        let pools = [Self.pool(1, [Self.nabers("NYG")]), Self.pool(3, [Self.nabers("KC")])]
        let aliases = Self.said([(PoolPlayer(1, 0), PoolPlayer(2, 7)), (PoolPlayer(2, 7), PoolPlayer(3, 0))], [])
        #expect(PlayerCatalogue(pools: pools, aliases: aliases).players.count == 1)
    }

    @Test func whoTheRuleTakesForAnotherGivesWayToWhoIsSaidToBeHim() {
        let pools = [
            Self.pool(1, [Self.nabers("KC")]), Self.pool(2, [Self.nabers("KC"), Self.nabers("KC", "M. Nabers")]),
        ]
        let said = PlayerCatalogue(pools: pools, aliases: Self.said([(PoolPlayer(1, 0), PoolPlayer(2, 1))], []))
        #expect(said.player(0, of: 1)?.number == said.player(1, of: 2)?.number)
        #expect(said.players.count == 2 && said.player(0, of: 2)?.listings.count == 1)
    }

    @Test func aContradictionThatNoRuleLetThroughKeepsTwoOfOnePoolApart() {
        let pools = [Self.pool(1, [Self.nabers("KC")]), Self.pool(2, [Self.nabers("LV"), Self.nabers("NO")])]
        let aliases = Self.said([(PoolPlayer(1, 0), PoolPlayer(2, 0)), (PoolPlayer(1, 0), PoolPlayer(2, 1))], [])
        let catalogue = PlayerCatalogue(pools: pools, aliases: aliases)
        #expect(catalogue.players.count == 2)
    }

    @Test func twoOfOnePoolAreOneOnceSomebodySaysSoAndNoDraftKnowsBoth() throws {
        let pools = [
            Self.pool(1, [Self.nabers("NYG"), Self.nabers("KC")]), Self.pool(2, [Self.nabers("KC")]),
            Self.pool(3, [Self.nabers("NYG")]),
        ]
        let apart = PlayerCatalogue(pools: pools)
        #expect(apart.players.count == 2 && apart.findings.map(\.kind) == [.namesake])
        let said = Self.said([(PoolPlayer(1, 1), PoolPlayer(1, 0))], [], withinPool: true)
        let one = PlayerCatalogue(pools: pools, aliases: said)
        #expect(one.players.count == 1 && one.findings.isEmpty && one.players[0].listings.count == 4)
        #expect(one.players[0].team == "NYG", "of the last pool")
        var joined = JoinedListings()
        joined.refuted = [PoolPlayer(1, 0), PoolPlayer(1, 1)]
        let refuted = PlayerCatalogue(pools: pools, aliases: said, joined: joined)
        #expect(refuted.players.count == 2)
        let (first, second) = (
            try #require(refuted.player(0, of: 1)?.number), try #require(refuted.player(1, of: 1)?.number)
        )
        #expect(refuted.player(0, of: 3)?.number == first && refuted.player(0, of: 2)?.number == second)
        #expect(refuted.findings.map(\.kind) == [.draftedTogether, .draftedTogether])
        #expect(refuted.findings.map(\.candidates) == [[second], [first]])
    }

    /// Of several listings of one pool that one counts that was drafted last, wherever the pool has it.
    @Test(arguments: [0, 1] as [PlayerIndex]) func whoIsTradedIsShownAsHeWasDraftedLast(last: PlayerIndex) {
        let pools = [Self.pool(1, [Self.nabers("NYG"), Self.nabers("KC")])]
        let said = Self.said([(PoolPlayer(1, 1), PoolPlayer(1, 0))], [], withinPool: true)
        var joined = JoinedListings()
        joined.lastDrafted = [
            PoolPlayer(1, last): Timestamp(microseconds: 9), PoolPlayer(1, 1 - last): Timestamp(microseconds: 8),
        ]
        let catalogue = PlayerCatalogue(pools: pools, aliases: said, joined: joined)
        #expect(catalogue.players.map(\.team) == [last == 0 ? "NYG" : "KC"])
    }

    /// The pool with the smaller number is of the later season: whoever was imported first.
    @Test(arguments: [[2, 1, 3], [1, 2, 3], [3, 1, 2]] as [[UInt64]])
    func aPlayerIsShownAsTheLastSeasonHasHimWhicheverWasImportedFirst(numbers: [UInt64]) {
        let last = Self.pool(numbers[0], [Self.nabers("KC", id: "last")])
        let earlier = Self.pool(numbers[1], [Self.nabers("NYG", "M. Nabers", id: "earlier")])
        // Of the last season too, but without teams, though drafted from last.
        let blank = Self.pool(numbers[2], [Self.nabers("", id: "blank")])
        let spans = [
            last.id: PoolSpan(season: 2026, lastStart: Timestamp(microseconds: 5)),
            earlier.id: PoolSpan(season: 2025, lastStart: Timestamp(microseconds: 1)),
            blank.id: PoolSpan(season: 2026, lastStart: Timestamp(microseconds: 9)),
        ]
        let aliases = Self.said(
            [(PoolPlayer(last.id, 0), PoolPlayer(earlier.id, 0)), (PoolPlayer(last.id, 0), PoolPlayer(blank.id, 0))],
            [])
        let catalogue = PlayerCatalogue(pools: [last, earlier, blank], spans: spans, aliases: aliases)
        #expect(catalogue.players.map(\.externalID) == ["last"] && catalogue.players[0].team == "KC")
        #expect(catalogue.players[0].otherNames == ["M. Nabers"])
        #expect(catalogue.players[0].otherIDs == ["earlier", "blank"])
        #expect(catalogue.players[0].listings.map(\.pool) == [earlier.id, last.id, blank.id])
        let shown = catalogue.shown(in: { [earlier.id] })
        #expect(shown.players[0].team == "NYG" && shown.players[0].otherNames == ["Malik Nabers"])
        #expect(catalogue.shown(in: { [blank.id] }).players[0].team == "")
        // A note of the season says the team: it is as good as the pool's own.
        let noted = catalogue.adding(
            [0: PlayerNote(name: "Malik Nabers", position: .wideReceiver, team: "KC")], to: [blank.id])
        #expect(noted.players[0].externalID == "blank" && noted.players[0].team == "KC")
    }

    @Test func whatSomebodyWasCalledBeforeStillMeansHim() {
        let pools = [
            Self.pool(1, [Self.nabers("NYJ", "Robbie Anderson", id: "a")]),
            Self.pool(2, [Self.nabers("MIA", "Robbie Chosen", id: "b")]),
        ]
        let catalogue = PlayerCatalogue(pools: pools, aliases: Self.said([(PoolPlayer(1, 0), PoolPlayer(2, 0))], []))
        #expect(catalogue.players(named: "robbie anderson").map(\.number) == [0])
        #expect(catalogue.players(named: "a").map(\.number) == [0])
        let matching = NoteMatching(catalogue.players)
        let note = PlayerNote(name: "Robbie Anderson", position: .wideReceiver, team: "MIA")
        #expect(matching.match(note).player == 0)
        #expect(matching.match(PlayerNote(name: "x", position: .wideReceiver, externalID: "a")).player == 0)
    }

    /// Worlds whose truth is known: people with names of their own or a namesake's, who are traded, and some of whom change
    /// their names. Who is one is found by classes that are merged edge by edge; in whatever order pools were imported.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func classesAreThoseOfAnIndependentCountInWhateverOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let people = Int.random(in: 3...12, using: &random)
        let count = Int.random(in: 2...6, using: &random)
        var pools: [[Listing]] = Array(repeating: [], count: count)
        let positions: [PlayerPosition] = [.wideReceiver, .runningBack, .tightEnd]
        for person in 0..<people {
            let position = positions.randomElement(using: &random)!
            let namesake = person > 0 && random.oneIn(3) ? person - 1 : person
            let teams = [("A", "B"), ("C", "D")][person % 2]
            for pool in 0..<count where !random.oneIn(4) {
                pools[pool].append(
                    Listing(
                        person: person, name: person % 5 == 4 && random.oneIn(2) ? "Q \(person)" : "P \(namesake)",
                        position: position, team: random.oneIn(2) ? teams.0 : teams.1,
                        id: person % 4 == 3 ? "id\(person)" : ""))
            }
        }
        for index in pools.indices { pools[index].shuffle(using: &random) }
        let places = pools.indices.flatMap { pool in pools[pool].indices.map { (pool, $0) } }
        var edges: [(Int, Int)] = []
        var ones: [(Int, Int)] = []
        for first in places.indices {
            for second in places.indices where first < second && places[first].0 != places[second].0 {
                let (one, other) = (pools[places[first].0][places[first].1], pools[places[second].0][places[second].1])
                let isSameID = !one.id.isEmpty && one.id == other.id
                let isSameName = one.name == other.name && one.position == other.position && one.team == other.team
                if isSameID || isSameName { edges.append((first, second)) }
                if one.person == other.person, random.oneIn(4) { ones.append((first, second)) }
            }
        }
        var classes = Array(places.indices)
        func merge(_ first: Int, _ second: Int) {
            let (kept, gone) = (classes[first], classes[second])
            for place in classes.indices where classes[place] == gone { classes[place] = kept }
        }
        for (first, second) in edges + ones { merge(first, second) }
        // Whoever has been called so, and has played there, is meant by both together.
        func listing(_ place: Int) -> Listing { pools[places[place].0][places[place].1] }
        var isChanged = true
        while isChanged {
            isChanged = false
            for first in places.indices {
                for second in places.indices where classes[first] != classes[second] {
                    let theirs = places.indices.filter { classes[$0] == classes[second] }.map(listing)
                    let own = listing(first)
                    let isCalledSo = theirs.contains { $0.name == own.name && $0.position == own.position }
                    if isCalledSo, theirs.contains(where: { $0.team == own.team }) {
                        merge(second, first)
                        isChanged = true
                    }
                }
            }
        }
        // Namesakes of one team are told apart by nothing: such a world has no truth that could be found.
        let isSound = Dictionary(grouping: places.indices) { classes[$0] }.values.allSatisfy { one in
            Set(one.map { pools[places[$0].0][places[$0].1].person }).count == 1
        }
        guard isSound else { return }
        for order in 0..<4 {
            let numbers = order == 0 ? Array(1...count) : Array(1...count).shuffled(using: &random)
            func player(_ place: Int) -> PoolPlayer {
                PoolPlayer(PoolID(UInt64(numbers[places[place].0])), PlayerIndex(places[place].1))
            }
            let catalogue = PlayerCatalogue(
                pools: pools.indices.map { Self.pool(UInt64(numbers[$0]), pools[$0]) }.shuffled(using: &random),
                aliases: Self.said(ones.shuffled(using: &random).map { (player($0), player($1)) }, []))
            let found = places.indices.map { catalogue.player(player($0).player, of: player($0).pool)?.number ?? -1 }
            let wrong = places.indices.flatMap { first in
                places.indices.filter { (found[first] == found[$0]) != (classes[first] == classes[$0]) }
                    .map { (player(first), player($0)) }
            }
            #expect(wrong.isEmpty, "order \(numbers)")
            #expect(catalogue.players.map(\.number) == Array(catalogue.players.indices))
        }
    }

    /// Whatever liars say, and whatever listings look like: what was said holds, and nobody is two of one pool.
    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func whatWasSaidHoldsInAnyWorld(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pools = (1...4).map { number in
            Self.pool(
                number,
                (0..<Int.random(in: 1...6, using: &random)).map { person in
                    Listing(
                        person: person, name: "P \(Int.random(in: 0...2, using: &random))",
                        position: random.oneIn(4) ? .runningBack : .wideReceiver,
                        team: ["", "A", "B"].randomElement(using: &random)!,
                        id: random.oneIn(2) ? "" : "id\(Int.random(in: 0...4, using: &random))")
                })
        }
        let all = pools.flatMap { pool in pool.players.map { PoolPlayer(pool.id, $0.index) } }
        var ones: [(PoolPlayer, PoolPlayer)] = []
        var twos: [(PoolPlayer, PoolPlayer)] = []
        for _ in 0..<8 {
            let (first, second) = (all.randomElement(using: &random)!, all.randomElement(using: &random)!)
            guard first.pool != second.pool else { continue }
            guard !(ones + twos).contains(where: { AliasState.Pair($0, $1) == AliasState.Pair(first, second) }) else {
                continue
            }
            let isOne = random.oneIn(2)
            let would = Self.said(ones + (isOne ? [(first, second)] : []), twos + (isOne ? [] : [(first, second)]))
            let isPossible = all.allSatisfy { player in
                let group = would.group(of: player)
                return Set(group.map(\.pool)).count == group.count
                    && group.allSatisfy { would.parted(from: $0).isDisjoint(with: group) }
            }
            guard isPossible else { continue }
            if isOne { ones.append((first, second)) } else { twos.append((first, second)) }
        }
        let catalogue = PlayerCatalogue(pools: pools, aliases: Self.said(ones, twos))
        func number(_ player: PoolPlayer) -> Int? { catalogue.player(player.player, of: player.pool)?.number }
        for (first, second) in ones { #expect(number(first) == number(second), "\(first) \(second)") }
        for (first, second) in twos { #expect(number(first) != number(second), "\(first) \(second)") }
        for player in catalogue.players {
            #expect(Set(player.listings.map(\.pool)).count == player.listings.count)
            for listing in player.listings { #expect(number(PoolPlayer(listing.pool, listing.index)) == player.number) }
        }
        #expect(catalogue.players.map(\.listings.count).reduce(0, +) == all.count)
        for finding in catalogue.findings {
            #expect(finding.candidates.allSatisfy { $0 < catalogue.players.count })
            #expect(finding.kind.isMatch == finding.candidates.contains(finding.identity))
        }
    }
}
