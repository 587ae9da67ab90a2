package import Draft

extension House {
    /// Who begins authority in the tests: operators and officers, as founders are.
    package static let founders: [UserID] = [901, 902, 903]

    package static let recoveryKey = key(of: 999)

    /// What somebody signs by. No key of a real scheme; decisions only look at whose it is.
    package static func key(of person: UserID) -> PublicKey {
        PublicKey(.ed25519, Digest256(words: (0, 0, 0, person.number)))
    }

    /// A signature by a key, as a record would keep it.
    package func signature(by key: PublicKey) -> CommandSignature {
        CommandSignature(
            key: KeyID(digest: cryptography.sha256(key.bytes)), anchor: 0, seenVersion: 0,
            bytes: Array(repeating: 7, count: CommandSignature.length))
    }

    /// From here on the ledger says who acts for the house.
    @discardableResult
    package mutating func beginAuthority() -> Decision {
        let founders = Self.founders.map { AuthorityBegan.Founder(person: $0, key: Self.key(of: $0)) }
        return send(
            .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: Self.recoveryKey))),
            as: .admin(nil))
    }

    /// Somebody of the house sends a command, signed by the own key, at the house's own time.
    @discardableResult
    package mutating func send(
        _ command: Command, by person: UserID, for user: UserID? = nil, dispute: CaseID? = nil
    ) -> Decision {
        now = now + .milliseconds(1)
        return send(
            command, as: .admin(person, onBehalfOf: user), at: now, dispute: dispute, signedBy: Self.key(of: person))
    }

    /// Appoints somebody by a measure: founders 901 and 902 agree.
    package mutating func appoint(_ person: UserID, _ roles: StaffRoles) -> Decision {
        let appointed = StaffAppointed(person: person, roles: roles, key: Self.key(of: person))
        let id = MeasureID(10_000 + person.number)
        send(
            .measure(id, .proposeMeasure(ProposeMeasure(.staff(.appointStaff(appointed)), reason: "needed"))),
            by: Self.founders[0])
        return send(.measure(id, .approveMeasure), by: Self.founders[1])
    }
}
