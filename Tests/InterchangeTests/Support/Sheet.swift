import DraftLedger
import TextFormats

@testable import Interchange  // the parser without the import

/// A pick dump in the making, to be broken one cell at a time.
struct Sheet {
    var header: [String]
    var rows: [[String]]

    /// Whole drafts in the columns of 2022.
    init(drafts: [String] = ["d1"], teams: Int = 3, rounds: Int = 2, time: String = "2022-09-07 07:46:23.627530") {
        header = [
            "draft_id", "draft_time", "clock", "draft_entry_id", "player_name", "position_name", "bye_week",
            "projection_adp", "pick_order", "overall_pick_number", "team_pick_number",
        ]
        rows = []
        for draft in drafts {
            for pick in 1...teams * rounds {
                let round = (pick - 1) / teams + 1
                let place = (pick - 1) % teams
                let order = round % 2 == 1 ? place + 1 : teams - place
                rows.append([
                    draft, time, "30", "\(draft)-e\(order)", "Player \(pick)", ["RB", "WR", "TE", "QB"][pick % 4], "9",
                    "\(pick).50", "\(order)", "\(pick)", "\(round)",
                ])
            }
        }
    }

    /// The columns of 2023 and later.
    static func later(drafts: [String] = ["d1"]) -> Sheet {
        var sheet = Sheet(drafts: drafts, time: "2024-06-01 12:00:00")
        sheet.header += ["player_id", "source", "pick_created_time", "user_id", "username"]
        for index in sheet.rows.indices {
            let row = sheet.rows[index]
            let pick = Int(row[9]) ?? 0
            let source = ["user", "queue", "auto"][(pick - 1) % 3]
            sheet.rows[index] += [
                "id-\(row[4])", source, "2024-06-01 12:00:\(9 + pick)", "user-\(row[8])", "name-\(row[8])",
            ]
        }
        return sheet
    }

    func column(_ name: String) -> Int { header.firstIndex(of: name)! }

    subscript(row: Int, name: String) -> String {
        get { rows[row][column(name)] }
        set { rows[row][column(name)] = newValue }
    }

    func text(lineEnd: String = "\n") -> String {
        ([header] + rows).map { $0.joined(separator: ",") }.joined(separator: lineEnd) + lineEnd
    }

    /// Where a cell stands in the text, counted without the reader.
    func place(_ row: Int, _ name: String) -> TextPlace {
        let before = rows[row][..<column(name)]
        return TextPlace(line: row + 2, column: before.map { $0.unicodeScalars.count + 1 }.reduce(1, +))
    }

    func parsed() throws -> DumpBatch { try Self.parse([text()]) }

    static func parse(_ texts: [String]) throws -> DumpBatch {
        var parser = BBMParser()
        for (index, text) in texts.enumerated() {
            try parser.read(CSVReader(Array(text.utf8)), path: "file\(index + 1).csv")
        }
        return parser.finish()
    }
}
