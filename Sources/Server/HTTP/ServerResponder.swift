import Draft
import DraftLedger
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import Logging
package import NIOCore
import Platform

/// The responder of every request. It finds the caller and the route, and makes a problem of every error.
struct ServerResponder: HTTPResponder {
    typealias Context = ServerContext

    let server: ServerServices
    let table: RouteTable<ServerServices>
    let pages: WebRoutes

    func respond(to request: Request, context: ServerContext) async -> Response {
        // The app reads other errors than everybody else.
        let shape = request.uri.path.hasPrefix("/api/") ? \Problem.appResponse : \Problem.response
        let peer = server.transport.connections.peer(of: context.channel)
        let record = RequestRecord(
            of: request, from: server.cluster?.client(of: request) ?? peer, server.operations.options)
        let logger = server.operations.logger
        var response: Response
        do {
            response = try await answer(to: request, on: context.channel, record)
            if ![.get, .head].contains(request.method) { try await server.cluster?.awaitReplication() }
        } catch let problem as Problem {
            record.note(reason: problem.code)
            response = problem[keyPath: shape]
        } catch let error as DraftLedgerError where error.code == .notLeader && isRead(request) {
            response = await answerOfLeader(to: request, on: context.channel, record, shape)
        } catch let error as DraftLedgerError {
            let problem = Problem(error, ofLedgerAt: server.reader.ledger.path)
            record.note(reason: problem.code)
            // The loss of the writer is logged once.
            if problem.status.kind == .serverError, error.code != .writerLost {
                logger.error("\(error.code): \(error.message)", metadata: record.metadata(status: nil))
            }
            response = problem[keyPath: shape]
        } catch is CancellationError {
            record.note(reason: Problem.Kind.unavailable.rawValue)
            response = Problem(.unavailable, "The server is stopping.")[keyPath: shape]
        } catch {
            record.note(reason: Problem.Kind.internalError.rawValue)
            logger.error("\(request.method): \(error)", metadata: record.metadata(status: nil))
            response = Problem(.internalError, "The log of the server says more.")[keyPath: shape]
        }
        if response.headers[.ledgerPosition] == nil, let size = try? server.reader.ledger.size {  // or no header
            response.headers[.ledgerPosition] = "\(size)"
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        server.operations.finish(record, request, &response)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        to received: Request, on channel: any Channel, _ record: RequestRecord
    ) async throws -> Response {
        var request = received
        // When a request came that waits for a leader, and is answered here then.
        var heldSince: ContinuousClock.Instant?
        if server.options.isDev { try DevHost.check(request) }
        if request.uri.string == "*" {
            return Response(status: .noContent, headers: [.allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS"])
        }
        if let preflight = server.operations.crossOrigin.preflight(request, methods: { methods(at: request.uri.path) })
        {
            return preflight
        }
        switch table.match(request.method, request.uri.path) {
        case .found(let route, let parameters):
            record.note(route: route.path)
            try server.operations.quotas.admit(request, to: route.description, record)
            // Routes about the server itself report its start too.
            if route.operation?.tag != .server { try await server.operations.health.started() }
            if let cluster = server.cluster, route.operation?.tag != .server || route.path == "/metrics" {
                if let fault = cluster.fault, !route.path.hasPrefix("/cluster/") {
                    throw Problem(.unavailable, fault)
                }
                if !cluster.answersHere(request, at: route.path) {
                    heldSince = .now
                    switch try await forward(request, to: route, on: channel, record, by: cluster) {
                    case .answered(let answer): return answer
                    case .here(let whole): request = whole
                    }
                }
            }
            let caller = try await caller(of: request, record)
            record.note(user: caller.user)
            if caller.credential.isAmbient, ![.get, .head, .options].contains(request.method) {
                try server.authentication.checkSameOrigin(request, record)
            }
            if route.path.hasPrefix("/dev/") { try checkNotForeign(request, record) }
            try server.operations.quotas.admit(request, of: caller, to: route.description, record)
            if ![.get, .head].contains(request.method), let delay = server.operations.health.delay {
                throw Problem(.unavailable, delay)
            }
            let exchange = Exchange(
                request, parameters, to: route.description, from: caller, on: channel, record, by: server.transport
            ) { [cluster = server.cluster, heldSince] now in
                cluster?.arrival(of: received, since: heldSince, now: now)
            }
            if route.method == .get {
                try await server.reader.wait(for: exchange)
                try await server.cluster?.awaitDelivered(to: request)
            }
            var response: Response
            do {
                try await server.privacy.checkIsOver(route.privacy, for: exchange)
                try route.access.check(exchange)
                try exchange.checkParameters()
                response = try await route.answer(exchange, server)
            } catch var problem as Problem where problem.status == .forbidden && isRead(request) {
                problem.detail += " Access: \(route.access.words)"
                throw problem
            }
            if let next = exchange.next.withLock({ $0 }) { response.headers[.link] = "<\(next)>; rel=\"next\"" }
            try await server.privacy.recordReads(route.privacy, for: exchange)
            try checkCoding(of: response, for: request)
            return response
        case .otherMethods(let methods):
            let names = Self.allowed(methods)
            // The methods of an address are public (RFC 9110, 9.3.7).
            if request.method == .options { return Response(status: .noContent, headers: [.allow: names]) }
            var problem = Problem(.methodNotAllowed, "\(request.uri.path) takes \(names).")
            problem.headers[.allow] = names
            throw problem
        case .unknown:
            if let page = pages.missing(for: request) { return page }
            throw Problem(.notFound, "There is nothing at \(request.uri.path).")
        }
    }

    private func isRead(_ request: Request) -> Bool { [.get, .head].contains(request.method) }

    /// Sends a request on to the leader of the cluster, with its body, which is bounded here as it is there.
    private func forward(
        _ request: Request, to route: Route, on channel: any Channel, _ record: RequestRecord, by cluster: ClusterCenter
    ) async throws -> ClusterCenter.Forwarded {
        let limits = server.options.limits
        var (bytes, time): (Int, Duration?) = (limits.arrayBytes, nil)
        // A file to import is in memory here: only callers that this node knows may send one.
        if route.operation?.tag == .imports, (try? await server.authentication.caller(of: request))?.user != nil {
            (bytes, time) = (limits.importBytes, limits.importTime)
        }
        let exchange = Exchange(
            request, [:], to: route.description, from: .anonymous, on: channel, record, by: server.transport)
        return try await cluster.forward(request, from: record.client, since: .now) { [bytes, time] in
            ByteBuffer(bytes: try await exchange.body(upTo: bytes, within: time).bytes)
        }
    }

    /// The answer to a read that came to record something, such as who has read private data, which this node cannot.
    private func answerOfLeader(
        to request: Request, on channel: any Channel, _ record: RequestRecord, _ shape: KeyPath<Problem, Response>
    ) async -> Response {
        do {
            if let cluster = server.cluster,
                case .answered(let answer) = try await cluster.forward(
                    request, from: record.client, since: .now, having: { ByteBuffer() })
            {
                return answer
            }
            return try await self.answer(to: request, on: channel, record)
        } catch let problem as Problem {
            return problem[keyPath: shape]
        } catch {
            return Problem(.unavailable, "No node of the cluster leads at the moment. Send the same again.")[
                keyPath: shape]
        }
    }

    private func caller(of request: Request, _ record: RequestRecord) async throws -> Caller {
        do {
            return try await server.authentication.caller(of: request)
        } catch let problem as Problem where problem.status == .unauthorized {
            try server.operations.quotas.noteFailedSignIn(record)
            throw problem
        }
    }

    /// The methods of an address as `Allow` lists them.
    private static func allowed(_ methods: [HTTPRequest.Method]) -> String {
        let extra: [HTTPRequest.Method] = (methods.contains(.get) ? [.head] : []) + [.options]
        return (methods + extra).map(\.rawValue).joined(separator: ", ")
    }

    /// Checks that the client accepts uncoded content, and refuses the request otherwise (RFC 9110, 12.5.3).
    private func checkCoding(of response: Response, for request: Request) throws {
        guard response.status == .ok, response.headers[.contentEncoding] == nil,
            AcceptedCodings(request.headers[.acceptEncoding]).quality(of: "identity") == 0
        else { return }
        throw Problem(
            .notAcceptable, "Accept-Encoding refuses the only coding of the answer. Allow identity.")
    }

    /// A page of another site may not use a server that gives tokens away, unless the configuration names the site.
    private func checkNotForeign(_ request: Request, _ record: RequestRecord) throws {
        if let origin = request.headers[.origin], server.operations.options.allowedOrigins.contains(origin) { return }
        // Somebody who types an address comes from no site.
        if request.headers[.origin] == nil, request.headers[.secFetchSite] == "none" { return }
        try server.authentication.checkNotForeign(request, record)
    }

    private func methods(at path: String) -> [HTTPRequest.Method] {
        // No route takes this one.
        guard case .otherMethods(let methods) = table.match(.options, path) else { return [] }
        return methods
    }
}

/// The context that Hummingbird keeps for a request, with the connection of the request.
package struct ServerContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

extension HTTPField.Name {
    /// The number of events in the ledger at the answer; a later read shows at least as many.
    static let ledgerPosition = constant("Ledger-Position")
    static let idempotencyKey = constant("Idempotency-Key")
    static let idempotencyReplayed = constant("Idempotency-Replayed")
    static let accelBuffering = constant("X-Accel-Buffering")
    static let lastEventID = constant("Last-Event-ID")
    static let link = constant("Link")

    static func constant(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is not a valid header name") }
        return name
    }
}
