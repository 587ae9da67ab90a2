import ArgumentParser
import Draft

/// The season that a contest is opened with: the weeks of its rounds, and the lineup that counts.
struct ContestSeason {
    var rounds: ContestRoundsSet
    var scoring: ScoringSet

    /// Reads rounds such as `1-14:12:2`: weeks, entries of a pod, and how many of them advance.
    static func round(_ text: String) throws -> ContestRound {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let weeks = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 3, (1...2).contains(weeks.count), let first = weeks[0], let last = weeks[weeks.count - 1],
            (1...30).contains(first), (first...30).contains(last), let pod = UInt32(parts[1]), pod > 0,
            let advancing = UInt32(parts[2]), advancing < pod
        else {
            throw ValidationError(
                "\"\(text)\" is not a round. Write weeks, entries of a pod and how many advance, such as 1-14:12:2; the last "
                    + "round advances 0.")
        }
        return ContestRound(firstWeek: first, lastWeek: last, podSize: pod, advancing: advancing)
    }

    /// Reads a lineup such as `1 QB 2 RB 3 WR 1 TE 2 FLEX`.
    static func lineup(_ text: String) throws -> Lineup {
        var lineup = Lineup(quarterbacks: 0, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 0)
        let words = text.split { $0 == " " || $0 == "," }
        guard words.count.isMultiple(of: 2), !words.isEmpty else { throw notALineup(text) }
        for index in stride(from: 0, to: words.count, by: 2) {
            guard let count = UInt8(words[index]), count <= 20 else { throw notALineup(text) }
            switch words[index + 1].uppercased() {
            case "QB": lineup.quarterbacks = count
            case "RB": lineup.runningBacks = count
            case "WR": lineup.wideReceivers = count
            case "TE": lineup.tightEnds = count
            case "FLEX": lineup.flex = count
            default: throw notALineup(text)
            }
        }
        return lineup
    }

    private static func notALineup(_ text: String) -> ValidationError {
        ValidationError(
            "\"\(text)\" is not a lineup. Write how many start at each position, such as 1 QB 2 RB 3 WR 1 TE 2 FLEX.")
    }
}
