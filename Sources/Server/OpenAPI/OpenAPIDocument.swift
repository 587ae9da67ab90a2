import Draft
import HTTPTypes
import Pages
import Records
import TextFormats

/// The OpenAPI document of a ledger of drafts, derived from the descriptions of routes, commands and shapes.
package enum OpenAPI {
    /// The document as the server sends it and `draftledger openapi` writes it.
    package static let document: [UInt8] = Array(
        APIDocument(
            title: "draft-ledger", description: description, tags: Route.Tag.allOfDrafts,
            routes: DraftServer.describedRoutes.map(\.description), securitySchemes: securitySchemes,
            security: [["token": []], ["session": []]], schemas: schemas,
            errorWords: "The app shows the message; the detail is for developers."
        ).text.utf8)

    /// All operations, those of a server for development among them.
    static let operations: [(route: RouteDescription, operation: RouteDescription.Operation)] =
        DraftServer.describedRoutes.compactMap { route in route.operation.map { (route.description, $0) } }

    static let description =
        "An event-sourced ledger of fantasy best-ball drafts. POST /v1/commands changes it; everything else reads it. "
        + "Each answer has the header Ledger-Position: the number of events at its time. A GET with minPosition and "
        + "Prefer: wait=2 waits up to 2 seconds for a ledger with as many events, and answers 503 after that. A list "
        + "that takes limit is sent in parts: the header Link with rel=\"next\" has the address of the next one. Paths that begin with /api are for the drafting "
        + "app, with shapes and errors of their own. /docs shows this document."

    // MARK: Components

    private static let securitySchemes: [(String, JSON)] = [
        ("token", ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]),
        (
            "session",
            [
                "type": "apiKey", "in": "cookie", "name": "__Host-draftledger",
                "description":
                    "The cookie of POST /v1/session, in place of its token. Requests that change something need our Origin.",
            ]
        ),
    ]

    /// The example of a shape: an answer of a server if one was recorded, else a value of the shape.
    static func example(of name: String) -> JSON {
        if let recorded = OpenAPIExamples.all[name] { return .encoded(recorded) }
        if name == "Command" { return CommandSchema(of: CommandKind.allCases[0]).example() }
        return ShapeCatalog.shapes.first { $0.name == name }?.shape.example(example) ?? nil
    }

    private static var schemas: [(String, JSON)] {
        let shapes = ShapeCatalog.shapes.map { name, shape in
            (name, shape.schema.adding(["examples": [example(of: name)]]))
        }
        return CommandDocument.schemas + EventDocument.schemas + shapes
    }
}
