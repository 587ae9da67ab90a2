import ToolSupport

#if Server
    import ArgumentParser
    import Pages
    import Server

    struct OpenAPICommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "openapi", abstract: "Print the OpenAPI document of the server.",
            discussion: """
                A server sends this document at /openapi.json. It has every operation with its parameters, every kind \
                of command with its members, and the shapes of all answers. A server shows it readably at /docs.

                EXAMPLE:
                  draftledger openapi > openapi.json
                """)

        @OptionGroup var ledger: LedgerOptions

        func execute(on console: Console) throws -> ExitStatus {
            try console.output.write(String(decoding: OpenAPI.document, as: UTF8.self))
            return .done
        }
    }

#endif
