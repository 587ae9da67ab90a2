import BetLedger
import BetServer
import Bets
import Foundation
import Platform
import Server
import TestSupport
import Testing
import Values

@testable import BetTool  // the program is tested from its arguments to its exit status

/// `statdiscute feed`: keys are made, accepted and removed, and files are sent to a server.
@Suite struct FeedToolTests {
    /// A ledger with a server in front of it, and the program.
    private final class Place {
        let tool: ToolRun
        let ledger: BetLedger
        let address: String
        private let stopping: @Sendable () async -> Void
        private let running: Task<Void, any Error>

        init() async throws {
            tool = ToolRun(at: Date.now.ISO8601Format())
            ledger = try BetLedger.create(at: tool.ledger, origin: "example.com/bets")
            var options = BetServerOptions(accounts: tool.ledger + ".accounts") { _ in }
            (options.port, options.isDev) = (0, true)
            let server = BetServer(ledger, options)
            let (started, source) = AsyncStream.makeStream(of: BetServer.Listening.self)
            running = Task {
                defer { source.finish() }
                try await server.run { source.yield($0) }
            }
            var iterator = started.makeAsyncIterator()
            guard let listening = await iterator.next() else {
                try await running.value
                throw CancellationError()
            }
            (address, stopping) = ("http://127.0.0.1:\(listening.port)", listening.stop)
        }

        func stop() async throws {
            await stopping()
            try await running.value
            ledger.close()
        }

        /// Makes a key and has it accepted.
        func accept(_ feed: String, in file: String) async -> (file: String, key: String) {
            let path = tool.folder(file)
            let key = await tool("feed", "key", path).output.trimmingCharacters(in: .whitespacesAndNewlines)
            let added = await tool("feed", "add", feed, key)
            #expect(added.status == 0, "\(added.messages)")
            return (path, key)
        }

        /// A game that begins in six hours, with an offer.
        func reports(line: Int = 449) -> String {
            let now = Timestamp(microseconds: SystemClock.now())
            let tipOff = Timestamp(microseconds: now.microseconds / 1_000_000 * 1_000_000) + .seconds(6 * 3_600)
            let date = (tipOff - .seconds(10 * 3_600)).iso8601.prefix(10)
            return """
                {"kind":"listTeam","season":2025,"team":7,"abbreviation":"BOS","fullName":"Boston Celtics"}
                {"kind":"listTeam","season":2025,"team":8,"abbreviation":"LAL","fullName":"Los Angeles Lakers"}

                {"kind":"scheduleGame","game":"0022500123","season":2025,"home":7,"away":8,"date":"\(date)","tipOff":"\(tipOff.iso8601)"}
                {"kind":"recordOffer","game":"0022500123","market":"total","line":\(line),"firstOdds":1910,"secondOdds":1910,"offeredAt":"\(now.iso8601)","book":"alpha"}

                """
        }
    }

    @Test func aFileIsSentOnceAndItsRepeatRecordsNothing() async throws {
        // given
        let place = try await Place()
        let league = await place.accept("league", in: "league.key")
        try place.tool.folder.write(place.reports(), to: "tonight.jsonl")
        let words = [
            "feed", "send", "league", place.tool.folder("tonight.jsonl"), "--server", place.address, "--key",
            league.file,
            "--batch", "2",
        ]
        // when
        let first = await place.tool.run(words)
        // then
        #expect(first.status == 0 && first.output.contains("Sent 4 reports in 2 messages: 4 events"), "\(first)")
        #expect(first.messages.contains("4 of 4 reports sent"))
        let game = try #require(place.ledger.state.games[22_500_123])
        #expect(game.offers.map(\.terms.feed) == ["league"])
        // and when
        let size = try place.ledger.size
        let again = await place.tool.run(words)
        #expect(again.status == 0 && again.output.contains("2 messages received before"), "\(again)")
        #expect(try place.ledger.size == size)
        // and when: it is meant, as after a withdrawal that was taken back
        let meant = await place.tool.run(words + ["--again"])
        #expect(meant.output.contains("0 messages received before"), "\(meant)")
        try await place.stop()
    }

