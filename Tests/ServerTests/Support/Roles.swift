import Testing

/// Everybody who may ask for something: two members of a room, somebody else, the house by its roles, and nobody.
struct Roles {
    enum Kind: String, CaseIterable {
        case member, rival, other, officer, auditor, analyst, cashier, nobody
    }

    private let server: RunningServer
    private var tokens: [Kind: String] = [:]

    /// - Parameter table: whose Anna is the member, and whose Ben the rival.
    init(at table: Table) async throws {
        server = table.server
        tokens[.member] = table.anna.token
        tokens[.rival] = table.ben.token
        tokens[.other] = try await server.signIn("otto").token
        for kind in [Kind.officer, .auditor, .analyst, .cashier] {
            tokens[kind] = try await server.signIn("the \(kind.rawValue)", roles: [kind.rawValue]).token
        }
    }

    subscript(_ kind: Kind) -> String? { tokens[kind] }

    /// Holds what an address answers against the cell of each role: those who are allowed get 200; of the others who has
    /// a token gets 403, and who has none 401.
    func expect(
        _ path: String, isFor allowed: Set<Kind>, _ headers: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for kind in Kind.allCases {
            let status = try await server.get(path, as: tokens[kind], headers).status
            let expected: UInt = allowed.contains(kind) ? 200 : kind == .nobody ? 401 : 403
            #expect(status == expected, "\(kind), \(path)", sourceLocation: sourceLocation)
        }
    }

    static let everybody = Set(Kind.allCases)
}
