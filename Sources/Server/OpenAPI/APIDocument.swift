import HTTPTypes
import Pages
package import TextFormats

/// An OpenAPI 3.1 document, derived from the descriptions of routes: a line for each path and each component.
package struct APIDocument: Sendable {
    let title: String
    let description: String
    /// The nouns of the operations, in the order of the document.
    let tags: [RouteDescription.Tag]
    let operations: [(route: RouteDescription, operation: RouteDescription.Operation)]
    let securitySchemes: [(String, JSON)]
    /// The security of operations that take a token.
    let security: JSON
    let schemas: [(String, JSON)]
    /// The description of the errors with a shape of their own, `AppError`.
    let errorWords: String

    /// - Parameters:
    ///   - security: the ways in which a caller proves who it is, such as `[["token": []]]`.
    ///   - schemas: the shapes of answers and bodies, `Problem` or `AppError` among them.
    package init(
        title: String, description: String, tags: [RouteDescription.Tag], routes: [RouteDescription],
        securitySchemes: [(String, JSON)], security: JSON, schemas: [(String, JSON)], errorWords: String
    ) {
        (self.title, self.description, self.tags) = (title, description, tags)
        operations = routes.compactMap { route in route.operation.map { (route, $0) } }
        (self.securitySchemes, self.security, self.schemas) = (securitySchemes, security, schemas)
        self.errorWords = errorWords
    }

    /// The shape of the document itself.
    package static let shape: NamedShape = (
        "OpenAPI",
        .object([
            Shape.Member(name: "openapi", shape: .string), Shape.Member(name: "info", shape: .map(.any)),
            Shape.Member(name: "servers", shape: .list(.any)), Shape.Member(name: "tags", shape: .list(.any)),
            Shape.Member(name: "paths", shape: .map(.any)), Shape.Member(name: "components", shape: .map(.any)),
        ])
    )

    package var text: String {
        var lines = [
            "{\"openapi\":\"3.1.0\",",
            "\"info\":"
                + (["title": .of(title), "version": "1", "description": .of(description)] as JSON).compact + ",",
            "\"servers\":[{\"url\":\"/\"}],",
            "\"tags\":"
                + JSON.array(tags) { ["name": .of($0.rawValue), "description": .of($0.summary)] }.compact + ",",
        ]
        lines += Self.member("paths", paths) + [","]
        lines.append("\"components\":{")
        let components: [(String, [(String, JSON)])] = [
            ("securitySchemes", securitySchemes), ("parameters", parameters), ("responses", responses),
            ("schemas", schemas),
        ]
        for (index, component) in components.enumerated() {
            lines += Self.member(component.0, component.1)
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

    private var paths: [(String, JSON)] {
        var order: [String] = []
        var items: [String: [JSON.Member]] = [:]
        for (route, operation) in operations {
            let path = route.path.replacing("*}", with: "}")
            if items[path] == nil { order.append(path) }
            items[path, default: []].append(JSON.Member(route.method.rawValue.lowercased(), json(of: operation, route)))
        }
        return order.map { ($0, .object(items[$0] ?? [])) }
    }

    private func json(of operation: RouteDescription.Operation, _ route: RouteDescription) -> JSON {
        let words = [operation.details, "Access: \(route.access.words)"].filter { !$0.isEmpty }.joined(separator: " ")
        var json: JSON = [
            "operationId": .of(operation.id), "tags": [.of(operation.tag.rawValue)], "summary": .of(operation.summary),
            "description": .of(words),
            "security": route.access.isOpen
                ? .array([[:]] + security.elements) : security,
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

    private func answers(
        to operation: RouteDescription.Operation, _ route: RouteDescription
    ) -> [JSON.Member] {
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
        if answer.isCached { members.append(Self.reference(304)) }
        guard !answer.isOfApp else {
            return members + [JSON.Member("default", ["$ref": "#/components/responses/AppError"])]
        }
        return members
            + Self.problems(of: operation, route).map { status in
                status == answer.refusal ? Self.refusal(status, success) : Self.reference(status)
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
    package static func problems(of operation: RouteDescription.Operation, _ route: RouteDescription) -> [Int] {
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

    private var parameters: [(String, JSON)] {
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
    package static let responseNames: [Int: (name: String, details: String)] = [
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

    private var responses: [(String, JSON)] {
        let problem: JSON = ["application/problem+json": ["schema": Shape.schema(of: "Problem")]]
        let areAllOfApp = operations.allSatisfy(\.operation.answer.isOfApp)
        var all = (areAllOfApp ? [:] : Self.responseNames).sorted { $0.key < $1.key }.map {
            status, words -> (String, JSON) in
            let json: JSON = ["description": .of(words.details)]
            return (words.name, status == 304 ? json : json.adding(["content": problem]))
        }
        all.append(
            (
                "AppError",
                [
                    "description": .of(errorWords),
                    "content": ["application/json": ["schema": Shape.schema(of: "AppError")]],
                ]
            ))
        return all
    }
}

extension JSON {
    /// The elements of an array; empty for any other value.
    fileprivate var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}
