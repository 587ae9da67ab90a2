import CommandTesting
import Draft
import DraftLedger
import Replay
import TestSupport
import Testing

@testable import Pages  // the moments of a dispute without its page

/// The moments of a dispute as people read them.
@Suite struct DisputeMomentsTests {
    private let scratch = TemporaryDirectory()

    /// The moments around pick 5 of a simulated room.
    private func moments() throws -> [DisputeReport.Moment] {
        let path = scratch("ledger")
        let arguments = ["simulate", "--rooms", "1", "--teams", "4", "--rounds", "4", "--seed", "7"]
        #expect(Ran(["--ledger", path] + arguments).status == 0)
        let ledger = try DraftLedger.open(at: path)
        defer { ledger.close() }
        return try Dispute(ledger).judge(room: 1, pick: 5).timeline
    }

    private func text(_ moments: [DisputeReport.Moment], columns: Int?, colors: ColorDepth = .none) -> [String] {
        let terminal = Terminal(isInteractive: columns != nil, columns: columns, rows: nil, colors: colors)
        return DisputeMoments(moments: moments).lines(on: terminal).map { $0.trimmed.rendered(.none) }
    }

    @Test func aLongSentenceGoesOnBelowItself() throws {
        let moments = try moments()
        let lines = text(moments, columns: 80)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(!lines.contains { $0.contains("…") })
        let shown = lines.joined().filter { $0 != " " }
        // Every word is there, in lines of one moment that stand together; a digest is longer than a line.
        for moment in moments { #expect(shown.contains(moment.text.filter { $0 != " " })) }
    }

    @Test func whatTheClaimantDidIsMarkedAsTheLegendSays() throws {
        var moments = Array(try moments().prefix(2))
        moments[0].isClaimants = true
        moments[1].isClaimants = false
        let plain = text(moments, columns: nil)
        #expect(plain.contains { $0.hasSuffix("* " + moments[0].text) })
        #expect(plain.contains { $0.hasSuffix("  " + moments[1].text) })
        #expect(plain.last?.contains("a star marks the claimant's own actions") == true)
        let coloured = text(moments, columns: nil, colors: .full)
        #expect(!coloured.contains { $0.contains("* ") })
        #expect(coloured.last?.contains("bold marks the claimant's own actions") == true)
    }

    @Test func anotherDayIsSaid() throws {
        var moments = Array(try moments().prefix(3))
        for (index, day) in [0, 0, 1].enumerated() {
            moments[index].occurredAt = Timestamp(microseconds: 1_790_000_000_000_000) + .seconds(86_400 * Int64(day))
        }
        let days = text(moments, columns: nil).filter { $0.hasPrefix("── ") }
        #expect(days == ["── 2026-09-21 ──", "── 2026-09-22 ──"])
    }
}
