import Pages

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Plays a tape in the terminal until its viewer has seen enough.
struct ReplayTheatre {
    let console: Console

    /// Between two pictures.
    private static let frameMilliseconds: Int32 = 40

    func play(_ tape: ReplayTape, speed: Double) throws(SinkError) -> ExitStatus {
        let session = try TerminalSession(output: console.output, readsKeys: console.inputIsTerminal)
        let token = Interruption.shared.onInterrupt { session.restore() }
        defer {
            Interruption.shared.forget(token)
            session.restore()
        }
        var player = ReplayPlayer(tape, speed: speed)
        var last = ContinuousClock.now
        while !player.hasEnded {
            var terminal = Terminal(descriptor: STDOUT_FILENO, environment: console.environment)
            terminal.colors = console.terminal.colors
            try session.draw(ReplayScreen(player: player, terminal: terminal).lines, terminal.colors)
            if player.isAtEnd, !console.inputIsTerminal { break }
            for key in session.keys(within: player.isPlaying ? Self.frameMilliseconds : 250) { player.handle(key) }
            let now = ContinuousClock.now
            player.advance(bySeconds: (now - last) / .seconds(1))
            last = now
        }
        return player.wasInterrupted ? .interrupted : .done
    }
}
