/// A service that acts in the ledger: the scheduler, an importer, or one payment provider.
///
/// An account of a service is appointed like staff, with a key. From the first such appointment on, the ledger accepts
/// commands of that service only if one of its accounts has signed them. Ticks of clocks are excepted: they decide nothing.
public struct LedgerService: Hashable, Sendable {
    /// Raw values are permanent.
    public enum Kind: UInt8, Sendable, CaseIterable {
        case scheduler = 1
        case importer = 2
        case provider = 3
    }

    public var kind: Kind

    /// The name of the payment provider, as in its deposits; empty for other services.
    public var provider: String

    private init(_ kind: Kind, _ provider: String = "") {
        self.kind = kind
        self.provider = provider
    }

    public static let scheduler = LedgerService(.scheduler)
    public static let importer = LedgerService(.importer)

    /// The service of a payment provider.
    public static func provider(_ name: String) -> LedgerService { LedgerService(.provider, name) }

    /// - Returns: nil if the provider's name is missing, or given for another service.
    public init?(kind: Kind, provider: String) {
        guard (kind == .provider) == !provider.isEmpty else { return nil }
        self.init(kind, provider)
    }

    /// The role in which its accounts send.
    public var role: Sender.Role {
        switch kind {
        case .scheduler: .scheduler
        case .importer: .importer
        case .provider: .provider
        }
    }
}

extension LedgerService: LosslessStringConvertible {
    /// "scheduler", "importer", "provider:quickbank".
    public var description: String { kind == .provider ? "provider:\(provider)" : role.name }

    public init?(_ text: String) {
        switch text {
        case "scheduler": self = .scheduler
        case "importer": self = .importer
        default:
            guard text.hasPrefix("provider:"), text.utf8.count > "provider:".utf8.count else { return nil }
            self = .provider(String(text.dropFirst("provider:".count)))
        }
    }
}
