import Pages
import PagesTesting
import Testing

/// Text is measured, cut and coloured in columns of a terminal.
@Suite struct StylingTests {
    @Test(arguments: [
        ("Chase", 5), ("José", 4), ("Jose\u{301}", 4), ("松井 秀喜", 9), ("👨‍👩‍👧", 2), ("✔\u{FE0F}", 2), ("한국", 4), ("", 0),
        ("▎│→←…·", 6),
    ])
    func width(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test func fittingNeverMissesItsWidth() {
        let texts = ["", "a", "Ja'Marr Chase", "松井 秀喜", "José Ramírez", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧"]
        for text in texts {
            for columns in 0...16 {
                for alignment in [StyledText.Alignment.leading, .trailing, .center] {
                    let fitted = (StyledText(text, .bold) + StyledText(text)).fitted(to: columns, alignment)
                    #expect(fitted.width == columns, "\(text) in \(columns)")
                    #expect(DisplayWidth.of(fitted.plain) == columns)
                }
            }
        }
    }

    @Test func cuttingLeavesAnEllipsisAndKeepsLooks() {
        let text = StyledText("Justin ", .bold) + StyledText("Jefferson", .dim)
        #expect(text.truncated(to: 10).plain == "Justin Je…")
        #expect(text.truncated(to: 10).spans.map(\.style) == [.bold, .dim])
        #expect(text.truncated(to: 16) == text)
    }

    @Test func importedNamesCannotSteerTheTerminal() {
        let name = StyledText("\u{1B}[31mEvil\u{7}\u{202E}\n")
        #expect(name.plain == "\u{FFFD}[31mEvil\u{FFFD}\u{FFFD}\u{FFFD}")
    }

    @Test func looksAreEscapeSequencesOnlyWhereTheyShow() {
        let text = StyledText("QB", .colored(.quarterback, bold: true)) + StyledText(" rest")
        #expect(text.rendered(.none) == "QB rest")
        #expect(text.rendered(.full) == "\u{1B}[1;38;2;244;114;182mQB\u{1B}[0m rest")
        #expect(text.rendered(.palette) == "\u{1B}[1;38;5;205mQB\u{1B}[0m rest")
    }

    /// By a search through the whole palette as xterm defines it.
    @Test(arguments: [Color.quarterback, .runningBack, .wideReceiver, .tightEnd, .bench, .onTheClock, .white])
    func paletteHasNoNearerColor(color: Color) {
        let levels = [0, 95, 135, 175, 215, 255]
        func rgb(_ index: Int) -> (Int, Int, Int) {
            if index >= 232 { return (8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)) }
            let cube = index - 16
            return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
        }
        func distance(_ index: Int) -> Int {
            let (red, green, blue) = rgb(index)
            let difference = (Int(color.red) - red, Int(color.green) - green, Int(color.blue) - blue)
            return difference.0 * difference.0 + difference.1 * difference.1 + difference.2 * difference.2
        }
        #expect(distance(Int(color.paletteIndex)) == (16...255).map(distance).min())
    }

    @Test func tablesGiveWayInTheirWidestShrinkingColumn() {
        var table = TextTable([.init("n", .trailing), .init("name", shrinks: true), .init("team")])
        table.rows = [["1", "Amon-Ra St. Brown", "DET"], ["12", "松井 秀喜", "NYG"]]
        #expect(
            table.lines(on: .plain(80)).page == """
                 n  name               team
                 1  Amon-Ra St. Brown  DET
                12  松井 秀喜          NYG
                """)
        #expect(
            table.lines(on: .plain(25)).page == """
                 n  name             team
                 1  Amon-Ra St. Br…  DET
                12  松井 秀喜        NYG
                """)
        #expect(
            table.lines(on: .plain(10)).page == """
                 n  name            team
                 1  Amon-Ra St. B…  DET
                12  松井 秀喜       NYG
                """, "what cannot fit runs over, with names that can still be read")
    }
}
