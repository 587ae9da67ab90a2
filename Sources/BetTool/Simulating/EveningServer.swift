#if Server
    import BetLedger
    import BetServer
    import BetSimulation
    import Platform
    import Server
    import ToolSupport

    /// A server for development that shows a simulated evening while it is played.
    struct EveningServer {
        let port: Int

        /// Plays the evening in real time and serves its ledger until the process is interrupted.
        ///
        /// - Returns: the player as far as it came.
        func run(_ player: SeasonPlayer) async throws -> SeasonPlayer {
            var options = BetServerOptions(accounts: player.ledger.path + ".accounts") { line in
                Descriptor.standardError.writeOnce(line)
            }
            (options.port, options.isDev) = (port, true)
            options.operations.rates = nil
            options.operations.logLevel = "warning"
            let server = BetServer(player.ledger, options)
            let evening = Task {
                var player = player
                try await player.playInRealTime()
                Descriptor.standardError.writeOnce("The evening is over. The server continues.\n")
                return player
            }
            defer { evening.cancel() }
            try await server.run { listening in
                // From here on the server ends by the signals itself.
                Interruption.shared.standDown()
                Descriptor.standardError.writeOnce(
                    "Open http://127.0.0.1:\(listening.port) in a browser. Ctrl-C ends the server.\n")
            }
            evening.cancel()
            // An evening that was interrupted has no summary beyond that of its past.
            guard case .success(let played) = await evening.result else { return player }
            return played
        }
    }
#endif
