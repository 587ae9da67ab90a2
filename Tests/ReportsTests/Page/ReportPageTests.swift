import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Projections
import TestSupport
import Testing
import TextFormats

@testable import Pages  // charts and figures without their page
@testable import Reports  // rows of a report made by hand

@Suite(.seeded) struct ReportPageTests {
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
        let house = try TemporaryLedger(RandomField(seed: 2).events)
        let analysis = try Analysis(of: house.ledger)
        for filter in [ReportFilter(), ReportFilter(RosterFilter(user: 3))] {
            let html = page(analysis, filter)
            let entries = analysis.exposure(filter).scope.entries
            #expect(isWellFormed(html) && html == page(analysis, filter))
            #expect(html.contains("Contest &lt;1&gt;") && html.contains("all users &amp; contests"))
            #expect(html.contains("N = \(entries) entries"))
            #expect(html.contains("ledger position \(RoundedText.grouped(analysis.rosters.position))."))
            #expect(!html.contains("http:") && !html.contains("https:") && !html.contains("src="))
            #expect(html.contains("Own against field") == (filter.entries.user != nil))
            for title in ["ADP by week", "Closing line value", "Stacks", "Pick heat map", "Byes", "Duplicates"] {
                #expect(html.contains("<h2>\(title)</h2>"), "\(title)")
            }
        }
    }

    @Test func whatTellsMostComesFirstAndIsFoundFromTheContents() throws {
        let house = try TemporaryLedger(RandomField(seed: 2).events)
        let analysis = try Analysis(of: house.ledger)
        func titles(_ html: String) -> [String] {
            html.matches(of: #/<h2>(.*?)</h2>/#).map { String($0.output.1) }
        }
        let field = page(analysis)
        #expect(
            titles(field).first == "Movers" && titles(field).contains("ADP") && titles(field).contains("Archetypes"))
        let own = page(analysis, ReportFilter(RosterFilter(user: 3)))
        #expect(
            titles(own).prefix(5) == [
                "Exposure by position", "Exposure against ADP", "Closing line value", "Fees at risk", "Stacks",
            ])
        #expect(own.contains("Week 17: no games of that week are known."))
        for html in [field, own] {
            let links = html.matches(of: #/<a href="#(s[0-9]+)">(.*?)</a>/#)
            #expect(links.map { String($0.output.2) } == titles(html))
            for link in links {
                let rest = html.components(separatedBy: "<a id=\"\(link.output.1)\"></a>").last ?? ""
                #expect(titles(rest).first == String(link.output.2))
            }
        }
    }

    @Test func anEmptyLedgerHasAPageToo() throws {
        let house = try TemporaryLedger()
        let html = page(try Analysis(of: house.ledger))
        #expect(isWellFormed(html) && html.contains("No entries match the filter."))
    }

    @Test func namesCannotBreakOut() throws {
        let names = [#"<script>alert("x")</script>"#, #"O'Neil "Q" & Söhne, Jr."#, "a\u{0}b</td>", "Łukasz 🏈 Żółć"]
        let pool = PoolState.named(names) { player in
            player.team = "<b>"
            player.position = [.quarterback, .wideReceiver][Int(player.index) % 2]
        }
        let columns = RosterColumns.one(players: 4)
        let table = RosterTable(RosterSnapshot(position: 9, parts: [columns]))
        let html = page(Analysis(table, players: PlayerCatalogue(pools: [pool])), ReportFilter(RosterFilter(user: 1)))
        #expect(isWellFormed(html) && !html.contains("<script>alert") && html.contains("&lt;script&gt;alert"))
        #expect(html.contains("O&#39;Neil &quot;Q&quot; &amp; Söhne, Jr.") && html.contains("1</b>entry"))
    }

    @Test func namesCannotTurnTheDirectionOfWriting() {
        let names = ["evil\u{202E}eman\u{2067}", "שם\u{200F} ארוך", "\u{85}Plain"]
        let analysis = Analysis(
            RosterTable(RosterSnapshot(position: 9, parts: [.two(players: 3)])),
            players: PlayerCatalogue(pools: [.named(names)]))
        let html = page(analysis)
        #expect(!html.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x2067 })
        #expect(!html.unicodeScalars.contains("\u{85}") && html.contains("evil\u{FFFD}eman\u{FFFD}"))
        #expect(html.contains("<bdi>שם\u{200F} ארוך</bdi>"), "where names stand in one line, each by itself")
    }

    @Test func whatIsNotKnownIsSaidAndNotCalledZero() {
        let analysis = Analysis(
            RosterTable(RosterSnapshot(position: 9, parts: [.two(players: 3)])),
            players: PlayerCatalogue(pools: [.named(["A", "B", "C"])]))
        let html = page(analysis)
        let unknown = html.components(separatedBy: "<h2>Not known</h2>").last ?? ""
        for fact in [
            "Byes: no source states the bye week of any player.", "Stacks: no source names the team of any player.",
            "Closing line value: no pick has a reference.",
        ] {
            #expect(unknown.components(separatedBy: fact).count == 2, "\(fact)")
        }
        for title in ["Byes", "Byes by position", "Stacks", "Closing line value"] {
            #expect(!html.contains("<h2>\(title)</h2>"), "\(title)")
        }
        #expect(html.contains("no known fees") && html.contains("No fees are known.") && !html.contains(">0.00<"))
        #expect(html.contains("There are no other users&#39; entries to compare with"))
    }

    /// Two pools in which everybody has changed his position, and drafts of the first alone.
    @Test func theFootSaysHowManyDoubtfulMatchesItLeavesOut() {
        let names = (10..<60).map { "Player \($0)x" }
        var later = PoolState.named(names + ["Nobody Drafted"]) { $0.position = .quarterback }
        later.id = 2
        func foot(drafted: Int) -> String {
            let table = RosterTable(RosterSnapshot(position: 9, parts: [.one(players: drafted)]))
            let earlier = PoolState.named(names + ["Nobody Drafted"])
            let html = page(Analysis(table, players: PlayerCatalogue(pools: [earlier, later])))
            return html.components(separatedBy: "<footer>").last ?? ""
        }
        #expect(foot(drafted: 50).contains("Player 49x, and 10 more: `draftledger players --unmatched`."))
        #expect(foot(drafted: 40).contains("Player 49x.</p>") && !foot(drafted: 40).contains(" more: "))
        #expect(foot(drafted: 2).contains("check: Player 10x, Player 11x.</p>"))
    }

    @Test func paperBreaksLongTablesAlone() throws {
        let house = try TemporaryLedger(RandomField(seed: 2).events)
        let sections = page(try Analysis(of: house.ledger)).components(separatedBy: "<section").dropFirst()
        for section in sections where section.contains("<table>") {
            let rows = section.components(separatedBy: "<tr").count - 2
            #expect(section.prefix { $0 != ">" }.contains("tabular long") == (rows > 16), "\(section.prefix(60))")
        }
        let small = Analysis(
            RosterTable(RosterSnapshot(position: 9, parts: [.one(players: 3)])),
            players: PlayerCatalogue(pools: [.named(["A", "B", "C"])]))
        #expect(!page(small).contains("tabular long"))
    }

    @Test func thousandsAreGroupedInChartsAndFoot() {
        let counts = StackReport.Counts(
            naked: 0, single: 29_903, double: 0, tripleOrMore: 0, withoutQuarterback: 0, bySize: [])
        let svg = Chart.stacks([StackReport.Row(team: "KC", counts: counts, share: 0.5)]).svg
        #expect(svg.contains("50.0% (29,903)") && svg.contains("29,903 entries</title>"))
        let table = RosterTable(RosterSnapshot(position: 22_917_625, parts: [.two(players: 3)]))
        let html = page(Analysis(table, players: PlayerCatalogue(pools: [.named(["A", "B", "C"]) { $0.byeWeek = 9 }])))
        #expect(html.contains("ledger position 22,917,625."))
        #expect(html.contains("<section class=\"wide tabular\"><h2>Byes by position</h2>"), "six columns of counts")
    }

    @Test func sharesOverNarrowColumnsDoNotRunTogether() throws {
        let svg = Chart.byes([1, 900, 2, 1, 3, 1, 2, 1, 1, 1, 1, 1, 1, 1]).svg
        let labels = svg.matches(of: #/x="([0-9.]+)" y="([0-9.]+)" class="mid">([<&0-9ltg;]+%)</#).map { match in
            (Double(match.output.1) ?? 0, Double(match.output.2) ?? 0)
        }
        #expect(labels.count > 3 && labels.count < 14)
        for (index, one) in labels.enumerated() {
            for other in labels.dropFirst(index + 1) where abs(one.1 - other.1) < 12 {
                #expect(abs(one.0 - other.0) >= 29, "\(one) \(other)")
            }
        }
        #expect(Chart.byes([1, 2]).svg.contains(">33%<") && Chart.byes([1, 2]).svg.contains(">67%<"))
    }

    @Test func aPositionIsSaidOnTheCardsThatItRestricts() throws {
        let house = try TemporaryLedger(RandomField(seed: 2).events)
        let analysis = try Analysis(of: house.ledger)
        let html = page(analysis, ReportFilter(RosterFilter(user: 3), position: .quarterback))
        for section in html.components(separatedBy: "<section").dropFirst() {
            guard let title = section.firstMatch(of: #/<h2>(.*?)</h2>/#)?.output.1 else { continue }
            let isOfPlayers =
                title.hasPrefix("Exposure") || title.hasPrefix("ADP") || title.hasPrefix("Movers")
                || ["Own against field", "Closing line value", "Fees at risk", "Pairs"].contains(title)
            #expect(section.contains("QB only.") == (isOfPlayers && title != "Pairs"), "\(title)")
            #expect(section.contains("One of the two is QB.") == (title == "Pairs"), "\(title)")
        }
        #expect(html.contains("all users &amp; contests, QB only where a card says so"))
        let builds = try #require(page(analysis).firstMatch(of: #/<h2>Builds</h2>.*?</section>/#.dotMatchesNewlines()))
        #expect(page(analysis, ReportFilter(position: .quarterback)).contains(builds.output))
    }

    @Test func aFieldWithPointsLeadsWithTheRatesOfAdvance() throws {
        let house = try TemporaryLedger(SeasonField(seed: 11).events)
        let analysis = try Analysis(of: house.ledger)
        var page = ReportPage(analysis, ReportFilter(), heading: "Contest", filterWords: "all")
        try page.complete(from: house.ledger)
        let rates = try analysis.advance(by: .player, outcomes: page.facts.outcomes)
        let base = try #require(rates.baseRate)
        let headline = try #require(page.html.firstMatch(of: #/<p class="headline">(.*?)</p>/#)?.output.1)
        #expect(headline.contains("\(HTML.percent(base))"), "\(headline)")
        let picks = Dictionary(
            uniqueKeysWithValues: analysis.draftPositions().rows.map { ($0.player.number, $0.average) })
        let dots = Headline.dots(of: rates) { picks[$0.number] }
        #expect(dots.count == rates.rows.count && dots.count { $0.isLabelled } == 6)
        for (dot, row) in zip(dots, rates.rows) { #expect(dot.y == row.rate && dot.size <= 1) }
        let scale = Chart.Scale(title: "t", most: 1) { HTML.percent($0) }
        let svg = Chart.scatter("t", dots, x: scale, y: scale, base: (base, "all entries")).svg
        #expect(svg.matches(of: #/<circle class="dot"/#).count == dots.count)
        #expect(svg.contains("all entries") && svg.contains("class=\"rule\""))
        #expect(isWellFormed(page.html))
    }

    @Test(
        arguments: [
            (1.62, "1.6 times"), (2, "twice"), (2.06, "twice"), (2.2, "2.2 times"), (2.95, "three times"),
            (12, "12.0 times"), (1.02, "1.0 times"),
        ] as [(Double, String)])
    func ratiosAreSaidInWordsWhereTheyAreRound(ratio: Double, words: String) {
        #expect(Headline.ratio(ratio) == words)
    }

    /// A rate that chance explains is no headline.
    @Test func onlyARateThatIsSurelyAboveTheBaseIsNamed() {
        let players = PlayerCatalogue(pools: [.named(["Good", "Lucky"])]).players
        func report(_ rows: [(player: Int, entries: Int, advanced: Int)]) -> AdvanceReport {
            AdvanceReport(
                scope: ReportScope(filter: ReportFilter(), entries: 600, drafts: 50, ledgerPosition: 9),
                dimension: .player, advanced: 100, leftOut: 0, isFinal: true, findings: [],
                rows: rows.map {
                    .init(subject: .player(players[$0.player]), entries: $0.entries, advanced: $0.advanced)
                },
                minimum: 10)
        }
        let sure = Headline.advance(report([(0, 100, 49), (1, 12, 5)]))
        #expect(sure == "Teams with Good advanced 49%, three times the base rate of 16.7%.")
        #expect(Headline.advance(report([(1, 12, 4)]))?.hasPrefix("16.7% of the entries advanced;") == true)
    }

    @Test func namesInAScatterMeetNoOtherName() {
        let dots = (0..<6).map { place in
            Chart.Dot(
                name: "Player Number \(place)", x: 100, y: 0.5, fill: "x", tip: "", isLabelled: true)
        }
        let scale = Chart.Scale(title: "pick", most: 200) { HTML.decimal($0) }
        let svg = Chart.scatter("t", dots, x: scale, y: Chart.Scale(title: "rate", most: 1) { HTML.decimal($0) }).svg
        let places = svg.matches(of: #/<text x="([0-9.]+)" y="([0-9.]+)" class="strong"/#).map { match in
            (x: Double(match.output.1) ?? 0, y: Double(match.output.2) ?? 0)
        }
        #expect(places.count > 3)
        for (index, one) in places.enumerated() {
            for other in places.dropFirst(index + 1) {
                #expect(abs(one.y - other.y) >= 12 || abs(one.x - other.x) >= 70, "\(one) \(other)")
            }
        }
    }

    @Test func oneEntryIsARosterAndNotBarsOfAHundredPercent() throws {
        let house = try TemporaryLedger(RandomField(seed: 2).events)
        let analysis = try Analysis(of: house.ledger)
        let entry = try #require(analysis.entries.first { analysis.isCounted($0, by: ReportFilter()) })
        let card = try #require(analysis.rosterCard(of: entry, against: .atPick))
        var page = ReportPage(analysis, ReportFilter(), heading: "Entry", filterWords: "all")
        page.facts.entry = entry
        let html = page.html
        #expect(html.contains("<h2>Roster</h2>") && html.contains("<h2>Build, stacks and byes</h2>"))
        #expect(!html.contains("<h2>Exposure, ") && isWellFormed(html))
        for pick in card.picks { #expect(html.contains(HTML.escaped(pick.player?.name ?? "no player"))) }
        // Against the reference, pick by pick, the card says what the report of values says.
        let numbers = card.picks.compactMap(\.number)
        #expect(numbers == numbers.sorted() && numbers.count == card.picks.count)
    }

    @Test(
        arguments: [
            (3.25, 1, "3.3"), (-3.25, 1, "-3.3"), (2.5, 0, "3"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"),
            (1234.5, 1, "1234.5"),
            (0.125, 2, "0.13"), (99.996, 2, "100.00"), (.nan, 1, nil), (.infinity, 1, nil), (1e300, 1, nil),
        ] as [(Double, Int, String?)])
    func halvesAreRoundedAwayFromZero(value: Double, places: Int, text: String?) {
        #expect(RoundedText.decimal(value, places: places) == text)
        #expect(HTML.decimal(value, places: places) == text ?? "–")
    }
}
