import ArgumentParser
import Draft
import DraftLedger
import Records
import Server

/// Where somebody of the house has something done, and by which key: at the ledger itself, or over a server that holds it,
/// where the token says who that is.
struct HouseOptions: ParsableArguments {
    @Option(
        name: .customLong("as"), parsing: .unconditional,
        help: ArgumentHelp("Your number in the house, once authority has begun.", valueName: "person"),
        transform: UserArgument.parse)
    var person: UserID?
    @Option(
        help: ArgumentHelp("The file with your key, as `staff key` makes it.", valueName: "file"), completion: .file())
    var key: String?
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions

    /// Has a command happen, and returns the types of its events.
    typealias Settle = (Command) throws -> [String]

    /// Works in the one place or in the other.
    ///
    /// - Parameters:
    ///   - local: works at the ledger; what it settles is signed where the ledger takes nothing unsigned.
    ///   - distant: works over the server.
    /// - Throws: `ToolError` with a refusal, or what to add or to leave out.
    func work<Result>(
        on console: Console, at local: (DraftLedger, Settle) throws -> Result,
        over distant: (RemoteServer, Settle) throws -> Result
    ) throws -> Result {
        if let server = try remote.remote(console) {
            guard person == nil else { throw ToolError(.usage, "Leave out --as: who acts, the token says.") }
            let key = try key.map { try SealingKeyFile($0).read() }
            return try distant(server) { try server.settle($0, by: key) }
        }
        let draft = try ledger.open(console, for: .writing)
        defer { draft.close() }
        let signer = try ActingOptions.signer(person, key, in: draft)
        return try local(draft) { command in
            let events =
                if let signer { try signer.settle(command, in: draft) } else {
                    try draft.settle(command, as: .admin(nil))
                }
            return events.map(\.event.type.name)
        }
    }

    /// Has one command happen, in the one place or in the other.
    ///
    /// - Returns: the types of its events.
    @discardableResult
    func settle(_ command: Command, on console: Console) throws -> [String] {
        try work(on: console, at: { _, settle in try settle(command) }, over: { _, settle in try settle(command) })
    }
}
