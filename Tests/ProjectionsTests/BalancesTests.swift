import Projections
import Testing

@testable import Draft  // events that the game alone makes

@Suite struct BalancesTests {
    /// Wallets and escrows in disorder: sums have to be right whatever happened.
    private func history(seed: UInt64) -> History {
        var random = RandomRows(seed: seed)
        var history = History()
        for _ in 0..<200 {
            let wallet = StreamKey.wallet(UserID(UInt64(random.number(in: 1...4))))
            let contest = TournamentID(UInt64(random.number(in: 1...2)))
            let amount = Cents(random.number(in: 0...500))
            switch random.number(in: 0...7) {
            case 0: history.append(wallet, .depositRecorded(.init(amount: amount, provider: "bank", reference: "")))
            case 1:
                history.append(
                    wallet, .entryFeeHeld(.init(tournament: contest, room: 1, seat: 0, entry: 1, amount: amount)))
            case 2: history.append(wallet, .entryFeePosted(.init(tournament: contest, entry: 1, amount: amount)))
            case 3: history.append(wallet, .entryFeeReleased(.init(tournament: contest, entry: 1, amount: amount)))
            case 4:
                history.append(wallet, .prizeCredited(.init(tournament: contest, entry: 1, place: 1, amount: amount)))
            case 5: history.append(.tournament(contest), .overlayAdded(.init(amount: amount)))
            case 6: history.append(.tournament(contest), .rakeTaken(.init(amount: amount)))
            default:
                history.append(
                    wallet,
                    .chargebackRecorded(
                        .init(amount: amount, covered: Cents(amount.value / 2), provider: "bank", reference: "")))
            }
        }
        return history
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func balancesAreTheSumsOfThePostings(seed: UInt64) {
        var balances = Balances()
        var expected: [Account: Int64] = [:]
        for recorded in history(seed: seed).events {
            balances.fold(recorded)
            for posting in postings(of: recorded.event, in: recorded.stream) {
                expected[posting.from, default: 0] -= posting.amount.value
                expected[posting.to, default: 0] += posting.amount.value
            }
            #expect(balances.total == .zero, "seed \(seed)")
        }
        let rows = balances.accountRows
        #expect(rows.allSatisfy { $0.balance != .zero }, "seed \(seed)")
        #expect(rows.map(\.account) == rows.map(\.account).sorted(), "seed \(seed)")
        #expect(
            Dictionary(uniqueKeysWithValues: rows.map { ($0.account, $0.balance.value) })
                == expected.filter { $0.value != 0 }, "seed \(seed)")
        for contest in [1, 2] as [TournamentID] {
            #expect(balances.books(of: contest).escrow == balances[.escrow(contest)], "seed \(seed)")
        }
    }

    @Test func anAccountBackAtZeroIsNoRow() {
        var history = History()
        let amount = Cents(5)
        history.append(.wallet(1), .depositRecorded(.init(amount: amount, provider: "bank", reference: "")))
        history.append(.wallet(1), .withdrawalHeld(.init(withdrawal: 1, amount: amount, provider: "bank")))
        history.append(
            .wallet(1), .withdrawalPosted(.init(withdrawal: 1, amount: amount, provider: "bank", reference: "")))
        var balances = Balances()
        var rows: [[Account]] = []
        for recorded in history.events {
            balances.fold(recorded)
            rows.append(balances.accountRows.map(\.account))
        }
        #expect(rows == [[.available(1), .external("bank")], [.held(1), .external("bank")], []])
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func partsAddUpToTheWhole(seed: UInt64) {
        var random = RandomRows(seed: seed &+ 1_000)
        var whole = Balances()
        var parts = [Balances](repeating: Balances(), count: 5)
        for recorded in history(seed: seed).events {
            whole.fold(recorded)
            parts[Int(random.number(in: 0...4))].fold(recorded)
        }
        random.shuffle(&parts)
        var merged = Balances()
        for part in parts { merged.merge(part) }
        #expect(merged == whole, "seed \(seed)")
        #expect(merged.accountRows.map(\.rowValue) == whole.accountRows.map(\.rowValue), "seed \(seed)")
        #expect(merged.contestRows == whole.contestRows, "seed \(seed)")
    }
}
