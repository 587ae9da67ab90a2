import ArgumentParser
import Draft
import DraftLedger
import Records
import Remote
import ToolSupport

/// The place where a staff command is carried out, and the signing key: a ledger on this machine, or a server that holds one
/// and knows the staff member by the token.
struct OperatorOptions: ParsableArguments {
    @OptionGroup var acting: ActingOptions
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions

    /// Works in the one place or in the other.
    ///
    /// - Throws: `ToolError` that says what to add or to leave out, and what `body` throws.
    func work<Result>(on console: Console, _ body: (any OperatorPlace) throws -> Result) throws -> Result {
        if let server = try remote.remote(console) {
            guard acting.person == nil else {
                throw ToolError(.usage, "Leave out --staff-id: with --server the token says who acts.")
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
