import ArgumentParser
import Draft
import DraftLedger
import Records
import Remote

/// Where somebody of the house has something done, and by which key: at the ledger itself, or over a server that holds it,
/// where the token says who that is.
struct HouseOptions: ParsableArguments {
    @OptionGroup var acting: ActingOptions
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions

    /// Works in the one place or in the other.
    ///
    /// - Throws: `ToolError` that says what to add or to leave out, and what `body` throws.
    func work<Result>(on console: Console, _ body: (any OperatorPlace) throws -> Result) throws -> Result {
        if let server = try remote.remote(console) {
            guard acting.person == nil else {
                throw ToolError(.usage, "Leave out --as: who acts, the token says.")
            }
            return try body(ServerPlace(server: server, key: try acting.key.map { try SealingKeyFile($0).read() }))
        }
        let draft = try ledger.open(console, for: .writing)
        defer { draft.close() }
        return try body(LedgerPlace(draft: draft, signer: try acting.signer(in: draft)))
    }

    /// Sends one command, to the one place or to the other.
    ///
    /// - Returns: the types of its events.
    @discardableResult
    func send(_ command: Command, on console: Console) throws -> [String] {
        try work(on: console) { try $0.send(command) }
    }
}
