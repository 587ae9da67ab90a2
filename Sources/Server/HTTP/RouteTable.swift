import Hummingbird
import HummingbirdCore

/// An address, a method, and what answers.
struct Route: Sendable {
    let method: HTTPRequest.Method
    /// Such as `/v1/rooms/{room}/board`; a last `{name*}` takes all that is left of the path.
    let path: String
    let answer: @Sendable (Exchange) async throws -> Response

    init(
        _ method: HTTPRequest.Method, _ path: String, _ answer: @escaping @Sendable (Exchange) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.answer = answer
    }
}

/// All addresses of the server. A method that an address does not take is told from an address that there is not.
struct RouteTable: Sendable {
    enum Match {
        case found(Route, parameters: [String: String])
        case otherMethods([HTTPRequest.Method])
        case unknown
    }

    private struct Entry {
        let route: Route
        let segments: [Substring]
    }

    let routes: [Route]
    private let entries: [Entry]

    init(_ routes: [Route]) {
        self.routes = routes
        entries = routes.map { Entry(route: $0, segments: Self.segments(of: $0.path[...])) }
    }

    /// - Parameter path: as it stands in the request. No escapes are resolved: no address of ours needs any.
    func match(_ method: HTTPRequest.Method, _ path: String) -> Match {
        let wanted = Self.segments(of: path[...])
        var methods: [HTTPRequest.Method] = []
        for entry in entries {
            guard let parameters = Self.parameters(of: entry.segments, in: wanted) else { continue }
            // What has no body of its own answers HEAD as it answers GET.
            if entry.route.method == method || (method == .head && entry.route.method == .get) {
                return .found(entry.route, parameters: parameters)
            }
            methods.append(entry.route.method)
        }
        return methods.isEmpty ? .unknown : .otherMethods(methods)
    }

    private static func segments(of path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    private static func parameters(of template: [Substring], in path: [Substring]) -> [String: String]? {
        let takesRest = template.last?.hasSuffix("*}") == true
        guard takesRest ? path.count >= template.count : path.count == template.count else { return nil }
        var parameters: [String: String] = [:]
        for (index, segment) in template.enumerated() {
            guard segment.hasPrefix("{") else {
                guard segment == path[index] else { return nil }
                continue
            }
            let name = segment.dropFirst().dropLast(segment.hasSuffix("*}") ? 2 : 1)
            let value = segment.hasSuffix("*}") ? path[index...].joined(separator: "/") : String(path[index])
            guard !value.isEmpty else { return nil }
            parameters[String(name)] = value
        }
        return parameters
    }
}
