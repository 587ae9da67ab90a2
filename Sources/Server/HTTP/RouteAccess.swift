package import Draft

extension RouteDescription {
    /// The callers that may use an operation. The server checks most of them before the operation is answered.
    package enum Access: Hashable, Sendable {
        case anyone
        /// Everybody with a valid token.
        case signedIn
        /// The user in the path, and officers. The noun is for the message: user 7's *noun*.
        case account(String)
        /// Officers; the noun phrase begins the message.
        case officers(String)
        /// Officers and auditors.
        case auditors(String)
        /// Operators, officers, cashiers and auditors.
        case staff(String)
        /// Only staff with this role, not for what is shown but for what is done.
        case role(StaffRole, String)
        /// Callers that depend on the room, the case or the record: the operation checks them itself.
        case checked(Rule)

        /// A rule that an operation checks itself.
        package enum Rule: String, Hashable, Sendable {
            case spectators, seat, claimants, draftOver, claims, metrics, imports, tiles, records, ownSessions, reports

            package var words: String {
                switch self {
                case .spectators:
                    "Members of the room and officers; everybody once the draft is over or if the contest has spectators."
                case .seat: "The user of the seat; officers once the draft is over."
                case .claimants: "Officers and the claimant of a recorded case, once the draft is over."
                case .draftOver: "Officers, once the draft is over."
                case .claims: "Officers; the claimant; cashiers for cases that were upheld."
                case .metrics: "Operators, officers and auditors; everybody if the operator allows it."
                case .imports: "Staff with the role operator or importer."
                case .tiles: "Everybody for hashes; officers and auditors for entries."
                case .records: "The users that the record is about; officers and auditors."
                case .ownSessions: "The user in the path, and officers."
                case .reports:
                    "Analysts; everybody for a contest that is over; users for a report that is only about their own entries."
                }
            }
        }

        /// The callers in a sentence.
        package var words: String {
            switch self {
            case .anyone: "Everybody."
            case .signedIn: "Everybody with a valid token."
            case .account: "The user in the path, and officers."
            case .officers: "Officers."
            case .auditors: "Officers and auditors."
            case .staff: "Operators, officers, cashiers and auditors."
            case .role(let role, _): "Staff with the role \(role.name)."
            case .checked(let rule): rule.words
            }
        }

        /// Whether a caller without a token may use the operation, at least for a part of its answers.
        package var isOpen: Bool {
            switch self {
            case .anyone, .checked(.spectators), .checked(.tiles), .checked(.metrics), .checked(.records),
                .checked(.reports):
                true
            default: false
            }
        }

        /// Refuses callers that may not use the operation.
        ///
        /// - Throws: `unauthenticated` without a token, `forbidden` with a token of another user.
        package func check(_ exchange: Exchange) throws {
            let caller = exchange.caller
            switch self {
            case .anyone, .signedIn, .checked: break
            case .account(let noun):
                let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
                try caller.demand(caller.maySeeAccount(of: user), "User \(user)'s \(noun)")
            case .officers(let noun): try caller.demand(caller.isOfficer, noun)
            case .auditors(let noun): try caller.demand(caller.maySeeAll, noun)
            case .staff(let noun): try caller.demand(caller.maySeeStaff, noun)
            case .role(let role, let noun):
                _ = try caller.known()
                guard caller.roles.contains(StaffRoles(role)) else {
                    throw Problem(.forbidden, "\(noun) takes the role \(role.name).")
                }
            }
        }
    }
}
