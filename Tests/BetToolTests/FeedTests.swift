import Bets
import TextFormats
import Testing
import Values

@testable import BetTool  // feeds are read by the program alone

@Suite struct FeedTests {
    private static let now = Timestamp(iso8601: "2025-01-01T00:00:00Z") ?? Timestamp(microseconds: 0)

    private static let games = """
        gameID,season,date,tipOff,home,away,homeScore,awayScore,overtimes,homeQ1,homeQ2,homeQ3,homeQ4,homeOT,awayQ1,awayQ2,awayQ3,awayQ4,awayOT,closeSpread,closeTotal,closeHomeMoneyline,closeAwayMoneyline
        0022400123,2024-25,2024-11-30,2024-12-01T00:30:00Z,BOS,LAL,113,112,0,28,30,27,28,,29,26,30,27,,-7.5,224.5,-280,230

        """
    private static let teams = "teamID,abbreviation,fullName\n1,BOS,Boston Celtics\n2,LAL,Los Angeles Lakers\n"

    private static func read(_ files: (name: String, text: String)...) throws -> FeedImport {
        try FeedImport(
            [("teams.csv", Array(teams.utf8))] + files.map { ($0.name, Array($0.text.utf8)) }, feed: "league", now: now)
    }

    private static func error(_ name: String, _ text: String) -> FeedError? {
        do {
            _ = try read(("games.csv", games), (name, text))
            return nil
        } catch let errors as FeedErrors {
            return errors.errors.first
        } catch {
            return nil
        }
    }

