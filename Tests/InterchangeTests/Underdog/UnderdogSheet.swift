import Draft
import DraftLedger

/// A user's own export, written by hand: drafts with that user's picks only.
struct UnderdogSheet {
    /// How the file is written.
    struct Style {
        var spaced = true
        var lineEnd = "\n"
        var mark = ""
        var extraColumns: [String] = []
    }

    struct Row: Hashable {
        var pickedAt: String
        var pick: Int
        var appearance: String
        var first: String
        var last: String
        var team: String
        var position: String
        var draft: String
        var entry: String
        var teams: Int
        /// Column name → value, of whatever contest it is.
        var contest: [String: String]
    }

    var rows: [Row] = []
    var style = Style()

    static let columns = [
        "Picked At", "Pick Number", "Appearance", "First Name", "Last Name", "Team", "Position", "Draft", "Draft Entry",
        "Draft Entry Fee", "Draft Size", "Draft Total Prizes", "Tournament Title", "Tournament", "Tournament Entry Fee",
        "Tournament Total Prizes", "Tournament Size", "Draft Pool Title", "Draft Pool", "Draft Pool Entry Fee",
        "Draft Pool Total Prizes", "Draft Pool Size", "Weekly Winner Title", "Weekly Winner", "Weekly Winner Entry Fee",
        "Weekly Winner Total Prizes", "Weekly Winner Size",
    ]

    static let puppy = [
        "Tournament Title": "The Puppy", "Tournament": "t-1", "Tournament Entry Fee": "5.0",
        "Tournament Total Prizes": "100000.0", "Tournament Size": "24000",
    ]

    /// Adds a draft in which the user picks at a slot, from the first of some players on.
    ///
    /// - Parameter hours: between two of the user's picks; a minute where there are none.
    mutating func draft(
        _ id: String, slot: Slot, rounds: Int, teams: UInt8 = 12, firstPlayer: Int = 0,
        contest: [String: String] = puppy, day: Int = 1, hours: Int = 0
    ) {
        let start = Timestamp(iso8601: "2024-06-\(day < 10 ? "0" : "")\(day)T12:09:00Z")
        let snake = Snake(teams: teams, rounds: 30)
        for round in 1...rounds {
            let player = firstPlayer + round
            let minutes = round * (hours == 0 ? 1 : hours * 60)
            let time = (start.map { $0 + .seconds(Int64(minutes * 60)) })?.iso8601 ?? ""
            rows.append(
                Row(
                    pickedAt: "\(time.prefix(10)) \(time.dropFirst(11).prefix(8)) UTC",
                    pick: Int(snake.pick(of: slot, in: UInt8(round))), appearance: "a\(player)", first: "First",
                    last: "Player \(player)", team: "CIN", position: ["QB", "RB", "WR", "TE"][player % 4], draft: id,
                    entry: "e-\(id)", teams: Int(teams), contest: contest))
        }
    }

    var text: String {
        let names = Self.columns + style.extraColumns
        let header = names.map { style.spaced ? $0 : $0.filter { $0 != " " } }
        let lines = rows.map { row in
            names.map { name -> String in
                switch name {
                case "Picked At": row.pickedAt
                case "Pick Number": "\(row.pick)"
                case "Appearance": row.appearance
                case "First Name": row.first
                case "Last Name": Self.quoted(row.last)
                case "Team": row.team
                case "Position": row.position
                case "Draft": row.draft
                case "Draft Entry": row.entry
                case "Draft Size": "\(row.teams)"
                default: Self.quoted(row.contest[name] ?? "")
                }
            }.joined(separator: ",")
        }
        return style.mark + ([header.joined(separator: ",")] + lines).map { $0 + style.lineEnd }.joined()
    }

    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
