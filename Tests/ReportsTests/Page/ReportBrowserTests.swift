import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Pages
import Projections
import Reports
import TestSupport
import Testing

/// The page in a real browser, where there is one.
@Suite(.seeded) struct ReportBrowserTests {
    private static let browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    enum Kind: CaseIterable { case field, user, oneEntry, empty, strangeNames, longNames }

    private static func page(_ kind: Kind) throws -> String {
        let house = try TemporaryLedger(kind == .field || kind == .user ? RandomField(seed: 2).events : [])
        switch kind {
        case .field: return html(try Analysis(of: house.ledger))
        case .user: return html(try Analysis(of: house.ledger), ReportFilter(RosterFilter(user: 3)))
        case .empty: return html(try Analysis(of: house.ledger))
        case .oneEntry: return html(single(names: ["Justin Jefferson", "Ja'Marr Chase"]))
        case .strangeNames:
            return html(
                single(names: [
                    #"<script>console.error("x")</script>"#, #"O'Neil "Q" & Söhne, Jr."#, "</td></table>", "Łukasz 🏈",
                ]))
        case .longNames: return html(single(names: longNames, twice: true))
        }
    }

    private static func html(_ analysis: Analysis, _ filter: ReportFilter = ReportFilter()) -> String {
        ReportPage(analysis, filter, heading: #"Best "Ball" <7>"#, filterWords: "all & everything").html
    }

    private static let longNames = [
        String(repeating: "W", count: 120), String(repeating: "unbroken", count: 30), String(repeating: "漢", count: 60),
    ]

    /// A field of one entry with these players, or of two of which the second lacks the last player.
    private static func single(names: [String], twice: Bool = false) -> Analysis {
        let columns =
            twice
            ? RosterColumns.two(players: names.count, fee: Cents(2_500))
            : .one(players: names.count, fee: Cents(2_500))
        let table = RosterTable(RosterSnapshot(position: 9, parts: [columns]))
        return Analysis(table, players: PlayerCatalogue(pools: [.named(names)]))
    }

    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"), arguments: Kind.allCases)
    func aPageShowsItselfWithoutHelpOrComplaint(kind: Kind) throws {
        let probe = """
            <script>
            document.documentElement.dataset.seen = [performance.getEntriesByType("resource").length,
              document.scripts.length, document.title].join(";");
            </script>
            """
        let (dom, log) = try open(try Self.page(kind), with: probe, width: 390)
        #expect(!log.contains("CONSOLE"), "\(log)")
        #expect(dom.contains("data-seen=\"0;2;Best &quot;Ball&quot; &lt;7&gt;\""), "\(dom.prefix(300))")
        #expect(dom.contains("<h2>Construction by round</h2>") == [.field, .user, .longNames].contains(kind))
        #expect(dom.contains("<h2>Roster</h2>") == [.oneEntry, .strangeNames].contains(kind))
    }

    /// A reader has the fonts that he has. What is not installed falls back to another; letters set apart stand for fonts
    /// that are wider than any here.
    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"), arguments: Kind.allCases)
    func aPageKeepsItsPlaceInEveryFont(kind: Kind) throws {
        let probe = """
            <script>
            const looks = document.head.appendChild(document.createElement("style")), out = [];
            for (const font of ["system-ui", "sans-serif", "serif", "monospace", "cursive", "fantasy", "Noto Sans",
                "DejaVu Sans", "Liberation Sans", "Verdana"])
              for (const apart of ["-.05em", "0", ".1em", ".3em"]) {
                looks.textContent = "*{font-family:'" + font + "'," + font + ",monospace!important;letter-spacing:" + apart + "}";
                const wide = [...document.querySelectorAll("main > section")]
                  .filter(s => s.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
                const cut = [...document.querySelectorAll("svg.chart text")]
                  .filter(t => { const b = t.getBBox(); return b.x < -1 || b.x + b.width > 361; });
                for (const part of [...wide.map(s => s.querySelector("h2")), ...cut])
                  out.push([font, apart, part.textContent].join(" "));
              }
            document.documentElement.dataset.seen = out.length + ";" + out.join("|");
            </script>
            """
        let (dom, _) = try open(try Self.page(kind), with: probe, width: 390)
        #expect(dom.contains("data-seen=\"0;\""), "\(dom.prefix(1_000))")
    }

    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"))
    func aLongNameLeavesTheFiguresInSightAndTheBarsAlone() throws {
        let probe = """
            <script>
            const out = [...document.querySelectorAll(".scroll")].filter(s => {
              const figure = s.querySelector("td.n");
              return figure.offsetLeft + figure.offsetWidth > s.clientWidth; });
            const labels = [...document.querySelectorAll("svg[aria-label^=Exposure] text")]
              .filter(t => t.getAttribute("x") === "2").map(t => t.getBBox().width);
            document.documentElement.dataset.seen =
              [out.length, labels.length, Math.max(...labels) <= 135].join(";");
            </script>
            """
        let (dom, _) = try open(try Self.page(.longNames), with: probe, width: 390)
        #expect(dom.contains("data-seen=\"0;3;true\""), "\(dom.prefix(300))")
    }

    /// A glow lies at an edge, under a cover that moves with what is scrolled: it shows where the table goes on.
    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"))
    func aTableThatGoesOnBesideItsPlaceShowsIt() throws {
        let probe = """
            <script>
            const wide = [...document.querySelectorAll(".scroll")].filter(s => s.scrollWidth > s.clientWidth);
            const glows = s => getComputedStyle(s).backgroundAttachment === "local, local, scroll, scroll";
            document.documentElement.dataset.seen = [wide.length > 0, wide.every(glows)].join(";");
            </script>
            """
        let (dom, _) = try open(try Self.page(.field), with: probe, width: 320)
        #expect(dom.contains("data-seen=\"true;true\""), "\(dom.prefix(300))")
    }

    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"))
    func whatIsLookedForNarrowsTheTables() throws {
        let probe = """
            <script>
            const shown = () => [...document.querySelectorAll("tbody tr")].filter(r => r.offsetParent !== null);
            const set = (id, value) => { const e = document.getElementById(id); e.value = value;
              e.dispatchEvent(new Event("input")); };
            const all = shown().length, seen = [];
            set("find", "player a");
            seen.push(shown().length > 0 && shown().length < all,
              shown().every(r => r.textContent.toLowerCase().includes("player a")));
            set("find", "");
            seen.push(shown().length === all);
            set("position", "TE");
            const adp = document.querySelector("section.wide.tabular table");
            const positions = [...adp.tBodies[0].rows].filter(r => !r.hidden).map(r => r.cells[1].textContent);
            seen.push(positions.length > 0 && positions.every(p => p === "TE"));
            seen.push(document.documentElement.scrollWidth <= document.documentElement.clientWidth);
            document.documentElement.dataset.seen = seen.join(" ");
            </script>
            """
        let (dom, log) = try open(try Self.page(.field), with: probe, width: 390)
        #expect(!log.contains("CONSOLE"), "\(log)")
        #expect(dom.contains("data-seen=\"true true true true true\""), "\(dom.prefix(300))")
    }

    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"))
    func headingsSortByHandAndByKey() throws {
        let hand = """
            <script>
            const table = document.querySelector("section.wide.tabular table");
            const column = i => [...table.tBodies[0].rows].map(r => r.cells[i].dataset.v ?? r.cells[i].textContent);
            const sorted = (a, d) => a.every((x, i) => !i || (isNaN(x) ? a[i-1].localeCompare(x) : a[i-1] - x) * d <= 0);
            const heading = i => table.tHead.rows[0].cells[i];
            const seen = [];
            for (const i of [0, 3]) for (const d of i ? [-1, 1] : [1, -1]) {
              const button = heading(i).querySelector("button");
              button.focus();
              seen.push(document.activeElement === button && button.tabIndex === 0);
              button.click();
              seen.push(sorted(column(i), d), heading(i).getAttribute("aria-sort"));
            }
            seen.push(table.querySelectorAll("[aria-sort]").length, table.parentElement.tabIndex);
            document.documentElement.dataset.seen = seen.join(" ");
            </script>
            """
        let (dom, log) = try open(try Self.page(.field), with: hand, width: 1280)
        #expect(!log.contains("CONSOLE"), "\(log)")
        let expected =
            "true true ascending true true descending true true descending true true ascending 1 0"
        #expect(dom.contains("data-seen=\"\(expected)\""), "\(dom.prefix(300))")
    }

    /// What a page becomes in the browser, and what the browser says about it.
    private func open(_ html: String, with script: String, width: Int) throws -> (dom: String, log: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "report.html")
        try html.replacingOccurrences(of: "</body>", with: script + "</body>")
            .write(to: file, atomically: true, encoding: .utf8)
        let (output, errors) = (folder.appending(path: "dom"), folder.appending(path: "log"))
        for path in [output, errors] { try Data().write(to: path) }
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.browser))
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile",
            "--enable-logging=stderr", "--window-size=\(width),844", "--virtual-time-budget=2000", "--dump-dom",
            file.absoluteString,
        ]
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return (
            try String(contentsOf: output, encoding: .utf8), try String(contentsOf: errors, encoding: .utf8)
        )
    }
}
