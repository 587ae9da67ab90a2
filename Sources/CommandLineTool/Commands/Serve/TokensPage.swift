#if Server
    import Pages
    import Server
    import TextFormats

    /// The tokens of programs, without the tokens.
    struct TokensPage: ListPage {
        var tokens: [MachineToken]

        private static let columns = ["id", "name", "user", "roles", "createdAt"]

        func text(on terminal: Terminal) -> [StyledText] {
            guard !tokens.isEmpty else { return [StyledText("There are no tokens.")] }
            var table = TextTable([
                .init("id"), .init("name"), .init("user", .trailing), .init("roles"), .init("created"),
            ])
            table.rows = tokens.map { token in
                [
                    StyledText(token.id, .bold), StyledText(token.name), StyledText("\(token.user)"),
                    StyledText(token.roles.joined(separator: ", ")), StyledText(token.createdAt, .dim),
                ]
            }
            return table.lines(on: terminal)
        }

        var listName: String { "tokens" }

        var csv: CSVTable { CSVTable(Self.columns, objects: objects) }

        var objects: [JSON] {
            tokens.map { token in
                [
                    "id": .of(token.id), "name": .of(token.name), "user": .of(token.user),
                    "roles": .array(token.roles) { .of($0) }, "createdAt": .of(token.createdAt),
                ]
            }
        }
    }
#endif
