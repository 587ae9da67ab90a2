package import HTTPTypes
import Hummingbird
package import HummingbirdCore

/// The pages of other sites that may call the server (CORS): those that the configuration names, by default no pages.
/// Browsers never send cookies with these calls: clients on other sites use a token.
package struct CrossOrigin: Sendable {
    private let allowed: Set<String>

    package init(_ origins: [String]) { allowed = Set(origins) }

    private func origin(of request: Request) -> String? {
        request.headers[.origin].flatMap { allowed.contains($0) ? $0 : nil }
    }

    /// The answer to a browser that asks whether a page may call; nil for all other requests.
    ///
    /// - Parameter methods: the methods that the address accepts; empty if the address does not exist.
    package func preflight(_ request: Request, methods: () -> [HTTPRequest.Method]) -> Response? {
        guard request.method == .options, request.headers[.accessControlRequestMethod] != nil,
            origin(of: request) != nil
        else { return nil }
        var headers = HTTPFields()
        headers[.accessControlAllowMethods] = methods().map(\.rawValue).joined(separator: ", ")
        headers[.accessControlAllowHeaders] =
            "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Traceparent"
        headers[.accessControlMaxAge] = "600"
        return Response(status: .noContent, headers: headers)
    }

    /// Allows a page of an allowed origin to read the answer.
    package func mark(_ response: inout Response, to request: Request) {
        guard !allowed.isEmpty else { return }
        response.headers[.vary] = response.headers[.vary].map { "\($0), Origin" } ?? "Origin"
        guard let origin = origin(of: request) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] =
            "ETag, Idempotency-Replayed, Ledger-Position, Link, RateLimit, Retry-After, Server-Timing, Traceparent"
    }

    /// Whether a text is an origin as browsers write it: scheme, host, an optional port, and nothing else.
    package static func isOrigin(_ text: String) -> Bool {
        text.wholeMatch(of: #/https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9.\-]+)(:[0-9]{1,5})?/#) != nil
    }
}
