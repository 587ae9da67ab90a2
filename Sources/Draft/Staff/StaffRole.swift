/// A staff role. A staff member has one or more; the table of authority lists the commands of each. Raw values are
/// permanent.
public enum StaffRole: UInt8, Sendable, CaseIterable {
    /// Runs pools, contests and rooms, and proposes appointments.
    case `operator` = 1
    /// Judges: cases, and what others propose.
    case officer = 2
    /// Looks after money.
    case cashier = 3
    /// The service that starts drafts and lets clocks expire, under a name of its own.
    case scheduler = 4
    /// Brings pools and contests from elsewhere.
    case importer = 5
    /// The service that members' own commands come through.
    case backend = 6
    /// Reads everything, sends nothing.
    case auditor = 7
    /// Reads what reports are made of, sends nothing.
    case analyst = 8

    /// The stable string.
    public var name: String {
        switch self {
        case .operator: "operator"
        default: String(describing: self)
        }
    }
}

/// The roles that one person has.
public struct StaffRoles: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let `operator` = Self(.operator)
    public static let officer = Self(.officer)
    public static let cashier = Self(.cashier)
    public static let scheduler = Self(.scheduler)
    public static let importer = Self(.importer)
    public static let backend = Self(.backend)
    public static let auditor = Self(.auditor)
    public static let analyst = Self(.analyst)

    /// The roles of a founder: enough to appoint all other staff, and to resolve cases.
    public static let founder: Self = [.operator, .officer]

    public init(_ role: StaffRole) { rawValue = 1 << (role.rawValue - 1) }

    /// The roles, in the order of their numbers.
    public var roles: [StaffRole] { StaffRole.allCases.filter { contains(Self($0)) } }

    /// The names, in that order: "operator or officer".
    package func names(joinedBy word: String) -> String { roles.map(\.name).joined(separator: " \(word) ") }
}
