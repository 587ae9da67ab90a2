/// Who of the house may send a command of some kind, and with what beside the role: the part of a row of the table of
/// authority that holds once the ledger says who acts for the house.
public struct StaffGrant: Hashable, Sendable {
    /// Any one of them is enough.
    public let roles: StaffRoles
    public let needs: Needs

    /// What goes with the command.
    public struct Needs: OptionSet, Hashable, Sendable {
        public var rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A reason in words.
        public static let reason = Self(rawValue: 1 << 0)
        /// A case about the room in the command's origin, or an outage for which the room stands still: somebody acts in a
        /// member's place.
        public static let dispute = Self(rawValue: 1 << 1)
        /// Another person's approval: it is proposed as a measure.
        public static let measure = Self(rawValue: 1 << 2)
        /// The same, once a room is full that would be cancelled.
        public static let measureOnceFull = Self(rawValue: 1 << 3)
        /// The signature of the recovery key, whoever sends it.
        public static let recoveryKey = Self(rawValue: 1 << 4)

        /// What is needed in words, in the order of the bits.
        public var names: [String] {
            let words = ["a reason", "a case or an outage", "a measure", "a measure once full", "the recovery key"]
            return words.indices.filter { rawValue >> $0 & 1 == 1 }.map { words[$0] }
        }
    }

    init(_ roles: StaffRoles, with needs: Needs = []) {
        self.roles = roles
        self.needs = needs
    }
}
