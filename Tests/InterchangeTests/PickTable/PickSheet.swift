import Draft
import DraftLedger
import Testing

/// A table of picks in the making, to be broken one cell at a time.
struct PickSheet: CustomTestStringConvertible {
    var header: [String]
    var rows: [[String]] = []

    var testDescription: String { "\(rows.count) rows of \(header[0])" }

    subscript(row: Int, name: String) -> String {
        get { rows[row][column(name)] }
        set { rows[row][column(name)] = newValue }
    }

    func column(_ name: String) -> Int { header.firstIndex(of: name)! }

    mutating func drop(_ name: String) {
        let column = column(name)
        header.remove(at: column)
        for row in rows.indices { rows[row].remove(at: column) }
    }

    func text(lineEnd: String = "\n", mark: String = "") -> String {
        mark + ([header] + rows).map { $0.map(Self.quoted).joined(separator: ",") + lineEnd }.joined()
    }

    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { ",\"\n".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// What a pick of somebody is called, whichever file it is in.
    static func player(_ pick: PickNumber, in draft: Int) -> (name: String, position: String) {
        let number = Int(pick) + draft
        return ("Player, the \"\(number)th\"", ["QB", "RB", "WR", "TE"][number % 4])
    }

    /// One's own picks of drafts, as a browser script writes them of DraftKings.
    static func draftKings(slots: [Slot] = [0, 4, 11], teams: UInt8 = 12, rounds: UInt8 = 20) -> PickSheet {
        var sheet = PickSheet(header: [
            "LineupKey", "ContestKey", "TournamentKey", "ContestName", "EntryFee", "OverallPick", "Round",
            "PickInRound", "Player", "Position", "SiteADP", "PickedAt",
        ])
        let snake = Snake(teams: teams, rounds: rounds)
        for (draft, slot) in slots.enumerated() {
            for round in 1...rounds {
                let pick = snake.pick(of: slot, in: round)
                let player = player(pick, in: draft)
                sheet.rows.append([
                    "90\(draft)", "10\(draft)", "t7", "The Big One", "$1,000.50", "\(pick)", "\(round)",
                    "\(snake.pickInRound(of: pick))", player.name, player.position, "\(pick).5",
                    "2026-06-0\(draft + 1)T18:\(round + 10):05.123Z",
                ])
            }
        }
        return sheet
    }

    /// Likewise of Drafters.
    static func drafters(slots: [Slot] = [0, 4, 11], teams: UInt8 = 12, isOverall: Bool = false) -> PickSheet {
        var sheet = PickSheet(header: [
            "draftID", "Contest Name", "Team Name", "Round", "Pick number", "Player Name", "Position", "Team",
            "Pick Time",
        ])
        for row in draftKings(slots: slots, teams: teams).rows {
            sheet.rows.append([
                row[1], row[3], "jane \(row[1])", row[6], isOverall ? row[5] : row[7], row[8], row[9], "WSH",
                "2026-06-01 18:\(row[6].count == 1 ? "0" : "")\(row[6]):00",
            ])
        }
        return sheet
    }

    /// All picks of drafts.
    static func whole(drafts: Int = 2, teams: UInt8 = 4, rounds: UInt8 = 5) -> PickSheet {
        var sheet = PickSheet(header: ["Draft ID", "No", "Name", "Pos", "Drafter", "Seat", "League"])
        let snake = Snake(teams: teams, rounds: rounds)
        for draft in 0..<drafts {
            for pick in 1...snake.pickCount {
                let (player, slot) = (player(pick, in: draft), snake.slot(of: pick))
                sheet.rows.append([
                    "d\(draft)", "\(pick)", player.name, player.position, "user\(slot)", "\(slot + 1)", "Friends",
                ])
            }
        }
        return sheet
    }
}
