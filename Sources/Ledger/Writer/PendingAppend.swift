/// A request on its way through the writer, with whom to tell.
///
/// Unchecked because one thread at a time has it: the caller until it is submitted, then whoever holds the writer's turn.
final class PendingAppend: @unchecked Sendable {
    var request: AppendRequest
    let completion: @Sendable (Result<Appended, LedgerError>) -> Void

    init(
        _ request: consuming AppendRequest,
        completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        self.request = request
        self.completion = completion
    }
}
