import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Server
import TextFormats

/// The responder of every request. It finds the route and the caller, and makes an answer of every error.
struct BetResponder: HTTPResponder {
    typealias Context = ServerContext

    let server: BetServices
    let table: RouteTable<BetServices>

    func respond(to request: Request, context: ServerContext) async -> Response {
        let record = RequestRecord(
            of: request, from: server.transport.peer(of: context.channel), server.options.operations)
        var response: Response
        do {
            response = try await answer(to: request, on: context.channel, record)
        } catch {
            response = answer(to: problem(of: error, record), record)
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        record.headers(&response.headers)
        server.crossOrigin.mark(&response, to: request)
        let status = response.status.code
        server.metrics.note(request.method.rawValue, route: record.route, status: status, after: record.age)
        if let reason = record.reason { server.metrics.noteRefusal(reason) }
        server.logger.info("answered", metadata: record.metadata(status: status))
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func problem(of error: any Error, _ record: RequestRecord) -> BetProblem {
        switch error {
        case let problem as BetProblem: return problem
        case let problem as Problem: return BetProblem(problem)
        case is CancellationError: return BetProblem(Problem(.unavailable, "The server is stopping."))
        default:
            server.logger.error("\(error)", metadata: record.metadata(status: nil))
            return BetProblem(.serverError, "The log of the server says more.")
        }
    }

    private func answer(to problem: BetProblem, _ record: RequestRecord) -> Response {
        record.note(reason: problem.code.rawValue)
        // Without a state there is no season, and the client has to read an error all the same.
        let snapshot = try? server.source.snapshot()
        let meta = snapshot.map { server.envelope($0).meta } ?? .init(generatedAt: AppTime(server.now), season: "")
        return Response(
            json: BetProblem.members.json(of: (problem, meta)), status: problem.status, headers: problem.headers)
    }

    private func answer(
        to request: Request, on channel: any Channel, _ record: RequestRecord
    ) async throws -> Response {
        if server.options.isDev { try DevHost.check(request) }
        if request.uri.string == "*" {
            return Response(status: .noContent, headers: [.allow: "GET, HEAD, POST, PATCH, DELETE, OPTIONS"])
        }
        if let preflight = server.crossOrigin.preflight(request, methods: { methods(at: request.uri.path) }) {
            return preflight
        }
        switch table.match(request.method, request.uri.path) {
        case .found(let route, let parameters):
            record.note(route: route.path)
            try server.quotas.admit(request, to: route.description, record)
            let caller = try caller(of: request, for: route, record)
            record.note(user: caller.user)
            try server.quotas.admit(request, of: caller, to: route.description, record)
            let exchange = Exchange(
                request, parameters, to: route.description, from: caller, on: channel, record, by: server.transport)
            try exchange.checkParameters()
            return try await route.answer(exchange, server)
        case .otherMethods(let methods):
            let names = Self.allowed(methods)
            if request.method == .options { return Response(status: .noContent, headers: [.allow: names]) }
            var problem = BetProblem(Problem(.methodNotAllowed, "\(request.uri.path) takes \(names)."))
            problem.headers[.allow] = names
            throw problem
        case .unknown: throw BetProblem(.notFound, "There is nothing at \(request.uri.path).")
        }
    }

    /// The caller of an operation for users. A token that is sent to an operation without access rules is ignored: a client
    /// with an expired one can refresh it.
    private func caller(
        of request: Request, for route: ServedRoute<BetServices>, _ record: RequestRecord
    ) throws -> Caller {
        guard route.access != .anyone else { return .anonymous }
        do {
            guard let claims = try server.identity.claims(of: request) else {
                throw BetProblem(.authRequired, "This needs an access token. Sign in first.")
            }
            return Caller(user: claims.user)
        } catch let problem as BetProblem where problem.code == .authInvalid {
            try server.quotas.noteFailedSignIn(record)
            throw problem
        }
    }

    /// The methods of an address as `Allow` lists them.
    private static func allowed(_ methods: [HTTPRequest.Method]) -> String {
        let extra: [HTTPRequest.Method] = (methods.contains(.get) ? [.head] : []) + [.options]
        return (methods + extra).map(\.rawValue).joined(separator: ", ")
    }

    private func methods(at path: String) -> [HTTPRequest.Method] {
        // No route takes this one.
        guard case .otherMethods(let methods) = table.match(.options, path) else { return [] }
        return methods
    }
}
