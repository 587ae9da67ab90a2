/// The staff and their roles, by the events of the stream `staff`.
///
/// Before `AuthorityBegan` it is empty, and the table's roles alone decide.
public struct StaffState: BlankStreamState {
    /// The founders with the keys by which they enabled staff roles; empty until then.
    public private(set) var foundation: [AuthorityBegan.Founder] = []

    /// The founders; empty until staff roles are enabled.
    public var founders: [UserID] { foundation.map(\.person) }

    /// The key that is kept offline; nil before authority began.
    public private(set) var recoveryKey: PublicKey?

    /// The appointed staff, including people whose recovery is not effective yet.
    public private(set) var members: [UserID: Member] = [:]

    /// All people who were ever recovered by the recovery key, in order. A dismissal does not remove a person.
    public private(set) var recovered: [UserID] = []

    /// The services that ever had an account: their commands are signed from then on.
    public private(set) var services: Set<LedgerService> = []

    public private(set) var version: UInt32 = 0

    /// The state of an operator without known staff.
    public init() {}

    /// Somebody who is appointed.
    public struct Member: Hashable, Sendable {
        public let roles: StaffRoles
        /// The key that verifies this person's commands.
        public let key: PublicKey
        /// From when on the roles hold; nil for at once.
        public let effectiveAt: Timestamp?
        /// The service whose commands the key signs; nil for a person.
        public var service: LedgerService?

        func isEffective(at moment: Timestamp) -> Bool { effectiveAt.map { $0 <= moment } ?? true }
    }

    /// Whether the ledger says who may.
    public var hasBegun: Bool { recoveryKey != nil }

    /// The roles of a person at a time; empty if the person is not staff.
    public func roles(of person: UserID, at moment: Timestamp) -> StaffRoles {
        guard let member = members[person], member.isEffective(at: moment) else { return [] }
        return member.roles
    }

    /// The accounts of a service, ascending.
    public func accounts(of service: LedgerService) -> [UserID] {
        members.filter { $0.value.service == service }.keys.sorted()
    }

    /// How many can propose or approve an appointment at a moment. Below two, only the recovery key can.
    public func ableCount(at moment: Timestamp) -> Int {
        members.values.count { $0.isEffective(at: moment) && !$0.roles.isDisjoint(with: .founder) }
    }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.staffChange {
        case .enabled(let began):
            foundation = began.founders
            recoveryKey = began.recoveryKey
            for founder in began.founders {
                members[founder.person] = Member(roles: .founder, key: founder.key, effectiveAt: nil)
            }
        case .appointed(let appointed):
            members[appointed.person] = Member(
                roles: appointed.roles, key: appointed.key, effectiveAt: nil, service: appointed.service)
            if let service = appointed.service { services.insert(service) }
        case .dismissed(let dismissed): members[dismissed.person] = nil
        case .recovered(let recovery):
            recovered.append(recovery.person)
            members[recovery.person] = Member(
                roles: .founder, key: recovery.key, effectiveAt: recovery.effectiveAt)
        case .carried(.head(let carried)):
            foundation = carried.founders
            recoveryKey = carried.recoveryKey
            recovered = carried.recovered
        case .carried(.member(let carried)):
            members[carried.person] = Member(
                roles: carried.roles, key: carried.key, effectiveAt: carried.effectiveAt, service: carried.service)
            if let service = carried.service { services.insert(service) }
        case nil: break
        }
    }
}
