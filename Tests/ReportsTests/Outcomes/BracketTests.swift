import Reports
import Testing

@testable import Draft  // rounds made by hand

/// What is on record of a contest's rounds, and which part of it is listed.
@Suite struct BracketTests {
    private static func entry(_ room: UInt64) -> EntryID { EntryID(room: RoomID(room), join: 1) }

    /// Six drafts of two; one of each goes on. The second round has pods of four and of two, of which the first is closed;
    /// nothing is known of the third.
    private static func contest() -> TournamentState {
        func closed(_ entries: [EntryID]) -> [RoundStanding] {
            entries.enumerated().map { RoundStanding(entry: $1, points: 900, bestWeek: 900, place: UInt32($0 + 1)) }
        }
        let terms = [
            ContestRound(firstWeek: 1, lastWeek: 2, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 3, lastWeek: 3, podSize: 4, advancing: 1),
            ContestRound(firstWeek: 4, lastWeek: 4, podSize: 4, advancing: 0),
        ]
        var (first, second) = (PlayedRound(), PlayedRound())
        (first.pods, first.closedPods) = (6, 6)
        first.standings = (1...6).flatMap { room in
            closed([entry(room), EntryID(room: RoomID(room), join: 2)])
        }
        second.drawn = (1...6).map(entry)
        (second.pods, second.closedPods) = (2, 1)
        second.standings = closed([entry(3), entry(2), entry(1)])
        var contest = TournamentState(
            id: 1,
            details: TournamentCreated(
                pool: 1, entryFee: nil, maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
                ruleset: .untimed(teams: 2, rounds: 1), prizes: [], title: "Six drafts", externalID: ""))
        contest.rounds = ContestRoundsSet(season: 2022, rounds: terms)
        contest.played = [first, second]
        return contest
    }

    /// As no rules put it on record: an audit finds it, and whoever looks is not ended by it.
    @Test func aPodThatBeginsWithAnotherPlaceIsShown() throws {
        var contest = Self.contest()
        contest.played[0].standings.removeFirst()
        let bracket = try Bracket(of: contest)
        #expect(bracket.rounds[0].pods.first?.entries.first?.standing?.place == 2)
    }

    @Test func prizesThatNobodyAwardsAreDueOnceAllRoundsAreClosed() throws {
        var contest = Self.contest()
        contest.details.prizes = [PrizeTier(firstPlace: 1, lastPlace: 20, amount: Cents(100))]
        contest.stage = .closed
        #expect(try Bracket(of: contest).placesDue == nil)
        contest.rounds?.rounds.removeLast()
        contest.played[1].closedPods = 2
        #expect(try Bracket(of: contest).placesDue == 1...12)
        contest.lastPlaceAwarded = 2
        #expect(try Bracket(of: contest).placesDue == 3...12)
        contest.lastPlaceAwarded = 12
        #expect(try Bracket(of: contest).placesDue == nil)
        contest.lastPlaceAwarded = 0
        contest.stage = .cancelled
        #expect(try Bracket(of: contest).placesDue == nil)
    }

    private static func pods(_ bracket: Bracket) -> [String] {
        bracket.rounds.flatMap { round in
            round.pods.map { pod in
                let rooms = pod.entries.map { "\($0.entry.room)" }.joined(separator: " ")
                return "\(round.number).\(pod.number) \(rooms) of \(pod.size)"
            }
        }
    }

    @Test func aRoundSaysHowManyPlayItWhateverIsListed() throws {
        let whole = try Bracket(of: Self.contest())
        #expect(whole.rounds.map(\.podCount) == [6, 2] && whole.rounds.map(\.entryCount) == [12, 6])
        #expect(whole.terms.count == 3)
        let second = try whole.listing(round: 2, entries: nil)
        #expect(Self.pods(second) == ["2.1 3 2 1 of 3", "2.2 4 5 6 of 3"])
        #expect(second.rounds[0].pods[1].entries.allSatisfy { $0.standing == nil && $0.advances == nil })
        #expect(try whole.listing(round: 3, entries: nil).rounds.isEmpty)
        #expect(throws: OutcomeError.noSuchRound(4, of: 3)) { try whole.listing(round: 4, entries: nil) }
    }

    @Test func anEntrysWayLeadsThroughItsOwnPods() throws {
        let whole = try Bracket(of: Self.contest())
        let way = try whole.listing(round: nil, entries: [Self.entry(2)])
        #expect(Self.pods(way) == ["1.2 2 2 of 2", "2.1 3 2 1 of 3"])
        #expect(way.rounds.map(\.podCount) == [6, 2])
        // Who does not go on has one round.
        let out = try whole.listing(round: nil, entries: [EntryID(room: 5, join: 2)])
        #expect(Self.pods(out) == ["1.5 5 5 of 2"])
        #expect(try whole.listing(round: nil, entries: []).rounds.isEmpty)
    }

    @Test func aPageHasWholePodsAndSaysWhereTheNextBegins() throws {
        let first = try Bracket(of: Self.contest()).listing(round: 1, entries: nil)
        let page = first.page(fromPod: 1, entries: 4, keeping: [])
        #expect(Self.pods(page.bracket) == ["1.1 1 1 of 2", "1.2 2 2 of 2"] && page.nextPod == 3)
        let next = first.page(fromPod: 3, entries: 100, keeping: [])
        #expect(Self.pods(next.bracket).count == 4 && next.nextPod == nil)
        let behind = first.page(fromPod: 7, entries: 4, keeping: [])
        #expect(Self.pods(behind.bracket).isEmpty && behind.nextPod == nil)
    }

    /// The last round of a large contest is one pod of thousands.
    @Test func aPodThatIsTooLargeIsCutOffButForWhoIsLookedFor() throws {
        let second = try Bracket(of: Self.contest()).listing(round: 2, entries: nil)
        let cut = second.page(fromPod: 1, entries: 1, keeping: [])
        #expect(Self.pods(cut.bracket) == ["2.1 3 of 3"] && cut.nextPod == 2)
        let kept = second.page(fromPod: 1, entries: 1, keeping: [Self.entry(1)])
        #expect(Self.pods(kept.bracket) == ["2.1 3 1 of 3"])
        #expect(kept.bracket.rounds[0].pods[0].entries.last?.standing?.place == 3)
        #expect(Self.pods(second.page(fromPod: 2, entries: 0, keeping: [Self.entry(6)]).bracket) == ["2.2 6 of 3"])
    }
}
