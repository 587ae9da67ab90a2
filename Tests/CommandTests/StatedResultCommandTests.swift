import CommandTesting
import Foundation
import TestSupport
import Testing

/// What a site states itself of results, held against what the ledger computes, through the command line.
@Suite struct StatedResultCommandTests: OutcomeScene {
    let scratch = TemporaryDirectory()

    @Test func whatTheSiteStatesIsHeldAgainstWhatIsComputed() throws {
        let ledger = try imported(weeks: 14)
        try score("--final")
        let standings = ledger + ["standings", "1"]
        let entries = try #require(
            try object(Ran(standings + ["--format", "json"]))["entries"] as? [[String: Any]])
        #expect(entries.allSatisfy { $0["statedPointsHundredths"] == nil })
        func file(_ rows: [String], _ header: String = "draft_entry_id,roster_points,made_playoffs") throws -> [String]
        {
            try scratch.write(([header] + rows).map { $0 + "\n" }.joined(), to: "stated.csv")
            return ["--stated", scratch("stated.csv")]
        }
        func words(_ points: Int) -> String { "\(points / 100).\(points % 100 < 10 ? "0" : "")\(points % 100)" }
        var rows = try entries.map { entry in
            let (id, points) = (try #require(entry["externalID"] as? String), entry["pointsHundredths"] as? Int ?? 0)
            return "\(id),\(words(points)),\(entry["advances"] as? Bool == true ? 1 : 0)"
        }
        let same = Ran(standings + (try file(rows + rows)))
        #expect(same.output.contains("states 12 of 12 entries: all equal the computed points"), "\(same)")
        #expect(!same.output.contains("the site states  "), "no column without a difference")
        // One cent, and one who is said to go on.
        let first = try #require(entries[0]["pointsHundredths"] as? Int)
        rows[0] = "\(entries[0]["externalID"] as? String ?? ""),\(words(first + 1)),1"
        rows[5] = String(rows[5].dropLast()) + "1"
        rows.removeLast()
        let options = try file(rows)
        let other = Ran(standings + options)
        #expect(other.status == 0 && other.output.contains("states 11 of 12 entries: 2 differ"), "\(other)")
        #expect(other.output.contains(", advances"))
        let json = try #require(
            try object(Ran(standings + options + ["--format", "json"]))["entries"] as? [[String: Any]])
        #expect(json[0]["statedPointsHundredths"] as? Int == first + 1 && json[0]["pointsHundredths"] as? Int == first)
        #expect(json[5]["statedAdvances"] as? Bool == true && json[5]["advances"] as? Bool == false)
        #expect(json[11]["statedPointsHundredths"] is NSNull)
        let csv = Ran(standings + options + ["--format", "csv"]).lines
        #expect(csv[0].hasSuffix(",statedPointsHundredths,statedAdvances"))
        #expect(Ran(standings + options + ["--week", "6"]).output.contains("not compared"))
        let strange = Ran(standings + (try file(["x9,1.00,0"])))
        #expect(strange.output.contains("states no results for the 12 entries"))
        for (wrong, place, found) in [
            (["e1,much,0"], "line 2, column 4", "\"much\""), (["e1,1.00,2"], "line 2, column 9", "\"2\""),
            (["e1,1.00,0", "e1,2.00,0"], "line 3, column 4", "\"2.00\""), (["e1,1.00"], "line 2", "2 fields"),
        ] {
            let ran = Ran(standings + (try file(wrong)))
            #expect(ran.status == 65 && ran.messages.contains(place) && ran.messages.contains(found), "\(ran)")
        }
        let lacking = Ran(standings + (try file(["1,2"], "draft_entry_id,points")))
        #expect(lacking.status == 65 && lacking.messages.contains("a header without 'roster_points'"), "\(lacking)")
    }

    /// With whom the entries of a later round are compared nobody tells, so their places are not known; the site does say who
    /// goes on.
    @Test func whoTheSiteLetsGoOnIsShownWhereThePlacesAreNotKnown() throws {
        let ledger = try imported(weeks: 15)
        try score("--final")
        let second = ledger + ["standings", "1", "--round", "2"]
        let entries = try #require(try object(Ran(second + ["--format", "json"]))["entries"] as? [[String: Any]])
        #expect(entries.count == 2 && entries.allSatisfy { $0["advances"] is NSNull })
        let header = "draft_entry_id,roster_points,made_playoffs,tournament_round_number\n"
        let rows = try entries.enumerated().map { place, entry in
            "\(try #require(entry["externalID"] as? String)),1.00,\(1 - place),2\n"
        }
        try scratch.write(header + rows.joined(), to: "stated.csv")
        let stated = Ran(second + ["--stated", scratch("stated.csv")])
        let lines = stated.lines.filter { $0.contains("by its site") }
        #expect(lines.count == 2, "\(stated)")
        #expect(lines[0].contains("yes, by its site") && lines[1].contains("no, by its site"))
        let nobody = Ran(second + ["--user", "1"])
        #expect(nobody.status != 0 || nobody.output.contains("The user has no entries"), "\(nobody)")
    }

    /// A dump tells its results with its drafts; an audit holds them against the scores, whenever those come.
    @Test func whatAnImportRecordsOfResultsIsHeldAgainstWhatIsComputed() throws {
        let ledger = try imported(weeks: 14)
        try score("--final")
        let standings = ledger + ["standings", "1"]
        let computed = try #require(
            try object(Ran(standings + ["--format", "json"]))["entries"] as? [[String: Any]])
        #expect(!Ran(ledger + ["audit"]).output.contains("statedResults"), "nothing is stated")
        var (points, advances): ([String: Int], [String: Bool]) = ([:], [:])
        for entry in computed {
            let id = try #require(entry["externalID"] as? String)
            points[id] = try #require(entry["pointsHundredths"] as? Int)
            advances[id] = try #require(entry["advances"] as? Bool)
        }
        /// The dump once more, with results; of entry e3 with some hundredths more.
        func dump(_ more: Int) throws {
            var text = ""
            for row in try String(contentsOfFile: scratch("picks.csv"), encoding: .utf8).split(separator: "\n") {
                let entry = String(row.split(separator: ",")[2])
                if let sum = points[entry], let goesOn = advances[entry] {
                    let stated = sum + (entry == "e3" ? more : 0)
                    let cents = stated % 100
                    text += "\(row),\(stated / 100).\(cents < 10 ? "0" : "")\(cents),\(goesOn ? 1 : 0)\n"
                } else {
                    text += "\(row),roster_points,made_playoffs\n"
                }
            }
            try scratch.write(text, to: "stated.csv")
        }
        try dump(0)
        let first = Ran(ledger + ["import", scratch("stated.csv"), "--as", "bbm"])
        #expect(first.status == 0 && first.messages.contains("New results that the site states"), "\(first)")
        #expect(Ran(standings).output.contains("states 12 of 12 entries: all equal the computed points"))
        let sound = try object(Ran(ledger + ["audit", "--format", "json"]))
        let checked = try #require(sound["checked"] as? [String: Any])
        #expect(checked["statedResults"] as? Int == 12 && checked["confirmedResults"] as? Int == 12)
        try dump(1)
        try #require(Ran(ledger + ["import", scratch("stated.csv"), "--as", "bbm"]).status == 0)
        for audit in [["audit"], ["audit", "1"]] {
            let ran = Ran(ledger + audit)
            #expect(ran.status == 0 && ran.output.contains("confirmed results             11"), "\(ran)")
            #expect(ran.output.contains("(e3) of draft d1 in weeks 1-14; the ledger computes"), "\(ran)")
        }
        let shown = Ran(standings)
        #expect(shown.output.contains("states 12 of 12 entries: 1 differ from the computed points"), "\(shown)")
        let json = try #require(try object(Ran(standings + ["--format", "json"]))["entries"] as? [[String: Any]])
        let third = try #require(json.first { $0["externalID"] as? String == "e3" })
        #expect(third["statedPointsHundredths"] as? Int == (points["e3"] ?? 0) + 1)
        // A file goes before what is on record.
        try scratch.write("draft_entry_id,roster_points\nx9,1.00\n", to: "other.csv")
        let other = Ran(standings + ["--stated", scratch("other.csv")])
        #expect(other.output.contains("states no results for the 12 entries"), "\(other)")
        #expect(Ran(ledger + ["replay", "1"]).output.contains("Underdog states of round 1: the points of 12 entries"))
        let key = try #require(Ran(ledger + ["key"]).lines.last { !$0.isEmpty })
        try scratch.write("log \(key)\nquorum none\n", to: "policy")
        for claim in [["1", "--pick", "1"], ["1", "--seat", "0", "--week", "9"]] {
            let made = Ran(ledger + ["evidence", "create"] + claim + ["-o", scratch("claim.tar")])
            try #require(made.status == 0, "\(made)")
            let verified = Ran(["evidence", "verify", scratch("claim.tar"), "--policy", scratch("policy")])
            #expect(verified.status == 0, "\(verified)")
        }
    }
}
