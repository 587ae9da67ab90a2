import ArgumentParser
import Draft
import Pages
import Remote
import TextFormats
import ToolSupport

struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Show deliveries of webhooks, and send again.",
        discussion: """
            The running server delivers events to the endpoints of its setting webhooks.file. An event that an endpoint has not \
            taken for three days is a dead letter. Sending takes the role operator.

            EXAMPLE:
              draftledger webhooks list --server https://drafts.example.com
              draftledger webhooks resend billing 8812 --server https://drafts.example.com
            """,
        subcommands: [
            WebhookListCommand.self, WebhookDeadLettersCommand.self, WebhookResendCommand.self,
            WebhookReplayCommand.self, WebhookEnableCommand.self,
        ])
}

/// The server whose deliveries a command is about.
struct DeliveryOptions: ParsableArguments {
    @OptionGroup var remote: RemoteOptions

    func server(_ console: Console) throws -> RemoteServer {
        guard let server = try remote.remote(console) else {
            throw ToolError(.usage, "Add --server and --token: the running server delivers webhooks.")
        }
        return server
    }

    /// Sends a request that changes deliveries, and prints the endpoint as it is then.
    func change(_ endpoint: String, _ path: String, on console: Console, _ words: String) throws -> ExitStatus {
        let name = try EndpointName.escaped(endpoint)
        let server = try server(console)
        _ = try server.waiting { try await $0.request("POST", "/v1/webhooks/\(name)/\(path)") }
        try console.print([StyledText("endpoint \(endpoint)", .bold) + StyledText(" \(words)")])
        return .done
    }
}

/// The ID of an endpoint as a part of an address.
enum EndpointName {
    static func escaped(_ name: String) throws -> String {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        guard isName else {
            throw ToolError(.usage, "'\(name)' is not the ID of an endpoint. `webhooks list` lists them.")
        }
        return name
    }
}

struct WebhookListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the endpoints and their deliveries.",
        discussion: """
            EXAMPLE:
              draftledger webhooks list --server https://drafts.example.com
            """)

    @OptionGroup var options: DeliveryOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let answer = try options.server(console).reading("/v1/webhooks")
        guard let list = answer["webhooks"] else { throw ToolError.untold("webhooks") }
        try console.present(ServedList.webhooks(list), as: format.format)
        return .done
    }
}

struct WebhookDeadLettersCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead-letters", abstract: "List the events that an endpoint has not received.",
        discussion: """
            EXAMPLE:
              draftledger webhooks dead-letters billing --server https://drafts.example.com
            """)

    @Argument(help: "The ID of the endpoint.") var endpoint: String
    @OptionGroup var options: DeliveryOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let name = try EndpointName.escaped(endpoint)
        let answer = try options.server(console).reading("/v1/webhooks/\(name)/dead-letters")
        guard let list = answer["deadLetters"] else { throw ToolError.untold("endpoint \(endpoint)") }
        try console.present(ServedList.deadLetters(list), as: format.format)
        return .done
    }
}

struct WebhookResendCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Send a dead letter again.",
        discussion: """
            EXAMPLE:
              draftledger webhooks resend billing 8812 --server https://drafts.example.com
            """)

    @Argument(help: "The ID of the endpoint.") var endpoint: String
    @Argument(help: "The position of the event.") var position: UInt64
    @OptionGroup var options: DeliveryOptions

    func execute(on console: Console) throws -> ExitStatus {
        try options.change(
            endpoint, "dead-letters/\(position)", on: console, "gets the event at position \(position) again")
    }
}

struct WebhookReplayCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Send all events from a position on again.",
        discussion: """
            The endpoint gets each event under the ID that it had before, so it can recognize what it has.

            EXAMPLE:
              draftledger webhooks replay billing --from 8000 --server https://drafts.example.com
            """)

    @Argument(help: "The ID of the endpoint.") var endpoint: String
    @Option(help: ArgumentHelp("The position of the first event.", valueName: "position")) var from: UInt64
    @OptionGroup var options: DeliveryOptions

    func execute(on console: Console) throws -> ExitStatus {
        try options.change(endpoint, "replay/\(from)", on: console, "gets the events from position \(from) on again")
    }
}

struct WebhookEnableCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Send again to an endpoint that has answered 410.",
        discussion: """
            EXAMPLE:
              draftledger webhooks enable billing --server https://drafts.example.com
            """)

    @Argument(help: "The ID of the endpoint.") var endpoint: String
    @OptionGroup var options: DeliveryOptions

    func execute(on console: Console) throws -> ExitStatus {
        try options.change(endpoint, "enable", on: console, "is enabled")
    }
}
