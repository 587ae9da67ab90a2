package import Draft
package import TextFormats

extension TournamentCreated {
    /// The contest of a person who says its pool, title and fee: everything else has its default.
    ///
    /// `draftledger contest open` and a server's `createTournament` share these defaults.
    package static func standard(
        pool: PoolID, title: String, entryFee: Cents?, preset: Ruleset.Preset = .fast, teams: UInt8 = 12,
        rounds: UInt8 = 18
    ) -> TournamentCreated {
        let isSlow = preset == .slow
        return TournamentCreated(
            pool: pool, entryFee: entryFee, maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
            ruleset: isSlow ? .slow(teams: teams, rounds: rounds) : .fast(teams: teams, rounds: rounds), prizes: [],
            title: title, externalID: "")
    }
}

/// Members that a `createTournament` may leave out, with the values that the receiver fills in.
package struct ContestDefaults: MemberDefaults {
    private let number: TournamentID
    private let pool: PoolID

    /// - Parameters:
    ///   - number: a number that no contest has.
    ///   - pool: the pool to draft from if the command does not name a pool.
    package init(number: TournamentID, pool: PoolID) {
        self.number = number
        self.pool = pool
    }

    /// The members that a person has to say.
    private static let stated: Set = ["kind", "title", "entryFee"]

    /// Whether an object is a command whose omitted members have defaults. A signed command is not: its sender has fixed its
    /// content.
    package static func apply(to object: JSONValue) -> Bool {
        guard object.kind == .object, let name = object["kind"]?.string else { return false }
        return CommandKind(nameOrAlias: name) == .createTournament && object["seal"].map(\.isNull) ?? true
    }

    /// The omitted members with their values, for a schema: null where the value depends on the ledger or on the preset.
    package static var members: JSON {
        let defaults = ContestDefaults(number: 0, pool: 0)
        guard let fast = defaults.values(preset: .fast), let slow = defaults.values(preset: .slow) else { return [:] }
        let slowValues = Dictionary(slow.members.map { ($0.name, JSON(default: $0.value)) }) { first, _ in first }
        return .object(
            fast.members.filter { !stated.contains($0.name) }.map { name, value in
                let json = JSON(default: value)
                let isOpen = ["tournament", "pool"].contains(name) || (slowValues[name] != json && name != "preset")
                return JSON.Member(name, isOpen ? nil : json)
            })
    }

    /// The value of an omitted member; nil for one that has to be stated.
    func value(of name: StaticString, in object: JSONValue) -> JSONValue? {
        guard !Self.stated.contains("\(name)") else { return nil }
        // The settings of the clock follow from its preset.
        return values(preset: object["preset"]?.string == "slow" ? .slow : .fast)?[name]
    }

    private func values(preset: Ruleset.Preset) -> JSONValue? {
        let contest = TournamentCreated.standard(pool: pool, title: "", entryFee: nil, preset: preset)
        // The writer's output is JSON: the reader cannot fail.
        return try? JSONDocument(Array(CommandRequest(.tournament(number, .createTournament(contest))).json.utf8)).root
    }
}

extension JSON {
    /// A default as it is read: a number, a text, a truth value or an empty list.
    fileprivate init(default value: JSONValue) {
        if let number = value.integer(as: Int64.self) {
            self = .integer(number)
        } else if let text = value.string {
            self = .string(text)
        } else if let flag = value.boolean {
            self = .bool(flag)
        } else {
            self = .array([])
        }
    }
}
