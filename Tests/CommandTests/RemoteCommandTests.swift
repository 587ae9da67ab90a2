import CommandTesting
import Draft
import DraftLedger
import Foundation
import Projections
import Records
import TestSupport
import Testing

/// What the command line has a server do that holds the ledger.
@Suite struct RemoteCommandTests {
    @Test func aContestIsClosedAndCalledOff() async throws {
        let scene = try await RemoteScene()
        let nobody = try await scene.run(77, "contest", "cancel", "1", "--reason", "Postponed.")
        #expect(nobody.status == 1 && nobody.messages.contains("forbidden"), "\(nobody.messages)")
        let silent = try await scene.run(1, "contest", "cancel", "1", "--reason", " ")
        #expect(silent.status == 64 && silent.messages.contains("--reason is empty"))
        let cancelled = try await scene.run(1, "contest", "cancel", "1", "--reason", "Postponed.")
        #expect(cancelled.status == 0 && cancelled.output.contains("contest 1 is cancelled"), "\(cancelled.messages)")
        #expect(try scene.ledger.tournaments().first?.status == .cancelled)
        let again = try await scene.run(2, "contest", "cancel", "1", "--reason", "Once more.")
        #expect(again.status == 1 && again.messages.contains("The server refused it"))
        try await scene.stop()
    }

