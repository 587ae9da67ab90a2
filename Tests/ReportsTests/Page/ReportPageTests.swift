@testable import Draft
import DraftLedger
import Foundation
@testable import Projections
@testable import Reports
import Testing

@Suite struct ReportPageTests {
    private func page(_ analysis: Analysis, _ filter: ReportFilter = ReportFilter()) -> String {
        ReportPage(analysis, filter, heading: "Contest <1>", filterWords: "all users & contests").html
    }

    /// Parsed strictly, so that an unclosed tag or a bare ampersand fails.
    private func isWellFormed(_ html: String) -> Bool {
        let body = html.replacing(#/<(style|script)>.*?</(style|script)>/#.dotMatchesNewlines(), with: "")
            .replacing("<!doctype html>", with: "").replacing(#/<meta [^>]*>/#, with: "")
        var open: [Substring] = []
        for tag in body.matches(of: #/<(/?)([a-zA-Z0-9]+)((?:[^<>"]|"[^"]*")*?)(/?)>/#) {
            if tag.output.1 == "/" {
                guard open.popLast() == tag.output.2 else { return false }
            } else if tag.output.4.isEmpty {
                open.append(tag.output.2)
            }
        }
        let plain = body.replacing(#/<(/?)([a-zA-Z0-9]+)((?:[^<>"]|"[^"]*")*?)(/?)>/#, with: "")
        return open.isEmpty && !plain.contains("<") && !plain.contains(#/&(?!(amp|lt|gt|quot|#39);)/#)
    }

    @Test func aPageStatesItsFilterAndStandsAlone() throws {
        let house = try ReportHouse(RandomField(seed: 2).events)
        let analysis = try Analysis(of: house.ledger)
        for filter in [ReportFilter(), ReportFilter(RosterFilter(user: 3))] {
            let html = page(analysis, filter)
            let entries = analysis.exposure(filter).scope.entries
            #expect(isWellFormed(html) && html == page(analysis, filter))
            #expect(html.contains("Contest &lt;1&gt;") && html.contains("all users &amp; contests"))
            #expect(html.contains("N = \(entries) entries"))
            #expect(html.contains("ledger position \(analysis.rosters.position)"))
            #expect(!html.contains("http:") && !html.contains("https:") && !html.contains("src="))
            #expect(html.contains("Own against field") == (filter.entries.user != nil))
            for title in ["ADP by week", "Closing line value", "Stacks", "Pick heat map", "Byes", "Duplicates"] {
                #expect(html.contains("<h2>\(title)</h2>"), "\(title)")
            }
        }
    }

    @Test func anEmptyLedgerHasAPageToo() throws {
        let house = try ReportHouse()
        let html = page(try Analysis(of: house.ledger))
        #expect(isWellFormed(html) && html.contains("No entry of this filter counts."))
    }

    @Test func namesCannotBreakOut() throws {
        let names = [#"<script>alert("x")</script>"#, #"O'Neil "Q" & Söhne, Jr."#, "a\u{0}b</td>", "Łukasz 🏈 Żółć"]
        var pool = PoolState(id: 1)
        pool.players = names.enumerated().map { index, name in
            var player = PlayerListing.blank
            (player.index, player.name, player.team) = (PlayerIndex(index), name, "<b>")
            player.position = [.quarterback, .wideReceiver][index % 2]
            return player
        }
        var columns = RosterColumns()
        columns.append(
            RosterRow(
                entry: EntryID(room: 1, join: 1), seat: 0, slot: 0, user: 1, tournament: nil, pool: 1, fee: nil,
                startedAt: RandomField.start, status: .complete, preset: .untimed, teams: 2, rounds: 4,
                players: [0, 1, 2, 3], recordedADPs: []))
        let table = RosterTable(RosterSnapshot(position: 9, parts: [columns]))
        let html = page(Analysis(table, players: PlayerCatalogue(pools: [pool])), ReportFilter(RosterFilter(user: 1)))
        #expect(isWellFormed(html) && !html.contains("<script>alert") && html.contains("&lt;script&gt;alert"))
        #expect(html.contains("O&#39;Neil &quot;Q&quot; &amp; Söhne, Jr.") && html.contains("1</b>entry"))
    }
}
