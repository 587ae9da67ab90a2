import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Pages
import Projections
import Replay
import Simulation
import Testing

/// In a real browser, where there is one.
struct ReplayBrowserTests {
    static let browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"))
    func inTheBrowserPick42ShowsWhatTheBoardAsOfPick42Says() throws {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 4, seed: 12, teams: 6, rounds: 8))
        let room = try #require(try house.ledger.rooms().first { $0.status == .complete }?.room)
        let page = try ReplayPage(RoomHistory(of: room, in: house.ledger), in: house.ledger, options: .init(viewer: 0))
        let (dom, log) = try open(page.html(), at: "#pick=42")
        #expect(dom.contains("data-ready=\"true\""))
        #expect(!log.contains("CONSOLE"), "\(log)")
        let board = try #require(try house.ledger.room(room, at: .pick(42)))
        for index in 0..<48 {
            let cell = "data-pick=\"\(index + 1)\""
            let shown = dom.components(separatedBy: "<td ").first { $0.contains(cell) } ?? ""
            let tag = shown.prefix { $0 != ">" }
            if index < board.picks.count, let player = board.picks[index].player {
                #expect(tag.contains("data-player=\"\(player)\""), "pick \(index + 1): \(tag)")
                #expect(tag.contains("data-source=\"\(board.picks[index].source.name)\""), "pick \(index + 1): \(tag)")
            } else {
                #expect(!tag.contains("data-player"), "pick \(index + 1): \(tag)")
            }
        }
    }

    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"))
    func inTheBrowserKeysAndSlidersGoThroughTheDraft() throws {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 4, seed: 12, teams: 4, rounds: 3))
        let room = try #require(try house.ledger.rooms().first { $0.status == .complete }?.room)
        let page = try ReplayPage(RoomHistory(of: room, in: house.ledger), in: house.ledger).html()
        let hand = """
            <script type="module">
            const press = (key, shiftKey) => document.body.dispatchEvent(
              new KeyboardEvent("keydown", { key, shiftKey: !!shiftKey, bubbles: true, cancelable: true }));
            const picks = () => document.querySelectorAll("td[data-player]").length;
            const seen = [picks()];
            press("Home"); seen.push(picks());
            press("ArrowRight", true); seen.push(picks());
            press("ArrowRight", true); seen.push(picks());
            press("ArrowLeft", true); seen.push(picks());
            press("End"); seen.push(picks());
            const pick = document.getElementById("pick");
            pick.value = 5; pick.dispatchEvent(new Event("input")); seen.push(picks());
            const time = document.getElementById("time");
            time.value = 0; time.dispatchEvent(new Event("input")); seen.push(picks());
            press(" "); seen.push(document.getElementById("play").getAttribute("aria-label"));
            press(" "); seen.push(document.getElementById("play").getAttribute("aria-label"));
            document.documentElement.dataset.seen = seen.join(" ");
            </script>
            """
        let (dom, log) = try open(page.replacingOccurrences(of: "</body>", with: hand + "</body>"), at: "")
        #expect(dom.contains("data-seen=\"12 0 1 2 1 12 5 0 Pause Play\""), "\(dom.prefix(400))")
        #expect(!log.contains("CONSOLE"), "\(log)")
    }

    @Test(
        .enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"), arguments: [390, 1_280])
    func inTheBrowserThePageKeepsWithinItsWindowInEveryFont(width: Int) throws {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 4, seed: 12, teams: 6, rounds: 8))
        let room = try #require(try house.ledger.rooms().first { $0.status == .complete }?.room)
        let title = "Room of " + String(repeating: "Wide", count: 40)
        let page = try ReplayPage(
            RoomHistory(of: room, in: house.ledger), in: house.ledger, options: .init(title: title, viewer: 0)
        ).html()
        let probe = """
            <script type="module">
            const looks = document.head.appendChild(document.createElement("style")), out = [];
            for (const font of ["system-ui", "serif", "monospace", "cursive", "Noto Sans", "DejaVu Sans", "Verdana"])
              for (const apart of ["0", ".1em", ".3em"]) {
                looks.textContent = "*{font-family:'" + font + "'," + font + ",monospace!important;letter-spacing:" + apart + "}";
                const root = document.documentElement;
                if (root.scrollWidth > root.clientWidth) out.push(font + " " + apart + " " + root.scrollWidth);
                const cells = [...document.querySelectorAll("#board td")];
                if (cells.some(c => c.getBoundingClientRect().height > 65)) out.push(font + " " + apart + " cell");
              }
            document.documentElement.dataset.seen = out.length + ";" + out.join("|");
            </script>
            """
        let (dom, _) = try open(
            page.replacingOccurrences(of: "</body>", with: probe + "</body>"), at: "", width: width)
        #expect(dom.contains("data-seen=\"0;\""), "\(dom.prefix(1_000))")
    }

    @Test(.enabled(if: browser != nil, "Chromium is not installed: apt-get install chromium"))
    func inTheBrowserAnImportHasItsSourcesTimesAndPicksAndNoOthers() throws {
        for (house, course) in [
            (try ImportedRoom.timed(), "source"), (try ImportedRoom.untold(), "picks"),
            (try ImportedRoom.partlyKnown(), "partly"),
        ] {
            let page = try ReplayPage(RoomHistory(of: ImportedRoom.room, in: house.ledger), in: house.ledger).html()
            let (dom, log) = try open(page, at: "#pick=6")
            #expect(!log.contains("CONSOLE"), "\(log)")
            let rows = dom.components(separatedBy: "<li ").filter { $0.contains("data-kind=\"pick\"") }
            let recorded = rows.map { $0.contains("Recorded 2026-") && !$0.contains("Recorded 2020-") }
            #expect(rows.count == 6 && recorded.allSatisfy { $0 })
            let times = rows.map { row in
                let open = row.range(of: "<time")!.upperBound
                return String(row[row[open...].firstIndex(of: ">")!...].dropFirst().prefix { $0 != "<" })
            }
            let output = try #require(dom.components(separatedBy: "<output id=\"moment\"").dropFirst().first)
            let moment = output.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
            let slider = dom.components(separatedBy: "<label class=\"scrub\"")[1].prefix { $0 != ">" }
            #expect(slider.contains("hidden") == (course != "source"))
            let cell = dom.components(separatedBy: "<td ").first { $0.contains("data-pick=\"4\"") } ?? ""
            switch course {
            case "source":
                #expect(times == ["0.0", "7.0", "7.0", "2:46:47", "2:46:50", "2:46:51"])
                #expect(rows[3].contains("Occurred 2020-07-06T16:46:52"))
                #expect(moment.hasPrefix("2020-07-06T16:46:56"))
            case "picks":
                #expect(times.allSatisfy(\.isEmpty) && moment.isEmpty)
                #expect(!rows.contains { $0.contains("Occurred") })
            default:
                #expect(times == ["", "2020-07-06 14:00:17", "2020-07-06 14:00:20", "", "", "2020-07-06 14:00:45"])
                #expect(
                    cell.contains("<b>–</b>") && cell.contains(">?</em>") && cell.contains("not known to the source"))
                #expect(!dom.contains("<b>skipped<"))
            }
        }
    }

    /// What a page becomes in the browser, and what the browser says about it.
    private func open(_ html: String, at fragment: String, width: Int = 800) throws -> (dom: String, log: String) {
        let file = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try html.write(to: file, atomically: true, encoding: .utf8)
        let profile = FileManager.default.temporaryDirectory.appending(path: "chromium-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: profile) }
        let process = Process()
        process.executableURL = URL(filePath: Self.browser!)
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile.path)", "--enable-logging=stderr",
            "--window-size=\(width),844", "--virtual-time-budget=2000", "--dump-dom", file.absoluteString + fragment,
        ]
        let (output, errors) = (profile.path + ".out", profile.path + ".log")
        defer { for path in [output, errors] { try? FileManager.default.removeItem(atPath: path) } }
        for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        process.waitUntilExit()
        return (
            try String(contentsOfFile: output, encoding: .utf8), try String(contentsOfFile: errors, encoding: .utf8)
        )
    }
}
