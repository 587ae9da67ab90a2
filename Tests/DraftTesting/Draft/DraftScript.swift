package import Draft

/// A whole draft as text: the room, its commands with their times, and below each command what it comes to.
///
/// ```
/// 2 teams, 1 rounds, fast
/// pool Ash RB, Bo WR, Cy QB
/// 0 clock starts
///     started
///     clock 1.01 slot 0 to 30, grace 35
/// 12.5 slot 0 picks Ash for 1
///     1.01 slot 0 Ash
///     clock 1.02 slot 1 to 42.5, grace 47.5
/// 47.500001 slot 1 picks Bo for 2
///     refused clockExpired, margin -0.000001
/// ```
///
/// Grammar; words are separated by single spaces:
///
/// ```
/// script   = header pool { command { "    " outcome } }
/// header   = N " teams, " N " rounds, " ( "fast" | "slow" | "untimed" ) [ ", third-round reversal" ] [ ", nights " HOURS ]
/// pool     = "pool " NAME " " POSITION { ", " NAME " " POSITION }      in ADP order
///          | "pool of " N                                             P0, P1 ... in ADP order: RB, WR, QB, TE in turn
/// command  = time " " who " " action
/// time     = seconds since the draft's start [ ">" the ledger's clock, where it decides later ]
/// who      = "slot " N | "user " N | "admin" | "clock"
/// action   = "starts" | "ticks " PICK | "picks " NAME " for " PICK | "automates " PICK " epoch " N
///          | "autodraft " ( "on" | "off" ) | "queues" { " " NAME } | "ranks" { " " NAME }
///          | "limits " QB " " RB " " WR " " TE
///          | "extends " PICK " by " seconds | "pauses " KIND | "resumes"
///          | "corrects " PICK " " MODE [ " to " NAME ] " approved by " USER
/// ```
///
/// An outcome is one event of the room or its queues, or the refusal; `transcript` writes them all, so a test holds
/// when its text is its own transcript. Slots and not seats act, so that the draw of the order does not matter. Before
/// the first command room 1 is full, user n on seat n-1, and its countdown ends at the draft's start.
package struct DraftScript {
    struct Line {
        var text: String
        var moment: Timestamp
        var now: Timestamp
        var words: [String]
    }

    package var ruleset: Ruleset
    package var players: [PlayerListing]
    var lines: [Line]
    /// The first two lines, as they stand.
    var header: [String]

    package struct Malformed: Error, CustomStringConvertible {
        package var description: String
        init(_ what: String, in line: some StringProtocol) { description = "\(what) in \"\(line)\"" }
    }

    package init(_ text: String) throws {
        let all = text.split(separator: "\n").map(String.init)
        guard all.count >= 2 else { throw Malformed("no room and no pool", in: text) }
        header = Array(all[..<2])
        ruleset = try Self.ruleset(all[0])
        players = try Self.pool(all[1])
        lines = try all[2...].filter { !$0.hasPrefix("    ") }.map(Self.line)
    }

    private static func ruleset(_ line: String) throws -> Ruleset {
        let parts = line.split(separator: ", nights ")
        let reversal = ", third-round reversal"
        let isReversed = parts[0].hasSuffix(reversal)
        let words = parts[0].dropLast(isReversed ? reversal.count : 0).split(separator: " ")
        guard words.count == 5, let teams = UInt8(words[0]), let rounds = UInt8(words[2]) else {
            throw Malformed("no room", in: line)
        }
        var ruleset: Ruleset
        switch words[4] {
        case "fast": ruleset = .fast(teams: teams, rounds: rounds)
        case "slow": ruleset = .slow(teams: teams, rounds: rounds)
        case "untimed": ruleset = .untimed(teams: teams, rounds: rounds)
        default: throw Malformed("unknown clock", in: line)
        }
        if isReversed { ruleset.order = .thirdRoundReversal }
        guard parts.count > 1 else { return ruleset }
        ruleset.overnight = OvernightWindow(text: parts[1])
        guard ruleset.overnight != nil else { throw Malformed("no hours", in: line) }
        return ruleset
    }

    private static func pool(_ line: String) throws -> [PlayerListing] {
        if let count = line.wholeMatch(of: /pool of ([0-9]+)/).flatMap({ Int($0.1) }) { return House.players(count) }
        let players = line.dropFirst("pool ".count).split(separator: ",")
        return try players.enumerated().map { index, player in
            let words = player.split(separator: " ")
            guard words.count == 2, let position = PlayerPosition(abbreviation: words[1]) else {
                throw Malformed("no player", in: player)
            }
            return House.player(index, String(words[0]), position)
        }
    }

    private static func line(_ text: String) throws -> Line {
        var words = text.split(separator: " ").map(String.init)
        let times = words.removeFirst().split(separator: ">").compactMap { Interval(seconds: $0) }
        guard let moment = times.first, let now = times.last, words.count >= 2 else {
            throw Malformed("no time or no action", in: text)
        }
        return Line(text: text, moment: House.start + moment, now: House.start + now, words: words)
    }
}

extension Interval {
    /// Reads seconds with up to six decimals.
    init?(seconds text: some StringProtocol) {
        let parts = text.split(separator: ".")
        guard let whole = parts.first.flatMap({ Int64($0) }), parts.count <= 2 else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        guard decimals.count <= 6,
            let micros = Int64(decimals + String(repeating: "0", count: 6 - decimals.count))
        else { return nil }
        self.init(microseconds: whole * 1_000_000 + micros)
    }

    /// Seconds with as many decimals as needed.
    var inSeconds: String {
        let (whole, micros) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        var decimals = String(String(micros + 1_000_000).dropFirst())
        while decimals.last == "0" { decimals.removeLast() }
        return (microseconds < 0 ? "-" : "") + "\(whole)" + (decimals.isEmpty ? "" : "." + decimals)
    }
}
