import Platform

/// Keeps transactions and changes of the map apart.
///
/// LMDB moves its map when the map's size changes, and every pointer that a transaction has lent dies with the old
/// one. So transactions enter shared, and a change of the map enters exclusively. A waiting change goes first:
/// otherwise, readers that overlap without end would keep it out permanently.
final class ReadGate: Sendable {
    private struct State {
        var inside = 0
        var changing = false
        var isClosed = false
    }

    private let state = Guarded(State())

    /// Lets a transaction in, after any change that is under way or waiting.
    ///
    /// - Returns: false when the environment has been closed; then nothing was entered.
    func enter() -> Bool {
        state.wait { state in
            if state.isClosed { return false }
            if state.changing { return nil }
            state.inside += 1
            return true
        }
    }

    /// Lets a transaction out.
    func leave() {
        let isLast = state.withLock { state in
            state.inside -= 1
            return state.changing && state.inside == 0
        }
        if isLast { state.broadcast() }
    }

    /// Waits until no transaction is inside, then runs `body` while no transaction can enter.
    ///
    /// - Returns: nil when the environment has been closed; then `body` did not run.
    func alone<Result>(_ body: () throws -> Result) rethrows -> Result? {
        guard beginChange() else { return nil }
        state.wait { $0.inside == 0 ? () : nil }
        defer { endChange(closing: false) }
        return try body()
    }

    /// Runs `body` alone if that needs no waiting.
    func aloneIfIdle(_ body: () throws -> Void) rethrows {
        let begun = state.withLock { state in
            guard !state.isClosed, !state.changing, state.inside == 0 else { return false }
            state.changing = true
            return true
        }
        guard begun else { return }
        defer { endChange(closing: false) }
        try body()
    }

    /// Waits until no transaction is inside, then runs `body` and shuts the gate for good. Only the first call does.
    func close(_ body: () -> Void) {
        guard beginChange() else { return }
        state.wait { $0.inside == 0 ? () : nil }
        body()
        endChange(closing: true)
    }

    private func beginChange() -> Bool {
        state.wait { state in
            if state.isClosed { return false }
            if state.changing { return nil }
            state.changing = true
            return true
        }
    }

    private func endChange(closing: Bool) {
        state.withLock { state in
            state.changing = false
            state.isClosed = closing
        }
        state.broadcast()
    }
}
