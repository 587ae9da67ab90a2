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
        /// How long the node has held the request, in microseconds.
        static let held = HTTPField.Name.constant("Cluster-Held")
    }

    /// How long a request waits for a leader.
    private static let longestWait = Duration.seconds(4)

    /// How far back a request is dated at most that a node has held. An audit takes it for a finding where a command was recorded
    /// more than a second after its arrival while others were decided; the leader needs its own share of that second.
    private static let longestHold = Interval.milliseconds(700)

    /// Whether another node has sent a request on.
    func isForwarded(_ request: Request) -> Bool {
        knows(request.headers[HTTPField.Name.constant(HTTPPeers.secretField)])
    }

    /// The client of a request that another node has sent on; nil for a client's own.
    func client(of request: Request) -> IPAddress? {
        isForwarded(request) ? request.headers[Field.client].flatMap { IPAddress($0) } : nil
    }

    /// When a request arrived, by this node's clock; nil for one that no node has held. No two clocks are compared: a node says
    /// how long it has held a request.
    ///
    /// Not before this node led: the time without a leader is given back to the drafts, and no member can have acted in it. Nor
    /// longer ago than `longestHold`: whatever was decided meanwhile stands.
    ///
    /// - Parameters:
    ///   - start: when it came here, if it waited for a leader here.
    ///   - now: this node's time.
    func arrival(of request: Request, since start: ContinuousClock.Instant?, now: Timestamp) -> Timestamp? {
        var held = start.map { Int64((ContinuousClock.now - $0) / .microseconds(1)) }
        if isForwarded(request), let microseconds = request.headers[Field.held].flatMap({ Int64($0) }) {
            held = microseconds
        }
        guard let held, let start = leadsSince else { return nil }
        return Self.arrival(heldFor: Interval(microseconds: held), leadingSince: start, now: now)
    }

    static func arrival(heldFor held: Interval, leadingSince start: Timestamp, now: Timestamp) -> Timestamp {
        max(min(start, now), now - max(.zero, min(held, longestHold)))
    }

    /// Whether a request is answered here. Reads are, on every node.
    func answersHere(_ request: Request, at path: String) -> Bool {
        if path.hasPrefix("/cluster/") || takesCommands { return true }
        return [.get, .head, .options].contains(request.method) && !path.hasPrefix("/v1/webhooks")
    }

    /// Sends a request on to the leader. Waits for a leader if there is no leader, and gives the request back if this node
    /// leads by then.
    ///
    /// - Parameters:
    ///   - peer: the address of the client.
    ///   - start: when it came.
    ///   - read: reads the body. Called once at most.
    /// - Returns: the leader's answer; or the request, with its body, where this node leads by now.
    /// - Throws: `unavailable` where no leader is found, or the one that was asked did not answer: sending it again under the
    ///   same id is safe.
    func forward(
        _ request: Request, from peer: IPAddress?, since start: ContinuousClock.Instant,
        having read: () async throws -> ByteBuffer
    ) async throws -> Forwarded {
        if isForwarded(request) {
            throw Problem(.unavailable, "Node \(name) does not lead any more. Send the same again.")
        }
        let end = ContinuousClock.now + Self.longestWait
        var body: ByteBuffer?
        while true {
            if let leader {
                let content: ByteBuffer
                if let body { content = body } else { content = try await read() }
                body = content
                if let answer = try await ask(leader, request, content, from: peer, since: start) {
                    return .answered(answer)
                }
            } else if takesCommands {
                return .here(body.map { Request(head: request.head, body: RequestBody(buffer: $0)) } ?? request)
            }
            guard ContinuousClock.now < end else {
                throw Problem(.unavailable, "No node of the cluster leads at the moment. Send the same again.")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The fate of a request for the leader.
    enum Forwarded {
        case answered(Response)
        /// This node leads by now.
        case here(Request)
    }

    /// - Returns: nil if the node was not reached, or does not lead: nothing was done.
    private func ask(
        _ leader: String, _ request: Request, _ body: ByteBuffer, from peer: IPAddress?,
        since start: ContinuousClock.Instant
    ) async throws -> Response? {
        var copy = HTTPClientRequest(url: leader + request.uri.string)
        copy.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headers where !Self.hopByHop.contains(field.name.canonicalName) {
            copy.headers.add(name: field.name.rawName, value: field.value)
        }
        if let authority = request.head.authority { copy.headers.replaceOrAdd(name: "Host", value: authority) }
        let held = (ContinuousClock.now - start) / .microseconds(1)
        copy.headers.replaceOrAdd(name: Field.held.rawName, value: "\(Int64(held))")
        if let peer { copy.headers.replaceOrAdd(name: Field.client.rawName, value: peer.description) }
        if body.readableBytes > 0 { copy.body = .bytes(body) }
        let answer: HTTPClientResponse
        do {
            answer = try await forward(copy, to: leader)
        } catch let error as HTTPClientError where error == .connectTimeout {
            return nil
        } catch is NIOConnectionError {
            return nil
        } catch let error as IOError where error.errnoCode == ECONNREFUSED {
            // As a connection that stands never ends.
            return nil
        } catch {
            throw Problem(
                unclear:
                    "The leader has not answered, so it is not known whether this was recorded. Send the same again.")
        }
        // It has lost the lead before it had read the request.
        if answer.status == .serviceUnavailable, answer.headers.contains(name: Self.declined) { return nil }
        var headers = HTTPFields()
        for (name, value) in answer.headers where !Self.hopByHop.contains(name.lowercased()) {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        let length = answer.headers.first(name: "Content-Length").flatMap { Int($0) }
        let body = ResponseBody(contentLength: length) { writer in
            for try await part in answer.body { try await writer.write(part) }
            try await writer.finish(nil)
        }
        return Response(status: .init(code: Int(answer.status.code)), headers: headers, body: body)
    }

    /// Sends a request to the leader, and waits no longer than it leads: one that is stopped answers nothing.
    private func forward(_ request: HTTPClientRequest, to leader: String) async throws -> HTTPClientResponse {
        try await withThrowingTaskGroup(of: HTTPClientResponse.self) { [peers] group in
            group.addTask { try await peers.forward(request, within: .seconds(30)) }
            group.addTask { [self] in
                while self.leader == leader { try await Task.sleep(for: .milliseconds(50)) }
                // An answer that is on its way arrives soon.
                try await Task.sleep(for: .milliseconds(200))
                throw LeaderChangedMeanwhile()
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    private struct LeaderChangedMeanwhile: Error {}

    /// The field of a refusal that says that nothing was done.
    static let declined = "Cluster-Declined"

    private static let hopByHop: Set = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "content-length",
        "host", "expect", "cluster-secret", "cluster-client", "cluster-held",
    ]
}
