import BetLedger
import BetSimulation
import Bets
import Foundation
import Server
import TestSupport
import Testing
import Values

@testable import BetServer  // a server of a simulated season

/// The pages in a real browser, over a simulated evening that passes while they are looked at.
@Suite struct BetPagesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let python = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/python/pages/bin/python").path

    private static var isThere: Bool {
        [python, "/usr/bin/chromium"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Sendable
    private static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    @Test(.enabled(if: isThere, "This needs Chromium, playwright and axe: Tools/install --for-tests."), .withinTheRun)
    func pagesShowAnEveningLiveAndRecordBets() async throws {
        // given
        let directory = TemporaryDirectory()
        let start = Timestamp(microseconds: Self.now())
        let season = SimulatedSeason(SimulatedSeason.Options(seed: 7, games: 6, start: start, speed: 20))
        var player = try SeasonPlayer.create(
            at: directory("bets.ledger"), origin: "example.com/simulation", season, system: Self.now)
        let model = ModelPublished(table: .zero, backtest: .zero, parameters: .current(), title: "totals 1")
        _ = try await player.ledger.send(
            .publishModel(1, model), as: Sender(.admin, user: 1), id: CommandID(high: 0, low: 1))
        try await player.playInVirtualTime(until: start)
        let ledger = player.ledger
        var options = BetServerOptions(accounts: directory("accounts")) { _ in }
        (options.port, options.isDev) = (0, true)
        options.operations.rates = nil
        let (started, source) = AsyncStream.makeStream(of: BetServer.Listening.self)
        let server = BetServer(ledger, options)
        let running = Task {
            defer { source.finish() }
            try await server.run { source.yield($0) }
        }
        let listening = try #require(await started.first { _ in true })
        let evening = Task { [player] in
            var player = player
            try await player.playInRealTime()
        }
        // when
        let (status, output) = try await Self.run(port: listening.port)
        // then
        #expect(status == 0, "\(output)")
        evening.cancel()
        _ = await evening.result
        await listening.stop()
        try await running.value
        ledger.close()
    }

    private static func run(port: Int) async throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-B", folder.appending(path: "bet_pages.py").path, "http://127.0.0.1:\(port)"]
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = try await Task.detached { try pipe.fileHandleForReading.readToEnd() ?? Data() }.value
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
