package import Hummingbird
import HummingbirdCore

/// All routes of the server. The table distinguishes a method that an address does not accept from an unknown address.
package struct RouteTable<Services: Sendable>: Sendable {
    package typealias Route = ServedRoute<Services>

    package enum Match {
        case found(Route, parameters: [String: String])
        case otherMethods([HTTPRequest.Method])
        case unknown
    }

    private struct Entry {
        let route: Route
        /// The path of the route, or its former one.
        let path: String
        let segments: [Substring]
        /// Whether the last segment takes all that is left.
        let takesRest: Bool
        let hasParameters: Bool

        init(_ route: Route, at path: String) {
            (self.route, self.path) = (route, path)
            segments = RouteTable.segments(of: path[...])
            takesRest = path.hasSuffix("*}")
            hasParameters = path.contains("{")
        }

        /// Whether a path is one of this entry's.
        func matches(_ path: [Substring]) -> Bool {
            guard takesRest ? path.count >= segments.count : path.count == segments.count else { return false }
            return segments.indices.allSatisfy { index in
                guard segments[index].utf8.first == UInt8(ascii: "{") else { return segments[index] == path[index] }
                return !path[index].isEmpty || (isRest(index) && path.count > segments.count)
            }
        }

        /// Returns the parameters in a path that matches.
        func parameters(in path: [Substring]) -> [String: String] {
            segments.indices.reduce(into: [:]) { parameters, index in
                guard segments[index].hasPrefix("{") else { return }
                let name = segments[index].dropFirst().dropLast(isRest(index) ? 2 : 1)
                parameters[String(name)] = isRest(index) ? path[index...].joined(separator: "/") : String(path[index])
            }
        }

        private func isRest(_ index: Int) -> Bool { takesRest && index == segments.count - 1 }
    }

    let routes: [Route]
    private let entries: [Entry]
    /// The entries of those paths in which nothing varies.
    private let fixed: [String: [Entry]]

    package init(_ routes: [Route]) {
        self.routes = routes
        let entries = routes.flatMap { route in
            [route.path, route.formerPath].compactMap { path in path.map { Entry(route, at: $0) } }
        }
        self.entries = entries
        fixed = entries.reduce(into: [:]) { fixed, entry in
            guard !entry.hasParameters, fixed[entry.path] == nil else { return }
            fixed[entry.path] = entries.filter { $0.matches(entry.segments) }
        }
    }

    /// - Parameter path: the path as the request has it. Escapes are not resolved, because our addresses do not need
    ///   them.
    package func match(_ method: HTTPRequest.Method, _ path: String) -> Match {
        if let known = fixed[path] { return Self.choose(method, among: known, for: Self.segments(of: path[...])) }
        let segments = Self.segments(of: path[...])
        return Self.choose(method, among: entries.filter { $0.matches(segments) }, for: segments)
    }

    private static func choose(
        _ method: HTTPRequest.Method, among entries: [Entry], for path: @autoclosure () -> [Substring]
    ) -> Match {
        // A GET route also answers HEAD.
        let taken = entries.first { $0.route.method == method || (method == .head && $0.route.method == .get) }
        if let taken {
            return .found(taken.route, parameters: taken.hasParameters ? taken.parameters(in: path()) : [:])
        }
        return entries.isEmpty ? .unknown : .otherMethods(entries.map(\.route.method))
    }

    private static func segments(of path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }
}
