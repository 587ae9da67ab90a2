import Testing

@testable import Cluster  // the decision is the module's own

/// Which clock may lead.
@Suite struct ClockComparisonTests {
    private static func seconds(_ leads: [Int64], lag: Int64 = 0) -> ClockComparison {
        ClockComparison(leads: leads.map { $0 * 1_000_000 }, lag: lag * 1_000_000)
    }

    @Test func aClockThatOthersAgreeAgainstIsWrong() {
        #expect(Self.seconds([3_600, 3_601]).verdict == .wrong(ahead: 3_601_000_000))
        #expect(Self.seconds([-3_600, -3_600]).verdict == .wrong(ahead: -3_600_000_000))
        // One of the others is wrong.
        #expect(Self.seconds([0, 3_600]).verdict != .wrong(ahead: 3_600_000_000))
        #expect(Self.seconds([1, -1]).verdict == .fine)
        #expect(Self.seconds([]).verdict == .fine)
    }

    /// Of two clocks the earlier one goes first, unless the ledger is ahead of it.
    @Test func ofTwoClocksTheEarlierOneGoesFirst() {
        #expect(Self.seconds([-60]).verdict == .fine)
        #expect(Self.seconds([60]).verdict == .doubtful(ahead: 60_000_000))
        #expect(Self.seconds([-60], lag: 30).verdict == .doubtful(ahead: -60_000_000))
    }

    @Test func aNodeInDoubtWaitsAndThenLeadsAllTheSame() {
        var patience = ClockPatience()
        let start = ContinuousClock.now
        let steps: [(ClockComparison.Verdict, Int, Bool)] = [
            (.doubtful(ahead: 9), 0, true), (.doubtful(ahead: 9), 4, true), (.doubtful(ahead: 9), 5, false),
            (.wrong(ahead: 9), 59, true), (.wrong(ahead: 9), 60, false), (.fine, 61, false),
            // From the beginning again.
            (.doubtful(ahead: 9), 100, true),
        ]
        for (verdict, second, holdsBack) in steps {
            let found = patience.holdsBack(verdict, at: start + .seconds(second))
            #expect(found == holdsBack, "after \(second) s")
        }
    }
}
