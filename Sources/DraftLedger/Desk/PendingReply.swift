import Draft
import Platform

/// The outcome of a command that somebody waits for, and that may be withdrawn until it is decided.
final class PendingReply: Sendable {
    private struct State {
        var result: Result<Outcome, any Error>?
        var continuation: CheckedContinuation<Result<Outcome, any Error>, Never>?
    }

    let wish = Wish()
    private let state = Guarded(State())

    /// Tells the one who waits. Once.
    func give(_ result: Result<Outcome, any Error>) {
        let continuation = state.withLock { state in
            if state.continuation == nil { state.result = result }
            return state.continuation
        }
        if let continuation { continuation.resume(returning: result) } else { state.broadcast() }
    }

    /// Takes the command back unless it is decided, and says why.
    func withdraw(_ error: @autoclosure () -> DraftLedgerError) {
        if wish.withdraw() { give(.failure(error())) }
    }

    /// The outcome, for a task. A task that is cancelled meanwhile withdraws the command.
    var value: Result<Outcome, any Error> {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let result = state.withLock { state in
                        if state.result == nil { state.continuation = continuation }
                        return state.result
                    }
                    if let result { continuation.resume(returning: result) }
                }
            } onCancel: {
                withdraw(.withdrawn)
            }
        }
    }

    /// The outcome, for a thread that has nothing else to do.
    func wait() -> Result<Outcome, any Error> { state.wait { $0.result } }
}

extension DraftLedgerError {
    fileprivate static var withdrawn: DraftLedgerError {
        DraftLedgerError(
            .withdrawn,
            "The task that sent the command was cancelled before the command was decided: nothing of it is recorded. "
                + "It may be sent again under the same id.")
    }

    static var deadlineExceeded: DraftLedgerError {
        DraftLedgerError(
            .deadlineExceeded,
            "The command was not decided by its deadline: nothing of it is recorded. It may be sent again under the same id."
        )
    }
}