    @Test func aRefusedReportIsPrintedAndTheOthersAreSent() async throws {
        // given: the second line names a game that is not on the schedule
        let place = try await Place()
        let league = await place.accept("league", in: "league.key")
        var lines = place.reports().split(separator: "\n").map(String.init)
        lines.insert(lines[3].replacing("0022500123", with: "0022500124"), at: 1)
        try place.tool.folder.write(lines.joined(separator: "\n"), to: "tonight.jsonl")
        // when
        let sent = await place.tool(
            "feed", "send", "league", place.tool.folder("tonight.jsonl"), "--server", place.address, "--key",
            league.file)
        // then
        #expect(sent.status == 1 && sent.output.contains("tonight.jsonl, line 2: unknownGame"), "\(sent)")
        #expect(place.ledger.state.games[22_500_123]?.offers.count == 1)
        try await place.stop()
    }

    @Test func aWrongLineStopsEverything() async throws {
        // given
        let place = try await Place()
        let league = await place.accept("league", in: "league.key")
        try place.tool.folder.write(place.reports() + "{\"kind\":\"recordBet\"}\n", to: "tonight.jsonl")
        let size = try place.ledger.size
        // when
        let sent = await place.tool(
            "feed", "send", "league", place.tool.folder("tonight.jsonl"), "--server", place.address, "--key",
            league.file)
        // then
        #expect(sent.status == 65 && sent.messages.contains("tonight.jsonl, line 6"), "\(sent)")
        #expect(sent.messages.contains("Nothing was sent."))
        #expect(try place.ledger.size == size)
        try await place.stop()
    }

    @Test func aRemovedFeedCannotSend() async throws {
        // given
        let place = try await Place()
        let league = await place.accept("league", in: "league.key")
        try place.tool.folder.write(place.reports(), to: "tonight.jsonl")
        let words = [
            "feed", "send", "league", place.tool.folder("tonight.jsonl"), "--server", place.address, "--key",
            league.file,
        ]
        // when
        #expect(await place.tool("feed", "remove", "league", "--key", league.key).status == 0)
        let sent = await place.tool.run(words)
        // then
        #expect(sent.status == 1 && sent.messages.contains("The key was removed."), "\(sent)")
        #expect(await place.tool("feed", "add", "league", league.key).status == 64)
        #expect(await place.tool("feed", "remove", "league").status == 66)
        let list = await place.tool("feed", "list").output
        #expect(list.contains("removed") && list.contains(league.key))
        try await place.stop()
    }

    @Test func theKeyIsSecretAndNotOverwritten() async throws {
        // given
        let tool = ToolRun(at: "2025-11-30T12:00:00Z")
        let file = tool.folder("league.key")
        // when
        let made = await tool("feed", "key", file)
        let again = await tool("feed", "key", file)
        // then
        #expect(made.status == 0 && made.output.hasPrefix("whpk_") && !made.output.contains("whsk_"))
        #expect(again.status == 64 && again.messages.contains("exists"))
        let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(permissions?.intValue == 0o600)
    }

    @Test(arguments: [
        ["feed", "add", "league", "whsk_AAAA"], ["feed", "add", "league", "key"],
        ["feed", "send", "League", "x.jsonl", "--server", "http://127.0.0.1:1", "--key", "k"],
        ["feed", "send", "league", "x.jsonl", "--server", "nowhere", "--key", "k"],
        ["feed", "send", "league", "x.jsonl", "--server", "http://127.0.0.1:1", "--key", "k", "--batch", "501"],
    ])
    func aWrongWordIsRefused(words: [String]) async {
        let tool = ToolRun(at: "2025-11-30T12:00:00Z")
        #expect(await tool.run(words).status == 64)
    }

    @Test func aFeedOfNoLedgerIsNotAdded() async {
        let tool = ToolRun(at: "2025-11-30T12:00:00Z")
        let key = await tool("feed", "key", tool.folder("league.key")).output
        let added = await tool("feed", "add", "league", key.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(added.status == 66 && added.messages.contains("There is no ledger"))
    }
}
