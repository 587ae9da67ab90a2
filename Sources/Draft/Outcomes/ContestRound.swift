/// A round of a contest: the weeks whose points count, the size of its pods, and the number of entries that advance.
public struct ContestRound: Hashable, Sendable, BitwiseCopyable {
    /// From 1.
    public var firstWeek: UInt8
    public var lastWeek: UInt8
    /// Entries that are compared with each other. Those of the first round drafted together.
    public var podSize: UInt32
    /// The number of entries that advance to the next round; 0 in the last one.
    public var advancing: UInt32

    public init(firstWeek: UInt8, lastWeek: UInt8, podSize: UInt32, advancing: UInt32) {
        self.firstWeek = firstWeek
        self.lastWeek = lastWeek
        self.podSize = podSize
        self.advancing = advancing
    }

    public var weeks: ClosedRange<UInt8> { firstWeek...max(firstWeek, lastWeek) }

    package static let blank = ContestRound(firstWeek: 0, lastWeek: 0, podSize: 0, advancing: 0)
}

/// A tie-breaker between entries with the same points in a round. Records store the raw values.
public enum TieBreak: UInt8, Sendable, CaseIterable {
    /// The most points in one week of the round.
    case bestWeek = 1
    /// The smaller number: rooms count up as they open, and in a room entries do as they join.
    case earlierEntry = 2

    public var name: String { String(describing: self) }
}

extension [ContestRound] {
    /// The fault of the rounds of a contest; nil for rounds that can be played.
    ///
    /// - Parameter teams: of a draft: the entries that the first round compares.
    package func fault(teams: UInt8) -> String? {
        guard (1...ContestRoundsSet.mostRounds).contains(count) else {
            return "a contest has 1-\(ContestRoundsSet.mostRounds) rounds, not \(count)"
        }
        guard first?.podSize == UInt32(teams) else {
            return "the first round compares the \(teams) teams of a draft, not \(first?.podSize ?? 0)"
        }
        for (index, round) in enumerated() {
            guard SeasonState.weeks.contains(round.firstWeek), SeasonState.weeks.contains(round.lastWeek),
                round.firstWeek <= round.lastWeek
            else {
                return "round \(index + 1) has weeks \(round.firstWeek)-\(round.lastWeek), expected weeks within "
                    + "\(SeasonState.weeks.dashed)"
            }
            if index > 0, round.firstWeek <= self[index - 1].lastWeek {
                return "round \(index + 1) begins in week \(round.firstWeek), before round \(index) is over"
            }
            let isLast = index == count - 1
            guard isLast ? round.advancing == 0 : (1..<Swift.max(2, round.podSize)).contains(round.advancing) else {
                return isLast
                    ? "no entry advances from the last round, not \(round.advancing)"
                    : "of \(round.podSize) entries \(round.advancing) cannot advance from round \(index + 1)"
            }
        }
        return nil
    }
}
