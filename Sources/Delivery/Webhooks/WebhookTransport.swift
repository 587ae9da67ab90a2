import Draft
import Platform

/// A way to send one message to one endpoint.
protocol WebhookTransport: Sendable {
    /// - Parameter now: the time of the attempt.
    func send(_ message: WebhookMessage, at now: Timestamp) async -> WebhookQueue.Result
}

/// Sends to an endpoint over HTTP.
///
/// It resolves the name itself, checks every address, and connects to one that it has checked. So a name that leads
/// elsewhere a moment later (DNS rebinding) changes nothing. The certificate is checked against the name.
final class HTTPWebhookTransport: WebhookTransport {
    /// The bounds of one attempt.
    static let bounds = BoundedClient.Bounds(time: .seconds(20), connecting: .seconds(5), body: 4 << 10)

    private let endpoint: WebhookEndpoint
    private let allowsLoopback: Bool
    private let resolver: any NameResolver
    private let makeClient: @Sendable ([String: String]) -> BoundedClient
    /// The look-up under way: one at a time, so that a name server that is silent costs one thread.
    private let lookUp = Guarded<Task<Result<[InternetAddress], NameFault>, Never>?>(nil)
    /// A client keeps its connections to one address.
    private let known = Guarded<(address: InternetAddress, client: BoundedClient)?>(nil)

    /// - Parameter makeClient: makes a client that connects to an address, by the name of the host.
    init(
        _ endpoint: WebhookEndpoint, allowsLoopback: Bool, resolver: any NameResolver = SystemResolver(),
        makeClient: @escaping @Sendable ([String: String]) -> BoundedClient = { addresses in
            BoundedClient(HTTPWebhookTransport.bounds, hosts: Set(addresses.keys), addresses: addresses)
        }
    ) {
        (self.endpoint, self.allowsLoopback, self.resolver) = (endpoint, allowsLoopback, resolver)
        self.makeClient = makeClient
    }

    func send(_ message: WebhookMessage, at now: Timestamp) async -> WebhookQueue.Result {
        let request = BoundedRequest(
            endpoint.url, headers: message.headers(at: now, signedBy: endpoint.keys), body: message.body)
        do {
            let client = try await client()
            return Self.result(try await client.answer(to: request), at: now)
        } catch let fault as NameFault {
            return .failed(fault.reason, pause: nil)
        } catch let failure as RequestFailure {
            return .failed(failure.reason, pause: nil)
        } catch {
            return .failed("The message was not sent: \(error).", pause: nil)
        }
    }

    static func result(_ answer: BoundedAnswer, at now: Timestamp) -> WebhookQueue.Result {
        switch answer.status {
        case 200..<300: .delivered
        case 300..<400: .failed("It answered \(answer.status). Redirects are not followed: change the url.", pause: nil)
        case 410: .gone("It answered 410: the endpoint wants no more messages.")
        case 429, 503: .failed("It answered \(answer.status).", pause: answer.retryAfter(at: now))
        default: .failed("It answered \(answer.status).", pause: nil)
        }
    }

    private func client() async throws(NameFault) -> BoundedClient {
        let addresses = try await addresses()
        for address in addresses where !isAllowed(address) {
            throw NameFault(
                reason: "\(endpoint.host) has the address \(address), which is not on the public internet. "
                    + "Webhooks are sent only to public addresses.")
        }
        guard let first = addresses.first else { throw NameFault(reason: "\(endpoint.host) has no address.") }
        return known.withLock { known in
            if let known, addresses.contains(known.address) { return known.client }
            let client = makeClient([endpoint.host: "\(first)"])
            known = (first, client)
            return client
        }
    }

    private func addresses() async throws(NameFault) -> [InternetAddress] {
        let task = lookUp.withLock { lookUp in
            if let lookUp { return lookUp }
            let task = Task { [resolver, host = endpoint.host] in
                let found: Result<[InternetAddress], NameFault>
                do throws(NameFault) {
                    found = .success(try await resolver.addresses(of: host))
                } catch {
                    found = .failure(error)
                }
                self.lookUp.withLock { $0 = nil }
                return found
            }
            lookUp = task
            return task
        }
        return try await task.value.get()
    }

    private func isAllowed(_ address: InternetAddress) -> Bool {
        address.isPublic || allowsLoopback && address.isLoopback
    }
}
