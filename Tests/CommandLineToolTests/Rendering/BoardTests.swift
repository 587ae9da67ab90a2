import Testing

@testable import CommandLineTool
@testable import Draft

@Suite struct BoardTests {
    @Test func show() {
        var f = RoomFixture.started(teams: 12, rounds: 18)
        for i in 0..<30 { f.pick(PlayerIndex(i)) }
        f.autopick(30, .queue)
        for w in [60, 80, 120, 160, 200] {
            print(
                BoardPage(view: f.view).text(on: Terminal(isInteractive: true, columns: w, rows: 50, colors: .none))
                    .prefix(20).map { $0.rendered(w > 100 ? .none : .none) }.joined(separator: "\n"))
        }
    }
}
