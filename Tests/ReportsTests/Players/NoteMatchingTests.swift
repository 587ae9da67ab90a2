import Draft
import TestSupport
import Testing

@testable import Reports  // whom a note means, before anything is made of it

/// Whom notes mean, held against looking at every player of their name.
@Suite(.seeded) struct NoteMatchingTests {
    /// The rule, player by player.
    private static func meaning(of note: PlayerNote, among players: [PlayerIdentity]) -> NoteMeaning {
        if !note.externalID.isEmpty, let known = players.first(where: { $0.externalID == note.externalID }) {
            return known.position == note.position
                ? NoteMeaning(player: known.number, ground: .id) : NoteMeaning(doubt: .otherPosition)
        }
        let name = PlayerName.normalized(note.name)
        let namesakes = players.filter { PlayerName.normalized($0.name) == name }
        guard !namesakes.isEmpty else { return NoteMeaning(doubt: .notFound) }
        let candidates = namesakes.filter { $0.position == note.position }
        let team = TeamName.canonical(note.team)
        let fitting = candidates.filter { player in
            let known = TeamName.canonical(player.team)
            return team.isEmpty || known.isEmpty || known == team
        }
        func sure(_ player: PlayerIdentity) -> NoteMeaning {
            let isExact = !team.isEmpty && TeamName.canonical(player.team) == team
            return NoteMeaning(player: player.number, ground: isExact ? .nameAndTeam : .name)
        }
        switch (candidates.count, fitting.count) {
        case (0, _): return NoteMeaning(doubt: .otherPosition)
        case (1, 0): return NoteMeaning(player: candidates[0].number, ground: .onlyOfName, doubt: .otherTeam)
        case (1, _): return sure(candidates[0])
        case (_, 1): return sure(fitting[0])
        default: return NoteMeaning(doubt: .ambiguous)
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func namesakesAreMeantAsByLookingAtEachOfThem(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        let names = ["A. B.", "A B", "C D", "E F"]
        let teams = ["", "KC", "NYG"]
        let positions: [PlayerPosition] = [.wideReceiver, .runningBack]
        let pool = PoolState.named((0..<Int.random(in: 0...6, using: &random)).map { _ in any(names) }) { player in
            (player.position, player.team) = (any(positions), any(teams))
            player.externalID = any(["", "a\(player.index)"])
        }
        let players = PlayerCatalogue(pools: [pool]).players
        let matching = NoteMatching(players)
        for _ in 0..<20 {
            let note = PlayerNote(
                name: any(names), position: any(positions), team: any(teams), externalID: any(["", "a0", "a1", "x"]))
            let (found, expected) = (matching.meaning(of: note), Self.meaning(of: note, among: players))
            #expect(found.player == expected.player && found.doubt == expected.doubt, "\(note) in \(players)")
            #expect(found.player == nil || found.ground == expected.ground, "\(note) in \(players)")
        }
    }
}
