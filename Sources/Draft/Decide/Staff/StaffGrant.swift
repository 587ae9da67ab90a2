/// The staff roles that may send a kind of command, and the further conditions: the part of a row of the table of
/// authority that applies once staff roles are enabled.
public struct StaffGrant: Hashable, Sendable {
    /// Any one of them is enough.
    public let roles: StaffRoles
    public let needs: Needs

    /// The further conditions of the command.
    public struct Needs: OptionSet, Hashable, Sendable {
        public var rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A reason in words.
        public static let reason = Self(rawValue: 1 << 0)
        /// A case in the command's origin, or an outage for which the room is paused: staff act in place of a member. The
        /// case is the member's own and was upheld, or for a pause about the room.
        public static let dispute = Self(rawValue: 1 << 1)
        /// Another person's approval: the command is proposed in an approval request.
        public static let measure = Self(rawValue: 1 << 2)
        /// The same, once the room to cancel is full.
        public static let measureOnceFull = Self(rawValue: 1 << 3)
        /// The signature of the recovery key, from any sender.
        public static let recoveryKey = Self(rawValue: 1 << 4)
        /// Another person's approval of a pause for an outage.
        public static let measureForOutage = Self(rawValue: 1 << 5)
        /// Another person's approval for the free text of staff.
        public static let measureOfStaffText = Self(rawValue: 1 << 6)

        /// The conditions that an approval request meets.
        static let approvals: Self = [.measure, .measureOnceFull, .measureForOutage, .measureOfStaffText]

        /// The conditions as text, in the order of the bits.
        public var names: [String] {
            let words = [
                "a reason", "a case or an outage", "an approval request", "an approval request if full",
                "the recovery key", "an approval request for an outage", "an approval request for text of staff",
            ]
            return words.indices.filter { rawValue >> $0 & 1 == 1 }.map { words[$0] }
        }
    }

    init(_ roles: StaffRoles, with needs: Needs = []) {
        self.roles = roles
        self.needs = needs
    }
}
