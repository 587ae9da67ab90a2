@testable import DraftClient  // Apple's transport is the module's own

/// What carries a client's requests: this system's own transport, and the one of Apple's systems.
enum Carrier: CaseIterable, Sendable {
    case system, urlSession

    func transport() -> any Transport {
        switch self {
        case .system: DraftClient.systemTransport()
        case .urlSession: URLSessionTransport(silence: .seconds(40))
        }
    }

    static let names = ["anna", "ben", "cleo", "dora"]

    /// Members who all use it.
    func clients(_ count: Int, of house: ClientHouse) throws -> [DraftClient] {
        try Self.names.prefix(count).map { try house.client($0, over: self) }
    }
}
