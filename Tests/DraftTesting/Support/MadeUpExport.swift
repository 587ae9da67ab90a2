/// A drafter's own exports with made-up players, seeded, in the columns of three sites.
///
///     let text = MadeUpExport(seed: 7, drafts: 150).underdog
package struct MadeUpExport: Sendable {
    package struct Pick: Sendable {
        package var player: Int
        /// The overall pick, from 1.
        package var number: Int
    }

    package struct Draft: Sendable {
        package var id: Int
        package var day: Int
        package var picks: [Pick]
    }

    package let drafts: [Draft]
    private let players: Int

    private static let teams = 12
    private static let clubs = ["CIN", "KC", "BUF", "SF", "DAL", "MIA", "DET", "PHI"]
    private static let positions = ["WR", "RB", "WR", "RB", "QB", "WR", "TE", "RB", "WR"]

    /// - Parameters:
    ///   - drafts: the drafts, each with one entry.
    ///   - rounds: the picks of each entry.
    ///   - first: the number of the first draft.
    package init(seed: UInt64, drafts: Int, rounds: Int = 18, first: Int = 1) {
        var random = SeededGenerator(seed: seed)
        players = Self.teams * rounds + 40
        self.drafts = (first..<first + drafts).map { id in
            let slot = Int.random(in: 1...Self.teams, using: &random)
            var taken: Set<Int> = []
            let picks = (0..<rounds).map { round in
                let number = round * Self.teams + (round % 2 == 0 ? slot : Self.teams + 1 - slot)
                var player = number - 1 + Int.random(in: -6...12, using: &random)
                while player < 0 || taken.contains(player) { player += 1 }
                taken.insert(player)
                return Pick(player: player, number: number)
            }
            return Draft(id: id, day: id % 80, picks: picks)
        }
    }

    package static func name(_ player: Int) -> (first: String, last: String) {
        let first = ["Aron", "Bo", "Cal", "Dirk", "Eli", "Finn", "Gus"][player % 7]
        return (first, "Made\(UnicodeScalar(UInt8(97 + player / 26 % 26)))\(UnicodeScalar(UInt8(97 + player % 26)))")
    }

    private static func time(_ day: Int, _ round: Int) -> String {
        let (month, date) = (6 + day / 28, day % 28 + 1)
        return "2026-0\(month)-\(date < 10 ? "0" : "")\(date) 12:\(round < 9 ? "0" : "")\(round + 1):00"
    }

    /// The site's 27 columns, of which those of two kinds of contests are empty.
    package var underdog: String {
        let head =
            "Picked At,Pick Number,Appearance,First Name,Last Name,Team,Position,Draft,Draft Entry,Draft Entry Fee,"
            + "Draft Size,Draft Total Prizes,Tournament Title,Tournament,Tournament Entry Fee,Tournament Total Prizes,"
            + "Tournament Size,Draft Pool Title,Draft Pool,Draft Pool Entry Fee,Draft Pool Total Prizes,Draft Pool Size,"
            + "Weekly Winner Title,Weekly Winner,Weekly Winner Entry Fee,Weekly Winner Total Prizes,Weekly Winner Size"
        let lines = rows { draft, round, pick in
            let (first, last) = Self.name(pick.player)
            return
                "\(Self.time(draft.day, round)) UTC,\(pick.number),a-\(pick.player),\(first),\(last),\(club(pick.player)),"
                + "\(position(pick.player)),d-\(draft.id),e-\(draft.id),,12,,The Made-up,t-1,25.0,100000.0,24000,,,,,,,,,,"
        }
        return ([head] + lines).joined(separator: "\n")
    }

    /// As a browser script writes it, with the site's ADP and without teams.
    package var draftKings: String {
        let head =
            "LineupKey,ContestKey,TournamentKey,ContestName,EntryFee,OverallPick,Round,PickInRound,Player,Position,SiteADP,"
            + "PickedAt"
        let lines = rows { draft, round, pick in
            let (first, last) = Self.name(pick.player)
            return
                "l-\(draft.id),k-\(draft.id),t-9,The Other,$5.00,\(pick.number),\(round + 1),\((pick.number - 1) % 12 + 1),"
                + "\(first) \(last),\(position(pick.player)),\(pick.player + 1).5,"
                + "\(Self.time(draft.day, round).replacing(" ", with: "T"))Z"
        }
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    /// Drafters' own columns.
    package var drafters: String {
        let head = "draftID,Contest Name,Team Name,Round,Pick number,Player Name,Position,Team,Pick Time"
        let lines = rows { draft, round, pick in
            let (first, last) = Self.name(pick.player)
            return
                "\(draft.id),The Third,mine,\(round + 1),\((pick.number - 1) % 12 + 1),\(first) \(last),"
                + "\(position(pick.player)),\(club(pick.player)),\(Self.time(draft.day, round))"
        }
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    /// A site's ADPs of a day, with teams and bye weeks.
    package func adp(on day: String) -> String {
        let lines = (0..<players).map { player in
            let (first, last) = Self.name(player)
            return
                "\(first) \(last),\(position(player)),\(club(player)),\(player + 1).0,\(5 + player % 9),\(day)"
        }
        return (["name,position,team,adp,bye,date"] + lines).joined(separator: "\n") + "\n"
    }

    private func club(_ player: Int) -> String { Self.clubs[player * 5 % Self.clubs.count] }
    private func position(_ player: Int) -> String { Self.positions[player % Self.positions.count] }

    private func rows(_ row: (Draft, Int, Pick) -> String) -> [String] {
        drafts.flatMap { draft in draft.picks.enumerated().map { row(draft, $0, $1) } }
    }
}
