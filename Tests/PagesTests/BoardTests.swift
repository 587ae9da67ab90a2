import PagesTesting
import Testing

@testable import Draft  // events that the game alone makes
@testable import Pages  // the lines of the board, and shortened names

/// A board fits its terminal and says everything without colour.
@Suite struct BoardTests {
    /// Four picks by hand, one from the queue, one by ADP, the seventh on the clock.
    private static var sixPicks: RoomFixture {
        var room = RoomFixture.started(teams: 4, rounds: 3)
        for player in 0..<4 as Range<PlayerIndex> { room.pick(player) }
        room.autopick(10, .queue, queueVersion: 3)
        room.autopick(7, .adp)
        return room
    }

    @Test func wideTerminal() {
        #expect(
            BoardPage(view: Self.sixPicks.view).text(on: .plain(80)).page == """
                Room 12  Best Ball Classic
                active · pick 7 of 12 · 2.03 · draft position 2, user 3 on the clock

                   │Bjørn              │user 3            │田中              │Ann
                   │pos 1              │pos 2             │pos 3             │pos 4
                 1 │1.01 WR·CIN        │1.02 RB·ATL       │1.03 WR·MIN       │1.04 RB·PHI
                 → │J. Chase           │B. Robinson       │J. Jefferson      │S. Barkley
                 2 │2.04               │2.03              │2.02 RB·SEA       │2.01 RB·NYG
                 ← │                   │on the clock      │K. Walker III    a│松. 秀喜         q
                 3 │3.01               │3.02              │3.03              │3.04
                 → │                   │                  │                  │

                q autopicked from the queue   a autopicked by ADP
                """)
    }

    @Test func narrowTerminalStacksTheCells() {
        #expect(
            BoardPage(view: Self.sixPicks.view).text(on: .plain(36)).page == """
                Room 12  Best Ball Classic
                active · pick 7 of 12 · 2.03
                draft position 2, user 3 on the clo…

                   │Bjørn   │user 3 │田中   │Ann
                   │pos 1   │pos 2  │pos 3  │pos 4
                 1 │1.01    │1.02   │1.03   │1.04
                 → │J. Chase│Robins…│Jeffer…│Barkley
                   │WR·CIN  │RB·ATL │WR·MIN │RB·PHI
                 2 │2.04    │2.03   │2.02  a│2.01  q
                 ← │        │on the │Walker │秀喜
                   │        │clock  │RB·SEA │RB·NYG
                 3 │3.01    │3.02   │3.03   │3.04
                 → │        │       │       │
                   │        │       │       │

                q autopicked from the queue
                a autopicked by ADP
                """)
    }

    @Test func tooNarrowTerminalGoesOnBelow() {
        let page = BoardPage(view: Self.sixPicks.view).text(on: .plain(24)).page
        #expect(page.contains("  │Bjørn     │user 3"))
        #expect(page.contains("  │田中      │Ann"))
    }

    /// Every size of room on every width of terminal: no line is wider than the terminal, every pick is on the board.
    @Test(arguments: [2, 3, 8, 12, 20] as [UInt8])
    func fits(teams: UInt8) {
        var room = RoomFixture.started(teams: teams, rounds: 4)
        for player in 0..<PlayerIndex(teams) * 2 { room.pick(player) }
        for columns in 20...220 {
            let terminal = Terminal.plain(columns)
            let lines = BoardPicture(room.view, on: terminal).groups.flatMap { $0 }
            #expect(lines.allSatisfy { $0.width <= columns }, "\(teams) teams in \(columns) columns")
            let page = lines.page
            for pick in 1...PickNumber(teams) * 4 {
                #expect(page.contains("│" + Snake(teams: teams, rounds: 4).label(of: pick)))
            }
        }
    }

    @Test func colorsAreTheApps() {
        var terminal = Terminal.plain(80)
        terminal.colors = .full
        let lines = BoardPage(view: Self.sixPicks.view).text(on: terminal)
        let text = lines.map { $0.rendered(.full) }.joined(separator: "\n")
        #expect(text.contains("\u{1B}[38;2;251;191;37mWR·CIN"))
        #expect(text.contains("\u{1B}[38;2;15;186;128mRB·ATL"))
        #expect(text.contains("\u{1B}[1;38;2;255;255;255;48;2;239;68;68m"))
        #expect(lines.page.contains("▎WR"))
    }

    @Test func correctionsAreMarked() {
        var room = Self.sixPicks
        room.add(
            .pickCorrected(
                PickCorrected(
                    pick: 6, mode: .lastOnly, seat: 3, oldPlayer: 7, newPlayer: 11, dispute: 1, requestedBy: 4,
                    approvedBy: 9, reason: "double tap")))
        let page = BoardPage(view: room.view).text(on: .plain(80)).page
        #expect(page.contains("T. McBride"))
        #expect(page.contains("c corrected"))
        #expect(!page.contains("a autopicked by ADP"), "the correction took the mark's place")
    }

    @Test func withoutAnOrderThereIsNoBoard() {
        let page = BoardPage(view: RoomFixture.joined(members: 2).view).text(on: .plain(80)).page
        #expect(page.contains("waiting · 2 of 4 seats taken"))
        #expect(page.contains("The draft order is not drawn yet"))
    }

    @Test(arguments: [
        ("Ja'Marr Chase", 20, "J. Chase"), ("Kenneth Walker III", 20, "K. Walker III"),
        ("Kenneth Walker III", 12, "K. Walker"), ("Kenneth Walker III", 7, "Walker"),
        ("Amon-Ra St. Brown", 12, "A. St. Brown"), ("Justin Jefferson", 8, "Jeffers…"), ("Titans", 8, "Titans"),
        ("", 8, "?"),
    ])
    func namesShrink(full: String, columns: Int, short: String) {
        #expect(ShortenedName(full).fitting(columns) == short)
    }

    @Test func pagesAndTerminalsHaveTheSameColours() {
        let tokens = SharedFiles.tokens
        for (name, colour) in [
            ("bg-primary", Palette.background), ("bg-card", Palette.card), ("text-secondary", Palette.soft),
            ("mark-muted", Palette.muted), ("brand-primary", Palette.brand), ("position-qb", Palette.quarterback),
            ("position-rb", Palette.runningBack), ("position-wr", Palette.wideReceiver),
            ("position-te", Palette.tightEnd), ("position-bn", Palette.otherPosition), ("on-the-clock", Palette.red),
        ] {
            #expect(tokens.contains("--\(name): \(colour.lowercased());"), "\(name)")
        }
    }
}
