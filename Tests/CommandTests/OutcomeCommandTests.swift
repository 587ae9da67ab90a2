import CommandTesting
import Foundation
import TestSupport
import Testing

/// What a contest's entries score, through the command line: a draft of twelve, three weeks of its season.
@Suite struct OutcomeCommandTests: OutcomeScene {
    let scratch = TemporaryDirectory()

    @Test func standingsTellWhoAdvances() throws {
        let ledger = try imported()
        let before = Ran(ledger + ["standings", "1"])
        #expect(before.status == 66 && before.messages.contains("Season 2022 has no half-ppr points"), "\(before)")
        try score()
        let json = try object(Ran(ledger + ["standings", "Best Ball Mania 2022", "--format", "json"]))
        #expect(json["contest"] as? String == "Best Ball Mania 2022")
        #expect(json["round"] as? Int == 1 && json["throughWeek"] as? Int == 3)
        let entries = try #require(json["entries"] as? [[String: Any]])
        #expect(entries.map { $0["place"] as? Int } == Array(1...12))
        #expect(entries.map { $0["advances"] as? Bool } == [true, true] + Array(repeating: false, count: 10))
        #expect(Set(entries.compactMap { $0["externalID"] as? String }) == Set((1...12).map { "e\($0)" }))
        #expect(entries.allSatisfy { $0["room"] as? Int == 1 && $0["user"] is NSNull })
        let points = entries.compactMap { $0["pointsHundredths"] as? Int }
        #expect(points == points.sorted(by: >) && points.count == 12)
        let first = try object(Ran(ledger + ["standings", "1", "--week", "1", "--format", "json"]))
        let weekly = try #require(first["entries"] as? [[String: Any]]).compactMap { $0["pointsHundredths"] as? Int }
        #expect(points == weekly.map { $0 * 3 } && first["throughWeek"] as? Int == 1)
        let csv = Ran(ledger + ["standings", "1", "--format", "csv"]).lines
        #expect(csv[0].hasPrefix("entry,externalID,room,user,pointsHundredths,place,advances"))
        let text = Ran(ledger + ["standings", "1"]).output
        #expect(
            text.contains("round 1 of 4, through week 3") && text.contains("not all of the round is final"), "\(text)")
    }

    @Test func scoresAreShownByWeekTheBestFirst() throws {
        let ledger = try imported(weeks: 2)
        #expect(Ran(ledger + ["scores", "2022"]).status == 66)
        try score("--final")
        let csv = Ran(ledger + ["scores", "2022", "--week", "2", "--top", "2", "--format", "csv"]).lines.filter {
            !$0.isEmpty
        }
        #expect(
            csv == [
                "week,playerName,position,team,playerID,pointsHundredths,replacedHundredths,scoring,isFinal,source",
                "2,Player 1,RB,,,29925,,half-ppr,true,scores.csv", "2,Player 2,RB,,,29825,,half-ppr,true,scores.csv",
            ])
        let text = Ran(ledger + ["scores", "2022", "--top", "1"]).output
        #expect(text.contains("299.25") && text.contains("431 scores more"), "\(text)")
        #expect(Ran(ledger + ["scores", "2022", "--at", "pos:1"]).status == 66)
        #expect(Ran(ledger + ["scores", "2022", "--week", "23"]).status == 64)
        #expect(Ran(ledger + ["scores", "2022", "--scoring", "ppr"]).status == 66)
    }

    @Test func aLineupNamesWhoStarted() throws {
        let ledger = try imported()
        try score("--final")
        let json = try object(Ran(ledger + ["lineup", "e1", "--week", "2", "--format", "json"]))
        let entry = try #require(json["entry"] as? Int)
        #expect(json["week"] as? Int == 2 && json["isFinal"] as? Bool == true)
        let players = try #require(json["players"] as? [[String: Any]])
        #expect(
            players.map { $0["slot"] as? String }
                == ["QB", "RB", "RB", "WR", "WR", "WR", "TE", "FLEX"] + Array(repeating: "BN", count: 10))
        let started = players.filter { $0["slot"] as? String != "BN" }.compactMap { $0["pointsHundredths"] as? Int }
        #expect(json["pointsHundredths"] as? Int == started.reduce(0, +))
        #expect(players.first?["playerName"] as? String == "Player 48")
        let byNumber = Ran(ledger + ["lineup", "\(entry)", "--week", "2", "--format", "json"])
        #expect(try object(byNumber)["pointsHundredths"] as? Int == started.reduce(0, +))
        #expect(Ran(ledger + ["lineup", "e99", "--week", "2"]).status == 66)
        #expect(Ran(ledger + ["lineup", "e1", "--week", "23"]).status == 66)
    }

    @Test func advanceRatesSayWhatTheyCount() throws {
        let ledger = try imported()
        try score()
        let json = try object(Ran(ledger + ["advance", "--by", "player", "--minimum", "1", "--format", "json"]))
        #expect(json["entries"] as? Int == 12 && json["baseRate"] as? Double == 2.0 / 12)
        let rows = try #require(json["rows"] as? [[String: Any]])
        #expect(rows.count == 216 && rows.allSatisfy { $0["entries"] as? Int == 1 })
        #expect(rows.count { $0["advanced"] as? Int == 1 } == 36)
        #expect(rows.allSatisfy { $0["rate"] as? Double == ($0["advanced"] as? Int).map(Double.init) })
        let keys: Set = ["playerID", "name", "position", "entries", "advanced", "rate", "low", "high"]
        #expect(rows.allSatisfy { keys.isSubset(of: $0.keys) })
        let builds = try object(Ran(ledger + ["advance", "--by", "build", "--minimum", "1", "--format", "json"]))
        #expect((builds["rows"] as? [[String: Any]])?.first?["build"] as? String == "4-5-5-4")
        let stacks = try object(Ran(ledger + ["advance", "--by", "stack", "--minimum", "1", "--format", "json"]))
        #expect(stacks["rows"] is NSNull)
        #expect(Ran(ledger + ["advance", "--by", "slot", "--minimum", "1", "--format", "csv"]).lines.count == 14)
        let text = Ran(ledger + ["advance", "--by", "pair", "--minimum", "1", "--top", "3"]).output
        #expect(text.contains("2 of 12 entries advance from the first round, 16.7 %"), "\(text)")
        #expect(Ran(ledger + ["advance", "--by", "build", "--position", "QB"]).status == 64)
        let rare = Ran(ledger + ["advance"]).output
        #expect(rare.contains("left out: 216 rows of fewer than 10 entries, the minimum"), "\(rare)")
        #expect(rare.contains("a minimum of 1 lists 216 rows"), "\(rare)")
    }

    /// As of before they came in, points and rounds were not there.
    @Test func thePastKnowsNoLaterPoints() throws {
        let ledger = try imported()
        let size = try #require(try object(Ran(ledger + ["status", "--format", "json"]))["size"] as? Int)
        try score()
        #expect(Ran(ledger + ["standings", "1", "--at", "pos:\(size)"]).status == 66)
        #expect(Ran(ledger + ["audit"]).status == 0)
        #expect(Ran(ledger + ["verify"]).status == 0)
    }

    @Test func aContestIsSettledByItsRounds() throws {
        let ledger = try imported(weeks: 17)
        let early = Ran(ledger + ["contest", "settle", "1"])
        #expect(early.status == 0 && early.output.contains("waits in round 1 for week 1 to be final"), "\(early)")
        #expect(Ran(ledger + ["bracket", "1"]).output.contains("No pods are drawn yet"))
        try score("--final")
        let settled = Ran(ledger + ["contest", "settle", "1"])
        #expect(settled.status == 0 && settled.output.contains("contest 1 is over"), "\(settled)")
        #expect(settled.messages.contains("was drafted elsewhere"), "\(settled.messages)")
        let bracket = try object(Ran(ledger + ["bracket", "1", "--format", "json"]))
        let rounds = try #require(bracket["rounds"] as? [[String: Any]])
        #expect(rounds.map { $0["round"] as? Int } == [2, 3, 4])
        #expect(rounds.allSatisfy { $0["isClosed"] as? Bool == true })
        let pods = try rounds.map { try #require($0["pods"] as? [[String: Any]]) }
        let entries = try pods.map { try #require($0.first?["entries"] as? [[String: Any]]) }
        #expect(entries.map { $0.map { $0["externalID"] as? String } } == [["e1", "e2"], ["e1"], ["e1"]])
        #expect(entries[0].map { $0["advances"] as? Bool } == [true, false])
        let winner = try #require(entries[2][0]["entry"] as? Int)
        let way = Ran(ledger + ["bracket", "1", "--entry", "\(winner)", "--format", "csv"]).lines
            .filter { !$0.isEmpty }
        #expect(way.count == 1 + 12 + 2 + 1 + 1, "\(way)")
        #expect(Ran(ledger + ["bracket", "1", "--round", "5"]).status == 66)
        let second = try object(Ran(ledger + ["standings", "1", "--round", "2", "--format", "json"]))
        let placed = try #require(second["entries"] as? [[String: Any]])
        #expect(placed.map { $0["pod"] as? Int } == [1, 1] && placed.map { $0["place"] as? Int } == [1, 2])
        #expect(Ran(ledger + ["audit"]).status == 0)
    }

    /// "The stat correction cost me the final": what is on record stands, and both are shown.
    @Test func aCorrectionAfterTheRoundShowsBesideWhatIsOnRecord() throws {
        let ledger = try imported(weeks: 17)
        try score("--final")
        try #require(Ran(ledger + ["contest", "settle", "1"]).status == 0)
        let closed = Ran(ledger + ["standings", "1"]).output
        #expect(closed.contains("recorded as of version") && !closed.contains("would have another place"), "\(closed)")
        try scratch.write("season,week,player,position,points\n2022,9,Player 12,RB,999.00\n", to: "late.csv")
        let late = Ran(
            ledger + [
                "import", scratch("late.csv"), "--as", "scores", "--season", "2022", "--reason", "a tackle more",
            ])
        try #require(late.status == 0, "\(late)")
        let text = Ran(ledger + ["standings", "1"]).output
        #expect(text.contains("12 entries would have another place"), "\(text)")
        let json = try object(Ran(ledger + ["standings", "1", "--format", "json"]))
        let entries = try #require(json["entries"] as? [[String: Any]])
        #expect(entries[0]["externalID"] as? String == "e12" && entries[0]["recordedPlace"] as? Int == 12)
        #expect(entries[0]["advances"] as? Bool == false && entries[1]["advances"] as? Bool == true)
        #expect(Ran(ledger + ["audit"]).status == 0)
    }

    @Test func scoresSayWhichSeasonTheyAreOf() throws {
        let ledger = try imported()
        let ran = Ran(ledger + ["import", scratch("scores.csv")])
        #expect(ran.status == 64 && ran.messages.contains("--season"), "\(ran)")
        let other = Ran(ledger + ["import", scratch("picks.csv"), "--as", "bbm", "--final"])
        #expect(other.status == 64 && other.messages.contains("--final needs --input-format scores"), "\(other)")
    }

    /// "The stat correction of week 9 cost me the round", before the round is closed and behind it.
    @Test func aScoreIsDisputedByEntryAndWeek() throws {
        let ledger = try imported(weeks: 17)
        try score("--final")
        let lineup = try object(Ran(ledger + ["lineup", "e1", "--week", "9", "--format", "json"]))
        let entry = try #require(lineup["entry"] as? Int)
        let dispute = ledger + ["dispute", "--entry", "\(entry)", "--week", "9"]
        #expect(Ran(dispute + ["--check"]).status == 1)
        try #require(Ran(ledger + ["contest", "settle", "1"]).status == 0)
        try scratch.write("season,week,player,position,points\n2022,9,Player 12,RB,999.00\n", to: "late.csv")
        try #require(
            Ran(
                ledger + [
                    "import", scratch("late.csv"), "--as", "scores", "--season", "2022", "--reason", "a tackle more",
                ]
            ).status == 0)
        let settled = Ran(dispute + ["--check"])
        #expect(settled.status == 0 && settled.output.contains("rejected"), "\(settled)")
        let told = settled.output.contains("a tackle more") && settled.output.contains("has no effect")
        #expect(told, "\(settled.output)")
        let json = try object(Ran(dispute + ["--format", "json"]))
        let steps = try #require(json["steps"] as? [[String: Any]])
        #expect(steps.map { $0["isCorrection"] as? Bool } == [false, true])
        #expect(steps[0]["weekPointsHundredths"] as? Int == lineup["pointsHundredths"] as? Int)
        #expect(Ran(dispute + ["--format", "csv"]).status == 0)
        for wrong in [["--entry", "1"], ["--week", "9"], ["1", "--pick", "1", "--week", "9"]] {
            #expect(Ran(ledger + ["dispute"] + wrong).status == 64)
        }
        #expect(Ran(ledger + ["dispute", "--entry", "7", "--week", "9"]).status == 66)
    }

    /// "The stat correction of week 9 cost me the round", for a stranger: first-round week and one of a drawn pod.
    @Test func aScoresEvidenceIsVerifiedWithoutTheLedger() throws {
        let ledger = try imported(weeks: 17)
        try score("--final")
        try #require(Ran(ledger + ["contest", "settle", "1"]).status == 0)
        let key = try #require(Ran(ledger + ["key"]).lines.last { !$0.isEmpty })
        try scratch.write("log \(key)\nquorum none\n", to: "policy")
        let second = try object(Ran(ledger + ["standings", "1", "--round", "2", "--format", "json"]))
        let entry = try #require((second["entries"] as? [[String: Any]])?.first?["entry"] as? Int)
        for (week, round) in [(9, 1), (15, 2)] {
            let create = ledger + ["evidence", "create", "--entry", "\(entry)", "--week", "\(week)"]
            let made = Ran(create + ["-o", scratch("week.tar")])
            try #require(made.status == 0, "\(made)")
            let verify = ["evidence", "verify", scratch("week.tar"), "--policy", scratch("policy")]
            let text = Ran(verify)
            #expect(text.status == 0, "\(text)")
            #expect(text.output.hasPrefix("The points of week \(week) of entry \(entry) of "), "\(text)")
            #expect(text.output.contains("By the rules the claim is rejected, if"), "\(text)")
            let json = try object(Ran(verify + ["--format", "json"]))
            let claim = try #require(json["claim"] as? [String: Any])
            #expect(claim["entry"] as? Int == entry && claim["week"] as? Int == week && claim["pickNumber"] == nil)
            #expect((json["checks"] as? [[String: Any]])?.count == 10 && json["verdict"] as? String == "rejected")
            let dispute = ["dispute", "--entry", "\(entry)", "--week", "\(week)", "--format", "json"]
            let judged = try object(Ran(ledger + dispute))
            #expect((judged["draws"] as? [[String: Any]])?.count == round - 1)
        }
        let seat = Ran(ledger + ["evidence", "create", "1", "--seat", "0", "--week", "9", "-o", scratch("seat.tar")])
        #expect(seat.status == 0, "\(seat)")
        for wrong in [["--entry", "1"], ["--week", "9"], ["1", "--pick", "1", "--week", "9"], ["1"]] {
            #expect(Ran(ledger + ["evidence", "create", "-o", "x"] + wrong).status == 64)
        }
        for missing in [["--entry", "7", "--week", "9"], ["--entry", "\(entry)", "--week", "22"]] {
            #expect(Ran(ledger + ["evidence", "create", "-o", scratch("no.tar")] + missing).status == 66)
        }
    }

    /// Who corrected a score has signed it, by a key that the founders whom a stranger trusts have given a role.
    @Test func aSignedCorrectionIsVerifiedWithTheRestOfAScoresEvidence() throws {
        let ledger = try imported(weeks: 17)
        try score("--final")
        try #require(Ran(ledger + ["contest", "settle", "1"]).status == 0)
        func key(_ name: String) throws -> String {
            try #require(Ran(ledger + ["staff", "key", scratch(name)]).lines.last { !$0.isEmpty })
        }
        let founders = try (1...3).map { try key("\($0).key") }
        let named = founders.enumerated().flatMap { ["--founder", "\(901 + $0)=\($1)"] }
        try #require(Ran(ledger + ["staff", "begin", "--recovery", try key("9.key")] + named).status == 0)
        let score =
            "{\"position\":\"runningBack\",\"points\":99900,\"externalID\":\"\",\"name\":\"Player 1\",\"team\":\"\"}"
        try scratch.write(
            "{\"kind\":\"recordScores\",\"season\":2022,\"week\":9,\"scoring\":\"half-ppr\",\"source\":\"desk\","
                + "\"reason\":\"A tackle more.\",\"scores\":[\(score)]}\n", to: "correction.jsonl")
        let sent = Ran(ledger + ["send", scratch("correction.jsonl"), "--as", "admin/901", "--key", scratch("1.key")])
        try #require(sent.status == 0, "\(sent)")
        let made = Ran(ledger + ["evidence", "create", "1", "--seat", "0", "--week", "9", "-o", scratch("week.tar")])
        try #require(made.status == 0, "\(made)")
        let log = try #require(Ran(ledger + ["key"]).lines.last { !$0.isEmpty })
        let others = Array(founders.dropLast()) + [try key("other.key")]
        for trusted in [founders, others] {
            let lines = trusted.map { "founder \($0)\n" }.joined()
            try scratch.write("log \(log)\n\(lines)quorum none\n", to: "policy")
            let verify = ["evidence", "verify", scratch("week.tar"), "--policy", scratch("policy")]
            let ran = Ran(verify + ["--format", "json"])
            #expect(ran.status == (trusted == founders ? 0 : 1), "\(ran)")
            let checks = try #require(try object(ran)["checks"] as? [[String: Any]])
            let commands = try #require(checks.first { $0["check"] as? String == "commands" })
            #expect(commands["outcome"] as? String == "passed" && commands["count"] as? Int == 1, "\(commands)")
        }
    }

    @Test func aCaseCanBeAboutAScore() throws {
        let ledger = try imported(weeks: 17)
        try score("--final")
        let claim = ["--week", "9", "--claim", "The stat correction cost me the round."]
        let opened = Ran(ledger + ["case", "open", "1", "--seat", "0"] + claim)
        #expect(opened.status == 0 && opened.output.contains("about the score of week 9 of room 1"), "\(opened)")
        #expect(Ran(ledger + ["case", "open", "1"] + claim).status == 64)
        let shown = Ran(ledger + ["case", "show", "1"])
        #expect(shown.output.contains("is not closed") && shown.output.contains("undecidable"), "\(shown)")
        #expect(Ran(ledger + ["dispute", "--case", "1", "--check"]).status == 1)
        #expect(Ran(ledger + ["case", "list"]).output.contains("week 9"))
        let json = try object(Ran(ledger + ["case", "show", "1", "--format", "json"]))
        #expect((json["case"] as? [String: Any])?["week"] as? Int == 9 && json["verdict"] as? String == "undecidable")
        #expect(Ran(ledger + ["audit"]).status == 0)
    }
}
