import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Remote

/// Sends the requests of a `RemoteServer` by async-http-client, with at most 30 seconds for each.
package struct ServerTransport: HTTPTransport {
    /// The description of an error for people.
    private struct Unreachable: Error, CustomStringConvertible { let description: String }

    package init() {}

    package func send(
        _ method: String, to url: String, headers: [(name: String, value: String)], body: [UInt8]?
    ) async throws -> (status: Int, retryAfter: Int?, body: [UInt8]) {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        for header in headers { request.headers.add(name: header.name, value: header.value) }
        if let body { request.body = .bytes(body) }
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            let bytes = try await response.body.collect(upTo: 16 << 20)
            let retryAfter = response.headers.first(name: "Retry-After").flatMap { Int($0) }
            return (Int(response.status.code), retryAfter, Array(bytes.readableBytesView))
        } catch {
            throw Unreachable(description: error.networkReason)
        }
    }
}
