import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing
import TextFormats

/// The same players in drafts of several seasons and sites: what one source says of them is not told of the drafts of
/// another, and nothing depends on which was imported first.
@Suite struct SeveralSeasonsTests {
    /// What a report says of the players of a contest.
    private static func told(_ house: TemporaryLedger, of contest: String) throws -> [String] {
        let analysis = try Analysis(of: house.ledger)
        let tournament = try #require(try house.ledger.tournaments().first { $0.externalID == contest }?.tournament)
        let filter = ReportFilter(RosterFilter(tournament: tournament))
        func words(_ player: PlayerIdentity) -> String { "\(player.name) \(player.team) \(player.externalID)" }
        let pairs = analysis.pairs(filter).rows.map { "\(words($0.first)) with \(words($0.second))" }
        let positions = analysis.draftPositions(filter).rows.map { words($0.player) }
        return analysis.exposure(filter).rows.map { words($0.player) } + pairs + positions
    }

    /// Best Ball Mania of 2022, which names no teams, and a league of 2024, which does.
    private static func house(bbmFirst: Bool) throws -> TemporaryLedger {
        let house = try TemporaryLedger.forImports()
        let dump = try house.file(Sheet().text(), "bbm.csv")
        let rows = Sheet(drafts: ["o1"]).rows.map { row in
            "\(row[4]) Jr.,\(row[5]),\(row[9]),\(row[0]),\(row[8]),PHI,id-\(row[9]),League,2024-08-01 12:00:00\n"
        }
        let league = try house.file("Name,Pos,No,Draft,Slot,Team,Id,League,Start\n" + rows.joined(), "league.csv")
        let map = try PickMap([
            "player=Name,position=Pos,pick=No,draft=Draft,slot=Slot,team=Team,id=Id,contest=League,started=Start"
        ])
        let table = ImportSource.table(map, TableTerms(rounds: 2))
        let imports: [() throws -> ImportSummary] = [
            { try house.importing([dump]) }, { try house.importing([league], as: table) },
        ]
        for run in bbmFirst ? imports : imports.reversed() { #expect(try run().imported == 1) }
        return house
    }

    @Test func noSeasonTellsTheTeamsOfAnother() throws {
        let (one, other) = (try Self.house(bbmFirst: true), try Self.house(bbmFirst: false))
        let of2022 = try Self.told(one, of: "bbm-2022")
        #expect(
            of2022.contains("Player 1  ") && !of2022.contains { $0.contains("PHI") || $0.contains("Jr.") }, "\(of2022)")
        #expect(try Self.told(other, of: "bbm-2022") == of2022)
        let of2024 = try Self.told(one, of: "csv-League")
        #expect(of2024.contains("Player 1 Jr. PHI id-1"), "\(of2024)")
        #expect(try Self.told(other, of: "csv-League") == of2024)
        // Of both together what names a team counts.
        let (all, same) = (try Analysis(of: one.ledger).exposure(), try Analysis(of: other.ledger).exposure())
        #expect(all.rows.map(\.player.team) == Array(repeating: "PHI", count: 6))
        #expect(all.rows.map(\.player.name) == same.rows.map(\.player.name))
    }
}
