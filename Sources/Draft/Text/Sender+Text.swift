extension Sender {
    /// The actor in words: the role, its user, and for whom: "user/7", "scheduler", "admin/3 for user/7", "importer".
    /// That of an actor which is not valid cannot be read again.
    public var text: String {
        guard isValid else { return role.name + "/?" }
        var words = role.name
        if let user { words += "/\(user)" }
        if let onBehalfOf { words += " for user/\(onBehalfOf)" }
        return words
    }

    /// Reads what `text` writes.
    public init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let parts = words[0].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let role = Role.allCases.first(where: { $0.name == parts[0] }) else { return nil }
        var user: UserID?
        if parts.count == 2 {
            user = UserID(decimal: parts[1])
            guard user != nil else { return nil }
        }
        var onBehalfOf: UserID?
        if words.count > 1 {
            guard words.count == 3, words[1] == "for", words[2].hasPrefix("user/") else { return nil }
            onBehalfOf = UserID(decimal: words[2].dropFirst(5))
            guard onBehalfOf != nil else { return nil }
        }
        self.init(role, user: user, onBehalfOf: onBehalfOf)
    }
}

extension Sender.Role {
    /// The stable string.
    public var name: String {
        switch self {
        case .user: "user"
        case .scheduler: "scheduler"
        case .admin: "admin"
        case .provider: "provider"
        case .importer: "importer"
        }
    }
}

extension UserID {
    /// Decimal digits of a number that a user can have.
    fileprivate init?(decimal digits: Substring) {
        guard let number = UInt64(digits), digits.first != "+", number > 0, number <= UserID.maximum.number else {
            return nil
        }
        self.init(number)
    }
}