    @Test func aGameBecomesItsScheduleItsLinesItsStartAndItsResult() throws {
        let commands = try Self.read(("games.csv", Self.games)).commands.map(\.command)
        #expect(
            commands.map(\.kind.name) == [
                "listTeam", "listTeam", "scheduleGame", "recordOffer", "recordOffer", "recordOffer", "startGame",
                "finishGame",
            ])
        guard case .recordOffer(let game, let total) = commands[3], case .recordOffer(_, let winner) = commands[5],
            case .finishGame(_, let final) = commands[7]
        else {
            Issue.record("other commands")
            return
        }
        #expect(game.description == "0022400123")
        #expect(total.line.halfPoints == 449 && total.firstOdds.thousandths == 1910 && total.book == "close")
        #expect(winner.firstOdds.thousandths == 1357 && winner.secondOdds.thousandths == 3300)
        #expect(final.periods.sums.home == 113 && final.periods.sums.away == 112)
        #expect(final.periods.count == 4)
    }

    @Test func markLineEndsAndQuotesMakeNoDifference() throws {
        let plain = try Self.read(("games.csv", Self.games))
        let windows =
            "\u{FEFF}" + Self.games.replacing("\n", with: "\r\n").replacing("BOS,LAL", with: "\"BOS\",\"LAL\"")
        let other = try Self.read(("games.csv", windows))
        #expect(plain.commands.map(\.command) == other.commands.map(\.command))
        #expect(plain.commands.map(\.id) == other.commands.map(\.id))
    }

    /// What is wrong with a row, and where the error points.
    @Test(arguments: [
        ("BOS,LAL", "BOS,XYZ", 2, 56, "'XYZ' in 'away' is not the abbreviation of a team"),
        ("113,112,0", ",112,0", 2, 0, ""),
        ("28,30,27,28", "28,30,27,29", 2, 1, "the periods add up to 114-112, and the score is 113-112"),
        ("2024-11-30,", "30.11.2024,", 2, 20, "'30.11.2024' is not a valid date"),
        ("224.5", "224.25", 2, 101, "'224.25' is not a valid closeTotal"),
        ("-280", "-28", 2, 107, "'-28' is not a valid closeHomeMoneyline"),
        ("0022400123,2024", "22-400,2024", 2, 1, "'22-400' is not a valid gameID"),
        ("2024-25", "2024-26", 2, 12, "'2024-26' is not a valid season"),
        ("BOS,LAL", "BOS,BOS", 2, 1, "home and away are the same team"),
        ("112,0,28", "112,x,28", 2, 68, "'x' is not a valid overtimes"),
        ("224.5,-280", "224.5,-280,9", 2, 1, "the row has 24 fields, and the header has 23"),
        ("29,26", ",26", 2, 0, "'awayQ1' is empty"),
    ])
    func anErrorNamesLineColumnAndValue(old: String, new: String, line: Int, column: Int, words: String) throws {
        let changed = Self.games.replacing(old, with: new)
        do {
            _ = try Self.read(("games.csv", changed))
            #expect(words.isEmpty)
        } catch let errors as FeedErrors {
            let error = try #require(errors.errors.first)
            #expect(error.place.line == line && (column == 0 || error.place.column == column), "\(error)")
            #expect(error.description.contains(words), "\(error)")
            #expect(errors.description.hasSuffix("Nothing was imported."))
        }
    }

    @Test func everyErrorOfAllFilesIsFound() throws {
        let boxes = """
            gameID,team,home,minutes,fgm,fga,fg3m,fg3a,ftm,fta,oreb,dreb,ast,stl,blk,tov,pf,pts
            0022400123,BOS,1,240,40,88,13,35,20,24,9,34,25,7,5,12,19,113
            0022400123,MIA,0,240,40,88,12,35,20,24,9,34,25,7,5,12,19,112
            0022400999,LAL,0,240,40,88,12,35,20,24,9,34,25,7,5,12,19,112
            0022400123,LAL,0,240,40,88,12,35,20,24,9,34,25,7,5,12,19,111

            """
        let offers = "gameID,at,book,spread,homeOdds,awayOdds\n0022400123,noon,alpha,-7.5,1.91,1.91\n"
        do {
            _ = try Self.read(("games.csv", Self.games), ("box.csv", boxes), ("offers.csv", offers))
            Issue.record("no error")
        } catch let errors as FeedErrors {
            #expect(
                errors.errors.map { "\($0.file) \($0.place.line)" } == [
                    "box.csv 3", "box.csv 4", "box.csv 5", "offers.csv 2",
                ])
        }
    }

    @Test func aRowTwiceIsReadOnceAndAnotherOneOfTheSameGameIsAnError() throws {
        let row = Self.games.split(separator: "\n")[1]
        let twice = try Self.read(("games.csv", Self.games + row + "\n"))
        #expect(twice.repeated == 1 && twice.rows[.games] == 1)
        let other = row.replacing("224.5", with: "225.5")
        let error = try #require(Self.error("games.csv", Self.games + other + "\n"))
        #expect(error.kind == .contradiction(subject: "the row of game 0022400123", line: 2))
        #expect(error.place.line == 3)
    }

    @Test(arguments: [
        ("a,b\n1,2\n", "'a,b' is not a header of games"),
        ("", "the file has no rows"),
        ("gameID,at,book,spread,homeOdds\n", "the header lacks 'awayOdds'"),
        ("gameID;season;date\n", "is not a header"),
        ("gameID,at,book,spread,homeOdds,awayOdds\n0022400123,\"2024", "line 2, column 12"),
        ("gameID,at,book,spread,homeOdds,awayOdds\n0022400123,2024-11-30T16:00:00Z,a\u{0},-7.5,0.9,1.9\n", "NUL"),
    ])
    func filesThatAreNoFeedAreRefused(text: String, words: String) throws {
        let error = try #require(Self.error("other.csv", text))
        #expect(error.description.contains(words), "\(error)")
    }

    /// Athletes of the ledger are found by name if the files have no box scores of them.
    @Test func aLineOnAnAthleteIsFoundByNameOrNumber() throws {
        let known = FeedImport.Known(
            games: [22_400_123], athletes: ["Jo Doe": [77], "Al Roe": [78, 79]])
        func read(_ row: String, header: String = "") throws -> FeedImport {
            let text = "gameID,at,book,player,line,overOdds,underOdds\(header)\n\(row)\n"
            return try FeedImport([("lines.csv", Array(text.utf8))], feed: "odds", known: known, now: Self.now)
        }
        func fault(_ row: String, header: String = "") -> String {
            do {
                _ = try read(row, header: header)
                return ""
            } catch {
                return "\(error)"
            }
        }
        let start = "0022400123,2024-11-30T16:00:00Z,alpha"
        let named = try read("\(start),Jo Doe,22.5,1.87,1.95")
        let line = PropLineRecorded(
            athlete: 77, line: Line(halfPoints: 45), overOdds: Odds(thousandths: 1_870),
            underOdds: Odds(thousandths: 1_950), offeredAt: try #require(Timestamp(iso8601: "2024-11-30T16:00:00Z")),
            book: "alpha", feed: "odds")
        #expect(named.commands.map(\.command) == [.recordPropLine(22_400_123, line)] && named.rows[.propLines] == 1)
        let numbered = try read("\(start),Al Roe,22.5,1.87,1.95,79,15:58:30", header: ",playerID,updated")
        guard case .recordPropLine(_, let other)? = numbered.commands.first?.command else {
            Issue.record("no line")
            return
        }
        #expect(other.athlete == 79 && other.offeredAt.iso8601.hasPrefix("2024-11-30T15:58:30"))
        #expect(fault("\(start),Al Roe,22.5,1.87,1.95").contains("the name of the athletes 78, 79"))
        #expect(fault("\(start),Cy Free,22.5,1.87,1.95").contains("'Cy Free' is an athlete of no box score"))
        #expect(fault("\(start),Jo Doe,22.25,1.87,1.95").contains("'22.25' is not a valid line"))
        #expect(fault("\(start),Jo Doe,22.5,0.9,1.95").contains("'0.9' is not a valid overOdds"))
        #expect(fault("\(start),Jo Doe,22.5,1.87,1.95,0", header: ",playerID").contains("'0' is not a valid playerID"))
        #expect(fault("0022400124,noon,alpha,Jo Doe,22.5,1.87,1.95").contains("is in none of the files"))
    }

    /// A double overtime has one sum in the file: the first overtime is level, and the second has the points.
    @Test func overtimesAddUp() throws {
        let text = Self.games.replacing(
            "113,112,0,28,30,27,28,,29,26,30,27,", with: "130,127,2,28,30,27,27,18,29,26,30,27,15")
        guard case .finishGame(_, let final) = try Self.read(("games.csv", text)).commands.last?.command else {
            Issue.record("no result")
            return
        }
        #expect(final.periods.sums.home == 130 && final.periods.sums.away == 127)
        #expect(final.periods.count == 6)
        #expect(final.secondsPlayed == 2880 + 600)
    }

    @Test func theLineOfTonightsGameIsAnOfferOfNow() throws {
        let text = Self.games.replacing("2024-11-30", with: "2025-01-05").replacing("2024-12-01", with: "2025-01-06")
            .replacing("113,112,0,28,30,27,28,,29,26,30,27,", with: ",,,,,,,,,,,,")
        let feed = try Self.read(("games.csv", text))
        #expect(
            feed.commands.map(\.command.kind.name).suffix(4) == [
                "scheduleGame", "recordOffer", "recordOffer", "recordOffer",
            ])
        #expect(feed.commands.allSatisfy { $0.moment <= Self.now })
    }
}
