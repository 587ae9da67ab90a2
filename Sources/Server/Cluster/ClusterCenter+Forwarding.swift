import AsyncHTTPClient
import Cluster
import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOPosix
import Platform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Requests that only the leader answers: a client talks to any node, and keeps its token to itself and the cluster.
extension ClusterCenter {
    /// The fields by which a node tells the leader about a request.
    private enum Field {
        static let client = HTTPField.Name.constant("Cluster-Client")
        static let arrival = HTTPField.Name.constant("Cluster-Arrival")
    }

    /// How long a request waits for a leader.
    private static let patience = Duration.seconds(4)

    /// Whether another node has sent a request on.
    func isForwarded(_ request: Request) -> Bool { knows(request.headers[HTTPField.Name.constant(HTTPPeers.secretField)]) }

    /// The client of a request that another node has sent on; nil for a client's own.
    func client(of request: Request) -> IPAddress? {
        isForwarded(request) ? request.headers[Field.client].flatMap { IPAddress($0) } : nil
    }

    /// When a request arrived at the node that has sent it on, or here, where it waited for a leader; nil for one that was
    /// answered at once. Never in the future.
    ///
    /// Nor before this node led: the time without a leader is given back to the drafts, and nobody can have acted in it.
    ///
    /// - Parameter heldSince: when it came here, if it waited.
    func arrival(of request: Request, heldSince: Timestamp?, now: Timestamp) -> Timestamp? {
        var stated = heldSince
        if isForwarded(request), let microseconds = request.headers[Field.arrival].flatMap({ Int64($0) }) {
            stated = Timestamp(microseconds: microseconds)
        }
        guard let stated, let start = leadsSince else { return nil }
        return min(now, max(stated, start))
    }

    /// Whether a request is answered here. Reads are, on every node.
    func answersHere(_ request: Request, at path: String) -> Bool {
        if path.hasPrefix("/cluster/") || takesCommands { return true }
        return [.get, .head, .options].contains(request.method) && !path.hasPrefix("/v1/webhooks")
    }

    /// Has the leader answer a request. Waits for a leader as long as there is none, and answers here where this node
    /// comes to lead.
    ///
    /// - Parameters:
    ///   - peer: the address of the client.
    ///   - limit: bytes of the body.
    /// - Returns: the leader's answer; or the request, with its body, where this node leads by now.
    /// - Throws: `unavailable` where no leader is found, or the one that was asked did not answer: sending it again under the
    ///   same id is safe.
    func forward(
        _ request: Request, from peer: IPAddress?, at arrival: Timestamp, upTo limit: Int
    ) async throws -> Forwarded {
        if isForwarded(request) {
            throw Problem(.unavailable, "Node \(name) does not lead any more. Send the same again.")
        }
        let end = ContinuousClock.now + Self.patience
        var body: ByteBuffer?
        while true {
            if let leader {
                let content: ByteBuffer
                if let body { content = body } else { content = try await request.body.collect(upTo: limit) }
                body = content
                if let answer = try await ask(leader, request, content, peer, arrival) { return .answered(answer) }
            } else if takesCommands {
                return .here(body.map { Request(head: request.head, body: RequestBody(buffer: $0)) } ?? request)
            }
            guard ContinuousClock.now < end else {
                throw Problem(.unavailable, "No node of the cluster leads at the moment. Send the same again.")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// What became of a request for the leader.
    enum Forwarded {
        case answered(Response)
        /// This node leads by now.
        case here(Request)
    }

    /// - Returns: nil if the node was not reached, or does not lead: nothing was done.
    private func ask(
        _ leader: String, _ request: Request, _ body: ByteBuffer, _ peer: IPAddress?, _ arrival: Timestamp
    ) async throws -> Response? {
        var copy = HTTPClientRequest(url: leader + request.uri.string)
        copy.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headers where !Self.hopByHop.contains(field.name.canonicalName) {
            copy.headers.add(name: field.name.rawName, value: field.value)
        }
        if let authority = request.head.authority { copy.headers.replaceOrAdd(name: "Host", value: authority) }
        copy.headers.replaceOrAdd(name: Field.arrival.rawName, value: "\(arrival.microseconds)")
        if let peer { copy.headers.replaceOrAdd(name: Field.client.rawName, value: peer.description) }
        if body.readableBytes > 0 { copy.body = .bytes(body) }
        let answer: HTTPClientResponse
        do {
            answer = try await peers.forward(copy, within: .seconds(30))
        } catch let error as HTTPClientError where error == .connectTimeout {
            return nil
        } catch is NIOConnectionError {
            return nil
        } catch let error as IOError where error.errnoCode == ECONNREFUSED {
            // As a connection that stands never ends.
            return nil
        } catch {
            throw Problem(
                .unavailable,
                "The leader has not answered, so it is not known whether this was recorded. Send the same again.")
        }
        // It has lost the lead before it had read the request.
        if answer.status == .serviceUnavailable, answer.headers.contains(name: Self.declined) { return nil }
        var headers = HTTPFields()
        for (name, value) in answer.headers where !Self.hopByHop.contains(name.lowercased()) {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        return Response(
            status: .init(code: Int(answer.status.code)), headers: headers, body: .init(asyncSequence: answer.body))
    }

    /// The field of a refusal that says that nothing was done.
    static let declined = "Cluster-Declined"

    private static let hopByHop: Set = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "content-length",
        "host", "expect", "cluster-secret", "cluster-client", "cluster-arrival",
    ]
}
