import ArgumentParser

@main
struct DraftLedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "draftledger")
}
