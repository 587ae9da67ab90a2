import ArgumentParser
import BetLedger
import Bets
import BetSimulation
import Foundation
import Pages
import ToolSupport
import Values

struct SimulateCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Simulate a season with games tonight.",
        discussion: """
            Creates a ledger with 22 rounds of a league that does not exist, and with tonight's games: lines of four books, \
            scores, box scores and bets. The same seed gives the same ledger. With --speed the evening begins now and passes \
            as many times faster as a real one; without it, everything is recorded at once.

            EXAMPLE:
              statdiscute --ledger demo.ledger simulate --games 10 --seed 7
              statdiscute --ledger demo.ledger simulate --games 4 --speed 20 --port 8000
            """)

    @Option(help: ArgumentHelp("The number of games tonight, 1 to 15.", valueName: "count")) var games = 10
    @Option(help: ArgumentHelp("The seed.", valueName: "number")) var seed: UInt64 = 7
    @Option(help: ArgumentHelp("Play in real time, faster by this factor: 1 to 1000.", valueName: "factor"))
    var speed: Int?
    @Option(help: ArgumentHelp("The beginning of the evening (default: a fixed one).", valueName: "time"))
    var start = "2026-01-16T00:00:00Z"
    @Option(help: ArgumentHelp("The permanent name of the new ledger.", valueName: "name"))
    var origin = "statdiscute.local/simulation"
    #if Server
        @Option(help: ArgumentHelp("With --speed: serve the pages on this machine.", valueName: "port"))
        var port: Int?
    #endif
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let (games, speeds) = (SimulatedSeason.Options.allowedGames, SimulatedSeason.Options.allowedSpeeds)
        if !games.contains(self.games) { throw ValidationError("--games is \(self.games). Write 1 to 15.") }
        if let speed, !speeds.contains(speed) { throw ValidationError("--speed is \(speed). Write 1 to 1000.") }
        #if Server
            if let port, speed == nil || !(0...65_535).contains(port) {
                throw ValidationError("--port is \(port). Write 0 to 65535, and give --speed too.")
            }
        #endif
        if Timestamp(iso8601: start) == nil {
            throw ValidationError("'\(start)' is not a time. Write one such as 2026-01-16T00:00:00Z.")
        }
    }

    func execute(on console: Console) async throws -> ExitStatus {
        let path = ledger.path(console)
        guard !LedgerOptions.isThere(path) else {
            throw ToolError(.usage, "There is a ledger in \(path). Name a new directory with --ledger.")
        }
        let now = Timestamp(microseconds: console.now())
        let season = SimulatedSeason(
            SimulatedSeason.Options(
                seed: seed, games: games, start: speed == nil ? Timestamp(iso8601: start) ?? now : now,
                speed: speed ?? 1))
        var player = try SeasonPlayer.create(at: path, origin: origin, season, system: console.now)
        defer { player.ledger.close() }
        try await player.ledger.publishModel()
        if speed == nil {
            try await player.playInVirtualTime()
        } else {
            try await player.playInVirtualTime(until: now)
            console.note("The evening begins. Each step is recorded at its moment.")
            try await play(&player)
        }
        try console.present(
            SimulationPage(
                summary: player.summary, games: season.tonight.count, bets: player.ledger.state.bets.count,
                size: try player.ledger.size, root: "\(try player.ledger.root)"), as: output.format)
        return player.summary.unexpected.isEmpty ? .done : .found
    }

    private func play(_ player: inout SeasonPlayer) async throws {
        #if Server
            if let port { return player = try await EveningServer(port: port).run(player) }
        #endif
        try await player.playInRealTime()
    }
}
