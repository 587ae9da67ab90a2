import BetLedger
import Bets
import Foundation
import Platform
import TestSupport
import Testing
import Values

@testable import BetTool  // the program is tested from its arguments to its exit status

/// The program on a made-up season, with its outputs in golden files.
@Suite struct SmallSeasonTests {
    private static func season(at time: String) async throws -> ToolRun {
        let tool = ToolRun(at: time)
        try FileManager.default.createDirectory(
            atPath: tool.folder("season"), withIntermediateDirectories: true)
        let files = [
            ("teams.csv", SmallSeason.teams), ("games.csv", SmallSeason.games), ("team-box.csv", SmallSeason.boxes),
            ("player-box.csv", SmallSeason.athletes), ("offers.csv", SmallSeason.offers),
        ]
        for (name, text) in files { try tool.folder.write(text, to: "season/\(name)") }
        return tool
    }

    /// A line for each command, its exit status, and what it printed. Random seeds and roots do not appear.
    private static func transcript(_ tool: ToolRun, _ commands: [String]) async -> String {
        var text = ""
        for command in commands {
            let words = command.split(separator: " ").map(String.init)
            let (status, output, messages) = await tool.run(words)
            text += "$ statdiscute \(command)\n\(output)\(messages)"
            if status != 0 { text += "exit \(status)\n" }
            text += "\n"
        }
        return text.replacing("\r\n", with: "\n").replacing(tool.folder.path, with: "FOLDER")
            .replacing(#/root     +.*/#, with: "root …")
    }

    /// Noon of 12 November in New York: eleven rounds are over, and the twelfth has its morning offers.
    @Test func aSeasonIsImportedShownBetOnAndSettled() async throws {
        let tool = try await Self.season(at: "2024-11-12T17:00:00Z")
        let imported = await Self.transcript(
            tool,
            [
                "import \(tool.folder.path)/season", "import \(tool.folder.path)/season", "games --date 2024-11-12",
                "games --team OAK --csv", "odds 0024000023 --market spread", "odds 0024000023 --json",
                "analyse 0024000001", "analyse 0024000023 --json --csv", "analyse 0024000023", "analyse 0024000023",
                "props 0024000023",
            ])
        #expect(try GoldenFile("statdiscute/looking.txt").difference(from: imported) == nil)

        let ledger = try BetLedger.open(at: tool.ledger)
        let game = try ledger.game(24_000_023)
        let spread = try #require(game.current(.spread).first { $0.terms.book == "alpha" })
        let total = try #require(game.current(.total).first)
        ledger.close()
        let betting = await Self.transcript(
            tool,
            [
                "bet 0024000023 home --user 7 --offer \(spread.position) --stake 1.5",
                "bet 0024000023 under --user 7 --offer \(total.position) --stake 1 --confidence 4",
                "bet 0024000023 away --user 7 --market moneyline --book corner --odds 2.4 --stake 2",
                "bet 0024000023 over --user 7 --offer \(spread.position) --stake 1",
                "bet 0024000001 home --user 7 --market moneyline --book corner --odds 2.4 --stake 2",
                "bet 0024000023 home --user 7 --market spread --book alpha --line -9.5 --odds 2 --stake 2",
                "bets --user 7", "stats 7",
            ])
        // The night: the last round is played, with 27 points a quarter for the home team and 26 for the other one.
        tool.set("2024-11-13T05:00:00Z")
        let rows = SmallSeason.games.split(separator: "\n")
        let played = rows[23].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let result = played[..<6] + ["108", "104", "0", "27", "27", "27", "27", "", "26", "26", "26", "26", ""]
        try tool.folder.write("\(rows[0])\n\(result.joined(separator: ","))," + ",,,\n", to: "night.csv")
        let first = try #require(await tool("bets", "--user", "7", "--csv").output.split(separator: "\r\n").last)
        let settled = await Self.transcript(
            tool,
            [
                "import \(tool.folder.path)/night.csv", "bets --user 7", "bets --user 7 --result win --json", "stats 7",
                "why \(first.split(separator: ",")[0])", "audit", "verify",
            ])
        #expect(try GoldenFile("statdiscute/betting.txt").difference(from: betting + settled) == nil)
    }

    /// The morning's lines of three books on two athletes, of which one has moved.
    @Test func linesOnAthletesAreImportedAndShown() async throws {
        // given
        let tool = try await Self.season(at: "2024-11-12T17:00:00Z")
        let lines = """
            gameID,at,updated,book,player,line,overOdds,underOdds
            0024000023,2024-11-12T15:00:00Z,14:50:00,alpha,OAK Abe,25.5,1.87,1.95
            0024000023,2024-11-12T16:00:00Z,15:50:00,alpha,OAK Abe,26.5,1.9,1.9
            0024000023,2024-11-12T16:30:00Z,,beta,OAK Abe,27,1.9,1.9
            0024000023,2024-11-12T16:00:00Z,,alpha,"OAK Ben, Jr.",20.5,1.85,1.95
            0024000023,2024-11-12T16:00:00Z,,alpha,FIR Cy,20.5,1.85,1.95

            """
        try tool.folder.write(lines, to: "lines.csv")
        // when
        await tool("import", "\(tool.folder.path)/season")
        let text = await Self.transcript(
            tool,
            [
                "import \(tool.folder.path)/lines.csv", "import \(tool.folder.path)/lines.csv", "props 0024000023",
                "props 0024000023 --csv", "audit", "verify",
            ])
        // then
        #expect(try GoldenFile("statdiscute/props.txt").difference(from: text) == nil)
        let ledger = try BetLedger.open(at: tool.ledger)
        defer { ledger.close() }
        let game = try ledger.game(24_000_023)
        let opening = try #require(game.propLines.first)
        #expect(game.movement(ofLineOn: opening.terms.athlete, at: "alpha").offers.count == 2)
        #expect(opening.until != nil && game.propLines.count == 4, "FIR does not play")
    }

    /// Three books have a total of 224.5 and one has 219.5: its over is worth a strong verdict, with the record of such verdicts.
    @Test func anOfferFarFromTheOthersHasAVerdictWithItsRecord() async throws {
        let tool = try await Self.season(at: "2024-11-12T23:00:00Z")
        await tool("import", "\(tool.folder.path)/season")
        let clock = tool.clock
        let ledger = try BetLedger.open(at: tool.ledger, for: .writing) { clock.withLock { $0 } }
        var far: UInt64 = 0
        for (book, line) in [("alpha", 449), ("beta", 448), ("gamma", 450), ("far", 439)] {
            let terms = OfferRecorded(
                market: .total, line: Line(halfPoints: Int16(line)), firstOdds: Odds(thousandths: 1900),
                secondOdds: Odds(thousandths: 1900), offeredAt: Timestamp(microseconds: clock.withLock { $0 }),
                book: book, feed: "league")
            far = try await ledger.perform(.recordOffer(24_000_023, terms), as: Sender(.importer)).lowerBound
        }
        ledger.close()
        let text = await Self.transcript(
            tool,
            [
                "analyse 0024000023 --offer \(far)", "analyse 0024000023 --offer 5", "odds 0024000023",
                "bet 0024000023 over --user 7 --market total --book far --line 219.5 --odds 1.9 --stake 1", "audit",
            ])
        #expect(try GoldenFile("statdiscute/verdict.txt").difference(from: text) == nil)
        #expect(text.contains("Verdict: STRONG_OVER, confidence very_high"))
    }

    @Test func helpAndErrorsAreInPlainWords() async throws {
        let tool = ToolRun(at: "2024-11-12T17:00:00Z")
        let text = await Self.transcript(
            tool,
            [
                "--help", "help bet", "games", "bet", "bet 1 over --user 0 --offer 1 --stake 1", "games --json --csv",
                "odds x", "import nowhere", "backtest nowhere", "gamse",
            ])
        #expect(try GoldenFile("statdiscute/help.txt").difference(from: text) == nil)
    }

    @Test func aWrongFileLeavesNoLedgerBehind() async throws {
        let tool = try await Self.season(at: "2024-11-12T17:00:00Z")
        try tool.folder.write(SmallSeason.games.replacing("ELM", with: "OLM"), to: "season/games.csv")
        let (status, output, messages) = await tool("import", "\(tool.folder.path)/season")
        #expect(status == 65 && output.isEmpty)
        #expect(messages.contains("'OLM' in 'away' is not the abbreviation of a team"))
        #expect(messages.hasSuffix("Nothing was imported.\n"))
        #expect(!FileManager.default.fileExists(atPath: tool.ledger))
    }
}
