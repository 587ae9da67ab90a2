import Draft
import HTTPTypes
import Pages
import Records
import TextFormats

/// The OpenAPI 3.1 document, derived from the descriptions of routes, commands and shapes.
package enum OpenAPI {
    /// The document as the server sends it and `draftledger openapi` writes it: a line for each path and each component.
    package static let document: [UInt8] = Array(text.utf8)

    /// All operations, those of a server for development among them.
    static let operations: [(route: Route, operation: Route.Operation)] =
        DraftServer.describedRoutes.compactMap { route in route.operation.map { (route, $0) } }

    static let description =
        "An event-sourced ledger of fantasy best-ball drafts. POST /v1/commands changes it; everything else reads it. "
        + "Each answer has the header Ledger-Position: the number of events at its time. A GET with minPosition and "
        + "Prefer: wait=2 waits up to 2 seconds for a ledger with as many events, and answers 503 after that. Lists "
        + "take limit and after; the header Link with rel=\"next\" has the address of the next part. Paths that begin with /api are for the drafting "
        + "app, with shapes and errors of their own. /docs shows this document."

    private static var text: String {
        var lines = [
            "{\"openapi\":\"3.1.0\",",
            "\"info\":"
                + (["title": "draft-ledger", "version": "1", "description": .of(description)] as JSON).compact + ",",
            "\"servers\":[{\"url\":\"/\"}],",
            "\"tags\":"
                + JSON.array(Route.Tag.allCases) { ["name": .of($0.rawValue), "description": .of($0.summary)] }.compact
                + ",",
        ]
        lines += member("paths", paths) + [","]
        lines.append("\"components\":{")
        let components: [(String, [(String, JSON)])] = [
            ("securitySchemes", securitySchemes), ("parameters", parameters), ("responses", responses),
            ("schemas", schemas),
        ]
        for (index, component) in components.enumerated() {
            lines += member(component.0, component.1)
            if index < components.count - 1 { lines.append(",") }
        }
        lines.append("}}")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of an object, a member on each.
    private static func member(_ name: String, _ members: [(String, JSON)]) -> [String] {
        let last = members.count - 1
        return ["\"\(name)\":{"]
            + members.enumerated().map { "\(JSON.of($1.0).compact):\($1.1.compact)\($0 < last ? "," : "")" } + ["}"]
    }

    // MARK: Paths

    private static var paths: [(String, JSON)] {
        var order: [String] = []
        var items: [String: [JSON.Member]] = [:]
        for (route, operation) in operations {
            let path = route.path.replacing("*}", with: "}")
            if items[path] == nil { order.append(path) }
            items[path, default: []].append(JSON.Member(route.method.rawValue.lowercased(), json(of: operation, route)))
        }
        return order.map { ($0, .object(items[$0] ?? [])) }
    }

    private static func json(of operation: Route.Operation, _ route: Route) -> JSON {
        let words = [operation.details, "Access: \(route.access.words)"].filter { !$0.isEmpty }.joined(separator: " ")
        var json: JSON = [
            "operationId": .of(operation.id), "tags": [.of(operation.tag.rawValue)], "summary": .of(operation.summary),
            "description": .of(words),
            "security": route.access.isOpen
                ? [[:], ["token": []], ["session": []]] : [["token": []], ["session": []]],
        ]
        if !operation.parameters.isEmpty {
            json = json.adding([
                "parameters": .array(operation.parameters) { parameter in
                    parameter.component.map { ["$ref": .of("#/components/parameters/\($0)")] } ?? parameter.json
                }
            ])
        }
        if let body = operation.body {
            json = json.adding([
                "requestBody": [
                    "required": .bool(true), "content": .object([JSON.Member(body.type, ["schema": body.schema])]),
                ]
            ])
        }
        return json.adding(["responses": .object(answers(to: operation, route))])
    }

    private static func answers(to operation: Route.Operation, _ route: Route) -> [JSON.Member] {
        let answer = operation.answer
        var success: JSON = ["description": .of(answer.details)]
        if !answer.contents.isEmpty {
            success = success.adding([
                "content": .object(answer.contents.map { JSON.Member($0.type, ["schema": $0.schema]) })
            ])
        }
        if answer.isPaged {
            success = success.adding([
                "headers": [
                    "Link": [
                        "description": "The address of the rest, with rel=\"next\".", "schema": ["type": "string"],
                    ]
                ]
            ])
        }
        var members = [JSON.Member("\(answer.status)", success)]
        if answer.isCached { members.append(reference(304)) }
        guard !answer.isOfApp else {
            return members + [JSON.Member("default", ["$ref": "#/components/responses/AppError"])]
        }
        return members
            + problems(of: operation, route).map { status in
                status == answer.refusal ? refusal(status, success) : reference(status)
            }
    }

    /// An answer with the shape of a success, or a problem.
    private static func refusal(_ status: Int, _ success: JSON) -> JSON.Member {
        guard case .object(let contents) = success["content"] else { return reference(status) }
        let problem = JSON.Member("application/problem+json", ["schema": Shape.schema(of: "Problem")])
        let words = responseNames[status]?.details ?? ""
        return JSON.Member("\(status)", ["description": .of(words), "content": .object(contents + [problem])])
    }

    /// The statuses of the problems that an operation can answer.
    static func problems(of operation: Route.Operation, _ route: Route) -> [Int] {
        // Every request can bring a token that is not accepted, or one of an account that is closed.
        var statuses: Set = [401, 403, 500, 503]
        if route.cost != .none || operation.body != nil { statuses.insert(429) }
        if operation.parameters.contains(where: { $0.place != .path }) || operation.body != nil { statuses.insert(400) }
        if operation.parameters.contains(where: { $0.place == .path }) { statuses.insert(404) }
        if operation.body != nil { statuses.formUnion([408, 413]) }
        return statuses.union(operation.problems).sorted()
    }

    private static func reference(_ status: Int) -> JSON.Member {
        JSON.Member("\(status)", ["$ref": .of("#/components/responses/\(responseNames[status]?.name ?? "Problem")")])
    }

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

    private static var parameters: [(String, JSON)] {
        var known: [String: JSON] = [:]
        var order: [String] = []
        for parameter in operations.flatMap(\.operation.parameters) {
            guard let name = parameter.component, known[name] == nil else { continue }
            known[name] = parameter.json
            order.append(name)
        }
        return order.map { ($0, known[$0] ?? nil) }
    }

    /// The answers that many operations have, by their status.
    static let responseNames: [Int: (name: String, details: String)] = [
        304: ("NotModified", "The caller has this answer already."),
        400: ("BadRequest", "The request cannot be read."),
        401: ("Unauthenticated", "A token is needed, or the one that was sent is not accepted."),
        402: ("PaymentRequired", "The balance is too low."),
        403: ("Forbidden", "The caller may not see or do this."),
        404: ("NotFound", "The address or the named object does not exist."),
        408: ("RequestTimeout", "The body took too long."),
        409: ("Conflict", "The ledger refused the command, or the state does not allow it."),
        413: ("ContentTooLarge", "The body is too large."),
        422: ("Unprocessable", "The content was refused, or the id was used for another command."),
        429: ("TooManyRequests", "The quota is used up; Retry-After says when to try again."),
        500: ("InternalError", "The server failed."),
        502: ("BadGateway", "A service outside does not answer. The same request can be sent again safely."),
        503: ("Unavailable", "Not possible now. The same request can be sent again safely."),
    ]

    private static var responses: [(String, JSON)] {
        let problem: JSON = ["application/problem+json": ["schema": Shape.schema(of: "Problem")]]
        var all = responseNames.sorted { $0.key < $1.key }.map { status, words -> (String, JSON) in
            let json: JSON = ["description": .of(words.details)]
            return (words.name, status == 304 ? json : json.adding(["content": problem]))
        }
        all.append(
            (
                "AppError",
                [
                    "description": "The app shows the message; the detail is for developers.",
                    "content": ["application/json": ["schema": Shape.schema(of: "AppError")]],
                ]
            ))
        return all
    }

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
