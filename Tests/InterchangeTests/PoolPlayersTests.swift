import Draft
import DraftLedger
import TestSupport
import Testing

@testable import Interchange  // who is found in a pool, before anything is imported

/// Finding a source's players in a pool, held against looking at every player of it.
@Suite(.seeded) struct PoolPlayersTests {
    /// The rule, player by player.
    private static func found(_ player: ImportedPlayer, in listings: [PlayerListing]) -> PlayerIndex? {
        if !player.externalID.isEmpty, let same = listings.last(where: { $0.externalID == player.externalID }) {
            return same.index
        }
        for id in player.slates?.ids ?? [] {
            if let same = listings.last(where: { !id.isEmpty && $0.externalID == id }) { return same.index }
        }
        let naming = PlayerNaming(player)
        let fitting = listings.filter { listing in
            guard PlayerNaming(listing).fits(naming) else { return false }
            if player.externalID.isEmpty || listing.externalID.isEmpty { return true }
            return player.slates.map { !$0.others.contains(listing.externalID) } ?? false
        }
        let sameTeam = fitting.filter { PlayerNaming($0).team == naming.team }
        if player.externalID.isEmpty, let same = sameTeam.first(where: \.externalID.isEmpty) { return same.index }
        let candidates = sameTeam.isEmpty ? fitting : sameTeam
        return candidates.count == 1 ? candidates[0].index : nil
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func namesakesAreFoundAsByLookingAtEachOfThem(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        let names = ["A. B.", "A B", "C D"]
        let teams = ["", "KC", "NYG"]
        let listings = (0..<Int.random(in: 0...6, using: &random)).map { index in
            ImportedPlayer(
                externalID: any(["", "a\(index)", "b\(index)"]), name: any(names),
                position: any([.wideReceiver, .runningBack]), team: any(teams)
            ).listing(at: PlayerIndex(index))
        }
        var pool = PoolPlayers(listings)
        for number in 0..<20 {
            var player = ImportedPlayer(
                externalID: any(["", "a0", "a1", "b2", "x"]), name: any(names),
                position: any([.wideReceiver, .runningBack]), team: any(teams))
            if Bool.random(using: &random) {
                player.slates = PlayerSlates(ids: [any(["a3", "x"])], others: Set([any(["a1", "b1", "b3"])]))
            }
            let found = pool.find(player, number: number)
            #expect(found == Self.found(player, in: listings), "\(player) in \(listings)")
        }
    }
}
