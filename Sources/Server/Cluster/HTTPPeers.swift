import AsyncHTTPClient
import Cluster
import DraftLedger
import LMDB
package import Ledger
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Platform

/// The other nodes of a cluster by HTTP: their copies, and whether they live.
package final class HTTPPeers: PeerTransport {
    /// The field with the secret of the nodes.
    static let secretField = "Cluster-Secret"

    private let client: HTTPClient
    /// For signs of life, which come twice a second.
    private let pulses: HTTPClient
    private let secret: String
    private let node: String
    private let observer = Guarded<(@Sendable () -> Void)?>(nil)

    /// - Throws: what keeps the certificates from being read.
    ///
    /// - Parameter node: the name of this one.
    package init(secret: String, node: String, _ options: ClusterOptions) throws {
        (self.secret, self.node) = (secret, node)
        var tls = TLSConfiguration.makeClientConfiguration()
        if let authority = options.authority { tls.additionalTrustRoots = [.file(authority)] }
        if let certificate = options.certificate, let key = options.key {
            tls.certificateChain = try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) }
            tls.privateKey = .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))
        }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout.connect = .milliseconds(500)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1_024
        // Shorter than servers keep idle connections: a request on a closed one would have an unclear end.
        configuration.connectionPool.idleTimeout = .seconds(30)
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        // A process that is stopped keeps its connections.
        configuration.timeout.read = .milliseconds(1_500)
        pulses = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }

    // The futures keep the clients until their connections are closed.
    deinit { _ = (client.shutdown(), pulses.shutdown()) }

    private func request(_ path: String, of url: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url + path)
        request.headers.add(name: Self.secretField, value: secret)
        return request
    }

    /// An answer of a node that is not the one that was asked for.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    private func bytes(_ path: String, of url: String, upTo limit: Int) async throws -> [UInt8] {
        let response = try await client.execute(request(path, of: url), timeout: .seconds(60))
        let body = try await response.body.collect(upTo: limit)
        guard response.status == .ok else {
            throw Refused(description: "The node at \(url) answers \(response.status.code) to \(path).")
        }
        return Array(body.readableBytesView)
    }

    private func batch(_ path: String, of url: String, upTo limit: Int) async throws -> ReplicatedBatch {
        guard let batch = ReplicatedBatch(bytes: try await bytes(path, of: url, upTo: limit)) else {
            throw Refused(description: "The node at \(url) has sent a batch that cannot be read.")
        }
        return batch
    }

    package func snapshot(of url: String) async throws -> ReplicatedBatch {
        try await batch("/cluster/snapshot", of: url, upTo: 1 << 31)
    }

    package func records(of url: String, from start: UInt64, below end: UInt64) async throws -> ReplicatedBatch {
        try await batch("/cluster/records?from=\(start)&below=\(end)", of: url, upTo: 16 << 20)
    }

    /// The files of a node that every node needs, such as keys.
    package func files(of url: String) async throws -> [(name: String, bytes: [UInt8])] {
        let batch = try await batch("/cluster/files", of: url, upTo: 64 << 20)
        return batch.changes.flatMap(\.changes).compactMap { change -> (name: String, bytes: [UInt8])? in
            guard case .put(let key, let value) = change.kind,
                let name = String(validating: key, as: UTF8.self)
            else {
                return nil
            }
            return (name: name, bytes: value)
        }
    }

    /// Calls `observer` for each connection to a leader that was opened.
    func onConnection(_ observer: @escaping @Sendable () -> Void) { self.observer.withLock { $0 = observer } }

    package func keepConnection(to url: String, onOpen: @Sendable () -> Void) async {
        do {
            let response = try await pulses.execute(
                request("/cluster/pulse?node=\(node)", of: url), deadline: .distantFuture)
            guard response.status == .ok else { return }
            onOpen()
            observer.withLock { $0 }?()
            for try await _ in response.body {}
        } catch {
            // Lost.
        }
    }

    package func report(applied number: UInt64, of node: String, to url: String) async {
        await tell("applied?node=\(node)&number=\(number)", url)
    }

    package func time(of url: String) async -> Int64? {
        do {
            let response = try await client.execute(request("/cluster/time", of: url), timeout: .milliseconds(200))
            let body = try await response.body.collect(upTo: 64)
            return response.status == .ok ? Int64(String(buffer: body)) : nil
        } catch {
            return nil
        }
    }

    /// Tells another node something that is told again where it is lost.
    func tell(_ what: String, _ url: String) async {
        var request = request("/cluster/\(what)", of: url)
        request.method = .POST
        // As said.
        _ = try? await client.execute(request, timeout: .seconds(2)).body.collect(upTo: 1 << 10)
    }

    /// Sends a request on to the leader.
    func forward(_ request: HTTPClientRequest, within timeout: TimeAmount) async throws -> HTTPClientResponse {
        var request = request
        request.headers.replaceOrAdd(name: Self.secretField, value: secret)
        return try await client.execute(request, timeout: timeout)
    }
}