    @Test func aContestWithASeasonIsOpenedAndSettled() async throws {
        let scene = try await RemoteScene()
        let open = [
            "contest", "open", "--pool", "1", "--title", "Best", "--fee", "0", "--teams", "2", "--rounds", "9",
            "--season", "2026",
        ]
        let opened = try await scene.run(
            1, open + ["--stage", "1-2:2:1", "--stage", "3:2:0", "--lineup", "1 QB 2 RB 1 flex"])
        #expect(opened.status == 0, "\(opened.messages)")
        let id = try #require(try scene.ledger.tournaments().last).tournament
        let contest = try #require(try scene.ledger.tournament(id))
        #expect(contest.isDecidedByRounds())
        #expect(contest.rounds?.rounds.map(\.weeks) == [1...2, 3...3] && contest.rounds?.season == 2_026)
        for wrong in [["--stage", "2-1:2:1"], ["--stage", "1-2:2"], ["--lineup", "QB"], ["--lineup", "1 K"]] {
            let none = try await scene.run(1, open + wrong)
            #expect(none.status == 64 && none.messages.contains(wrong[1]), "\(none.messages)")
        }
        let single = try await scene.run(1, open + ["--template", "one-round"])
        #expect(single.status == 0, "\(single.messages)")
        let whole = try #require(
            try scene.ledger.tournaments().last.flatMap { try scene.ledger.tournament($0.tournament) })
        #expect(whole.rounds?.rounds.map(\.weeks) == [1...17] && whole.rounds?.rounds.map(\.podSize) == [2])
        for (wrong, words) in [
            (["--template", "bbm33"], "bbm3"), (["--template", "bbm3", "--stage", "1-2:2:0"], "--stage"),
        ] {
            let none = try await scene.run(1, open + wrong)
            #expect(none.status == 64 && none.messages.contains(words), "\(none.messages)")
        }
        let nobody = try await scene.run(77, "contest", "settle", "\(id)")
        #expect(nobody.status == 1 && nobody.messages.contains("forbidden"), "\(nobody.messages)")
        let without = try await scene.run(1, "contest", "settle", "1")
        #expect(without.status == 66 && without.messages.contains("has no rounds or no scoring"), "\(without.messages)")
        let settled = try await scene.run(1, "contest", "settle", "\(id)")
        #expect(
            settled.status == 0 && settled.output.contains("contest \(id) "), "\(settled.output)\(settled.messages)")
        #expect(try scene.ledger.tournaments().first { $0.tournament == id }?.status != .open)
        try await scene.stop()
    }

    @Test func aDepositTakesACashier() async throws {
        let scene = try await RemoteScene()
        _ = try await scene.ledger.send(.user(7, .registerUser), as: .user(7), id: .random()).get()
        let deposit = ["deposit", "7", "2500", "--reference", "pay_1"]
        let other = try await scene.run(1, deposit[0], deposit[1], deposit[2], deposit[3], deposit[4])
        #expect(other.status == 1 && other.messages.contains("forbidden"), "\(other.messages)")
        let paid = try await scene.run(3, deposit[0], deposit[1], deposit[2], deposit[3], deposit[4])
        #expect(paid.status == 0 && paid.output.contains("user 7 deposited"), "\(paid.messages)")
        #expect(try scene.ledger.wallet(7).available == Cents(2_500))
        // A reference is one payment.
        let twice = try await scene.run(3, deposit[0], deposit[1], deposit[2], deposit[3], deposit[4])
        #expect(twice.status == 1)
        #expect(try scene.ledger.wallet(7).available == Cents(2_500))
        try await scene.stop()
    }

    @Test func aMeasureIsApprovedDeclinedAndFollowed() async throws {
        let scene = try await RemoteScene()
        let appointed = StaffAppointed(person: 901, roles: .cashier, key: SealingKey().publicKey)
        for number in [7, 8] {
            let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "Pays.")
            let line = CommandRequest(
                .measure(MeasureID(UInt64(number)), .proposeMeasure(proposal)), id: .random(), actor: .admin(1)
            ).json
            let sent = try await scene.run(1, "send", "-", input: line + "\n")
            #expect(sent.status == 0, "\(sent.output)\(sent.messages)")
        }
        let own = try await scene.run(1, "measure", "approve", "7")
        #expect(own.status == 1 && own.messages.contains("conflictOfInterest"))
        let declined = try await scene.run(2, "measure", "decline", "8", "--reason", "Once is enough.")
        #expect(declined.status == 0 && declined.output.contains("approval request 8 declined"), "\(declined.messages)")
        let approved = try await scene.run(2, "measure", "approve", "7")
        #expect(approved.status == 0 && approved.output.contains("StaffAppointed"), "\(approved.messages)")
        #expect(try scene.ledger.staff().members[901] != nil)
        let dismissed = try await scene.run(1, "staff", "dismiss", "901", "--reason", "Has left.")
        #expect(dismissed.status == 0, "\(dismissed.messages)")
        #expect(try scene.ledger.staff().members[901] == nil)
        try await scene.stop()
    }

    @Test func pointsAreAssignedByTwoPeople() async throws {
        let scene = try await RemoteScene()
        let scratch = TemporaryDirectory()
        // More than one answer of the server holds.
        let rows = (1...17).flatMap { week in (1...600).map { "\(week),Player Number\($0),WR,\($0 % 30)" } }
        try scratch.write(
            (["week,player,position,points"] + rows + ["17,Gabriel Davis,WR,0"]).joined(separator: "\n"), to: "s.csv")
        let scores = ["import", scratch("s.csv"), "--as", "scores", "--season", "2022"]
        let imported = try await scene.run(1, scores)
        try #require(imported.status == 0, "\(imported.messages)")
        let words = ["players", "points", "1:3", "gabriel davis", "--season", "2022", "--reason", "The same player."]
        let nobody = try await scene.run(77, words)
        #expect(nobody.status == 1 && nobody.messages.contains("forbidden"), "\(nobody.messages)")
        let byName = try await scene.run(1, ["players", "points", "Some Player"] + words.dropFirst(3))
        #expect(byName.status == 64 && byName.messages.contains("such as 3:17"), "\(byName.messages)")
        let unknown = try await scene.run(1, words.map { $0 == "gabriel davis" ? "Gabriel Davies" : $0 })
        #expect(unknown.status == 66 && unknown.messages.contains("Gabriel Davis"), "\(unknown.messages)")
        let proposed = try await scene.run(1, words)
        let measure = try #require(try scene.ledger.measures().last)
        #expect(proposed.status == 0 && proposed.output.contains("approval request \(measure) proposes"), "\(proposed)")
        let shown = try await scene.run(2, "measure", "show", "\(measure)")
        #expect(shown.output.contains("assignScores, pending"), "\(shown)")
        #expect(shown.output.contains("Proposed by user 1: The same player."), "\(shown)")
        let approved = try await scene.run(2, "measure", "approve", "\(measure)")
        #expect(approved.status == 0 && approved.output.contains("ScoresAssigned"), "\(approved.messages)")
        try await scene.stop()
    }

    @Test func rankingsBecomeAPool() async throws {
        let scene = try await RemoteScene()
        let scratch = TemporaryDirectory()
        // More than any other command may have.
        let rows = (1...1_500).map { "p\($0),Player Number\($0),WR,MIA,\($0).5" }
        let file = scratch("rankings.csv")
        try (["id,name,position,team,adp"] + rows).map { $0 + "\n" }.joined()
            .write(toFile: file, atomically: true, encoding: .utf8)
        let nobody = try await scene.run(77, "import", file, "--as", "rankings")
        #expect(nobody.status == 1 && nobody.messages.contains("forbidden"), "\(nobody.messages)")
        let before = try scene.ledger.freeNumbers().pool
        let tried = try await scene.run(1, "import", file, "--dry-run")
        #expect(tried.status == 0 && tried.output.contains("1 pool would be imported"), "\(tried.output)")
        #expect(try scene.ledger.freeNumbers().pool == before)
        let done = try await scene.run(1, "import", file)
        #expect(
            done.status == 0 && done.output.contains("1,501 events were appended"), "\(done.output)\(done.messages)")
        let pool = try #require(try scene.ledger.pool(before))
        #expect(pool.players.count == 1_500 && pool.title == "rankings" && pool.players[7].adp == 850)
        let again = try await scene.run(1, "import", file, "--format", "json")
        #expect(again.status == 0 && (again.json as? [String: Any])?["skipped"] as? Int == 1, "\(again.output)")
        let opened = try await scene.run(
            1, "contest", "open", "--pool", "\(before)", "--title", "Opening Night", "--fee", "0", "--teams", "2",
            "--speed",
            "slow", "--overnight", "22:30-08:00-05:00", "--spectators", "live", "--featured")
        #expect(opened.status == 0 && opened.output.contains("is open: Opening Night"), "\(opened.messages)")
        let terms = try #require(
            try scene.ledger.tournaments().last.flatMap { try scene.ledger.tournament($0.tournament) })
        #expect(terms.details.ruleset.overnight?.text == "22:30-08:00-05:00")
        #expect(terms.details.spectators == .live && terms.details.featured)
        for night in ["08:00-08:00+00:00", "22:30-08:00", "22:30-08:00+15:00"] {
            let none = try await scene.run(
                1, "contest", "open", "--pool", "\(before)", "--title", "None", "--fee", "0", "--overnight", night)
            #expect(none.status == 64 && none.messages.contains(night), "\(none.messages)")
        }
        try await scene.stop()
    }

    @Test func whatAServerCannotTakeInIsSaid() async throws {
        let scene = try await RemoteScene()
        let scratch = TemporaryDirectory()
        let file = scratch("events.jsonl")
        try "{}\n".write(toFile: file, atomically: true, encoding: .utf8)
        let refused = try await scene.run(1, "import", file, "--as", "jsonl")
        #expect(refused.status == 64 && refused.messages.contains("Stop it, import jsonl"), "\(refused.messages)")
        #expect(refused.messages.contains("rankings, scores, adp, players and schedule only"))
        let foreign = try await scene.run(1, "case", "open", "a-room", "--pick", "1", "--claim", "Mine.")
        #expect(foreign.status == 64 && foreign.messages.contains("name the room by its number"), "\(foreign.messages)")
        let absent = try await scene.run(1, "case", "resolve", "9", "--verdict", "upheld", "--reason", "So.")
        #expect(absent.status == 66 && absent.messages.contains("notFound"), "\(absent.messages)")
        try await scene.stop()
    }

    @Test func scoresAreSentAsCommands() async throws {
        let scene = try await RemoteScene()
        let score = PlayerScore(position: .quarterback, points: 2_050, externalID: "p1", name: "Ann")
        let scoring = ScoringSet.halfPPR
        let commands: [SeasonCommand] = [
            .recordScores(RecordScores(week: 1, scoring: scoring, source: "week.csv", scores: [score])),
            .closeWeek(week: 1, scoring: scoring),
        ]
        let lines = commands.map { CommandRequest(.season(2_022, $0), id: .random(), actor: .admin(1)).json + "\n" }
        let nobody = try await scene.run(77, "send", "-", input: lines[0])
        #expect(nobody.status == 1 && nobody.output.contains("forbidden"), "\(nobody.output)\(nobody.messages)")
        let sent = try await scene.run(1, "send", "-", input: lines.joined())
        #expect(sent.status == 0, "\(sent.output)\(sent.messages)")
        let season = try #require(try scene.ledger.season(2_022))
        #expect(season.isFinal(week: 1, scoring: scoring))
        #expect(season.score(of: SeasonPlayer(score), week: 1, scoring: scoring)?.points == 2_050)
        try await scene.stop()
    }

    @Test func aFileOfScoresIsHeldAgainstTheServers() async throws {
        let scene = try await RemoteScene()
        let scratch = TemporaryDirectory()
        func file(_ rows: String...) throws -> String {
            try scratch.write((["week,player,position,points"] + rows).map { $0 + "\n" }.joined(), to: "scores.csv")
            return scratch("scores.csv")
        }
        func ran(_ user: UserID, _ more: String...) async throws -> Ran {
            let arguments = ["import", scratch("scores.csv"), "--as", "scores", "--season", "2022"] + more
            return try await scene.run(user, arguments)
        }
        func points() throws -> [String] {
            (try scene.ledger.season(2022)?.scores ?? []).map { "\($0.week) \($0.name) \($0.points)" }
        }
        _ = try file("1,A.J. Brown,WR,20.50", "1,Zoé,TE,-0.4", "2,A.J. Brown,WR,9")
        let nobody = try await ran(77)
        #expect(nobody.status == 65 && nobody.messages.contains("forbidden"), "\(nobody.messages)")
        let tried = try await ran(1, "--dry-run", "--final")
        #expect(tried.status == 0 && tried.output.contains("2 weeks would be imported"), "\(tried.output)")
        #expect(try points() == [])
        let done = try await ran(1)
        #expect(done.status == 0 && done.output.contains("3 events were appended"), "\(done.output)\(done.messages)")
        #expect(try points() == ["1 A.J. Brown 2050", "1 Zoé -40", "2 A.J. Brown 900"])
        let again = try await ran(1, "--format", "json")
        #expect((again.json as? [String: Any])?["skipped"] as? Int == 2, "\(again.output)")
        let final = try await ran(1, "--final")
        #expect(final.status == 0 && final.output.contains("2 events were appended"), "\(final.output)")
        #expect(try scene.ledger.season(2022)?.isFinal(week: 2, scoring: ScoringSet.halfPPR) == true)
        // Another spelling is the same player, what differs takes a reason.
        _ = try file("1,AJ Brown,WR,21.1", "3,AJ Brown,WR,1")
        let other = try await ran(1)
        #expect(other.status == 65 && other.messages.contains("20.50, as in the ledger"), "\(other.messages)")
        #expect(try points().last == "3 A.J. Brown 100")
        let corrected = try await ran(1, "--reason", "one more catch")
        #expect(corrected.status == 0 && corrected.messages.contains("1 score is corrected"), "\(corrected)")
        #expect(try points()[0] == "1 A.J. Brown 2110")
        try await scene.stop()
    }

    /// The same files into a ledger here and over a server, one after the other: what is printed and what is on record is the same.
    @Test func notesComeToTheSameAsInALedgerHere() async throws {
        let scene = try await RemoteScene()
        let scratch = TemporaryDirectory()
        // More than any other command may have.
        let many = (1...1_300).map { "2026-05-20,Player Number \($0),WR,KC,\($0).5,p\($0)" }
        let files: [(name: String, text: String, options: [String])] = [
            ("adp.csv", "date,name,position,team,adp\n2026-05-24,Zoé O’Neil,TE,,3.5\n2026-05-25,A B,QB,MIA,7\n", []),
            ("adp.csv", "date,name,position,team,adp\n2026-05-24,Zoé O’Neil,TE,,4.5\n2026-05-26,A B,QB,MIA,8\n", []),
            (
                "adp.csv", "date,name,position,team,adp\n2026-05-24,Zoé O’Neil,TE,,4.5\n2026-05-26,A B,QB,MIA,8\n",
                ["--reason", "misread"]
            ),
            (
                "many.csv", "date,name,position,team,adp,id\n" + many.joined(separator: "\n") + "\n",
                ["--site", "large"]
            ),
            ("broken.csv", "date,name,position,adp\n2026-05-24,A,QB,0\n", []),
            ("far.csv", "date,name,position,adp\n2020-05-24,A,QB,5\n", []),
        ]
        let facts: [(name: String, text: String, options: [String])] = [
            ("p.csv", "name,position,team,bye\nZoé O’Neil,TE,KC,9\nA B,QB,,8\n", []),
            ("q.csv", "name,position,team,bye\nZoe O'Neil,TE,KC,9\nA B,QB,MIA,7\n", []),
            ("q.csv", "name,position,team,bye\nZoe O'Neil,TE,KC,9\nA B,QB,MIA,7\n", ["--reason", "moved"]),
        ]
        let games: [(name: String, text: String, options: [String])] = [
            ("g.csv", "week,home,away\n15,KC,BUF\n16,DAL,KC\n", []),
            ("g.csv", "week,home,away\n16,KC,BUF\n15,DAL,KC\n17,BUF,DAL\n", ["--reason", "traded weeks"]),
            ("h.csv", "week,home,away\n17,KC,BUF\n", []),
        ]
        let here = ["--ledger", scratch("here")]
        for (dialect, files) in [("adp", files), ("players", facts), ("schedule", games)] {
            for file in files {
                try scratch.write(file.text, to: file.name)
                let words =
                    ["import", scratch(file.name), "--as", dialect, "--season", "2026", "--format", "json"]
                    + file.options
                for more in [["--dry-run"], [], []] {
                    let local = await RemoteScene.runApart(here + words + more)
                    let notes = try scene.ledger.version(of: .notes(2026))
                    let remote = try await scene.run(1, words + more)
                    #expect(remote.output == local.output && remote.status == local.status, "\(words + more)")
                    #expect(remote.messages == local.messages, "\(words + more)")
                    // The server records what its own clock does beside it.
                    if !more.isEmpty { #expect(try scene.ledger.version(of: .notes(2026)) == notes) }
                }
            }
        }
        let served = try #require(try scene.ledger.notes(of: 2026))
        #expect(served.positions.count == 1_303 && served.games.count == 3 && served.facts.count == 2)
        try await scene.stop()
        let local = try DraftLedger.open(at: scratch("here"), for: .reading)
        defer { local.close() }
        let known = try #require(try local.notes(of: 2026))
        // Why something is corrected is pinned under a salt of each ledger's own.
        func bare(_ notes: [PlayerNoted]) -> [PlayerNoted] {
            notes.map { note in
                var note = note
                note.reason = ""
                return note
            }
        }
        #expect(bare(known.positions) == bare(served.positions) && bare(known.facts) == bare(served.facts))
        #expect(known.games.map { "\($0.week ?? 0) \($0.away)" } == served.games.map { "\($0.week ?? 0) \($0.away)" })
    }

    @Test func notesTakeAnOperatorOrAnImporter() async throws {
        let scene = try await RemoteScene()
        let scratch = TemporaryDirectory()
        try scratch.write("week,home,away\n15,KC,BUF\n", to: "games.csv")
        let words = ["import", scratch("games.csv"), "--as", "schedule", "--season", "2026"]
        let nobody = try await scene.run(77, words)
        #expect(nobody.status == 65 && nobody.messages.contains("data that was refused (forbidden"), "\(nobody)")
        let silent = await RemoteScene.runApart(words + ["--server", "http://127.0.0.1:1"])
        #expect(silent.status == 64 && silent.messages.contains("--token"), "\(silent)")
        #expect(try scene.ledger.notes(of: 2026) == nil)
        #expect(try await scene.run(1, words).status == 0)
        #expect(try scene.ledger.notes(of: 2026)?.games.count == 1)
        try await scene.stop()
    }

    @Test func aUserIsSignedOutEverywhere() async throws {
        let scene = try await RemoteScene()
        let words = ["profiles", "sign-out", "77"]
        func moments() -> String {
            (try? String(contentsOfFile: scene.ledger.path + "/signouts.json", encoding: .utf8)) ?? ""
        }
        let other = try await scene.run(78, words)
        #expect(other.status == 1 && other.messages.contains("forbidden") && moments().isEmpty, "\(other)")
        let alone = await RemoteScene.runApart(words)
        #expect(alone.status == 64 && alone.messages.contains("--server"), "\(alone)")
        let done = try await scene.run(77, words)
        #expect(done.status == 0 && done.output.contains("user 77 is signed out on all devices"), "\(done)")
        #expect(moments().contains("\"user\":77"))
        try await scene.stop()
    }

    @Test func whoActsTheTokenSays() async throws {
        let scene = try await RemoteScene()
        let named = try await scene.run(2, "measure", "approve", "7", "--as", "2", "--key", "some.key")
        #expect(named.status == 64 && named.messages.contains("Leave out --staff-id"))
        try await scene.stop()
    }
}
