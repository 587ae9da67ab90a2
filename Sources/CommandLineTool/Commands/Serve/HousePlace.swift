import Draft
import DraftLedger
import Records
import Server
import TextFormats

/// Where somebody of the house works, and by which key, which never leaves the place where this runs.
enum HousePlace {
    /// At the ledger itself. Nothing is signed where it does not say who acts for the house.
    case ledger(DraftLedger, CommandSigner?)
    /// Over a server, whose token says who acts. A server for development signs for its own people.
    case server(RemoteServer, SealingKey?)

    /// Has a command happen.
    ///
    /// - Parameter sender: who sends it where the ledger does not say who acts for the house; over a server only on whose
    ///   behalf.
    /// - Returns: the types of its events.
    /// - Throws: `ToolError` with the refusal, which is on record then.
    @discardableResult
    func send(_ command: Command, as sender: Sender = .admin(nil)) throws -> [String] {
        switch self {
        case .ledger(let draft, let signer?):
            try signer.settle(command, onBehalfOf: sender.onBehalfOf, in: draft).map(\.event.type.name)
        case .ledger(let draft, nil): try draft.settle(command, as: sender).map(\.event.type.name)
        case .server(let server, let key):
            try server.settle(command, as: .admin(try person(), onBehalfOf: sender.onBehalfOf), by: key)
        }
    }

    /// Has a command happen; or proposes it, where the ledger says who acts for the house and it takes two of them.
    ///
    /// - Parameters:
    ///   - sender: as for `send(_:as:)`.
    ///   - dispute: the case from which it follows; nil for none.
    ///   - reason: why, for a proposal.
    /// - Returns: the measure that proposes it; nil where it has happened.
    /// - Throws: `ToolError` with the refusal, which is on record then.
    func settle(
        _ command: Command, as sender: Sender, because dispute: CaseID? = nil, reason: String
    ) throws -> MeasureID? {
        if command.kind.authority.staff?.needs.contains(.measure) == true, try hasBegun() {
            return try propose(command, because: dispute, reason: reason)
        }
        try send(command, as: sender)
        return nil
    }

    /// Proposes a command under the next number that is free.
    ///
    /// - Throws: `ToolError` with the refusal, or where nobody could approve it.
    func propose(_ command: Command, because dispute: CaseID?, reason: String) throws -> MeasureID {
        let proposal = MeasureCommand.proposeMeasure(ProposeMeasure(command, dispute: dispute, reason: Wording(reason)))
        switch self {
        case .ledger(let draft, let signer?):
            return try draft.propose(command, because: dispute, reason: reason, by: signer)
        case .ledger:
            throw ToolError(
                .usage, "This ledger does not say who acts for the house, so nothing is proposed: see `staff begin`.")
        case .server(let server, let key):
            let sender = Sender.admin(try person())
            return MeasureID(
                try server.underFreeNumber(in: "/v1/measures", of: "measure") { number in
                    try server.outcome(of: .measure(MeasureID(number), proposal), as: sender, by: key)
                })
        }
    }

    /// Opens a contest under the next number that is free.
    ///
    /// - Throws: `ToolError` with the refusal.
    func open(_ contest: TournamentCreated) throws -> TournamentID {
        switch self {
        case .ledger(let draft, _):
            let id = try draft.freeNumbers().tournament
            try send(.tournament(id, .createTournament(contest)))
            return id
        case .server(let server, let key):
            let sender = Sender.admin(try person())
            return TournamentID(
                try server.underFreeNumber(in: "/v1/tournaments", of: "tournament") { number in
                    try server.outcome(
                        of: .tournament(TournamentID(number), .createTournament(contest)), as: sender, by: key)
                })
        }
    }

    /// Whether the ledger says who acts for the house.
    func hasBegun() throws -> Bool {
        switch self {
        case .ledger(_, let signer): signer != nil
        case .server(let server, _): try !server.reading("/v1/staff").elements.isEmpty
        }
    }

    /// Who acts, where that is known.
    private func person() throws -> UserID {
        switch self {
        case .ledger(_, let signer?): signer.person
        case .ledger: throw ToolError(.usage, "--as is missing: your number in the house.")
        case .server(let server, _): try server.waiting { try await $0.user() }
        }
    }

    /// What an option names that a measure says itself.
    ///
    /// - Parameter option: its name, such as `--by`.
    /// - Throws: `ToolError` where it is missing and needed, or given and not.
    func named(_ user: UserID?, by option: String) throws -> UserID {
        if try hasBegun() {
            guard user == nil else {
                throw ToolError(
                    .usage, "Leave out \(option): who proposes and who approves has signed, and is on record by that.")
            }
            return try person()
        }
        guard let user else { throw ToolError(.usage, "\(option) is missing: name the user's number.") }
        return user
    }
}

extension RemoteServer {
    /// Reads something as JSON.
    ///
    /// - Throws: `ToolError` where the server does not tell.
    func reading(_ path: String) throws -> JSONValue { try waiting { try await $0.get(path) } }

    /// Has something done that is no command.
    ///
    /// - Returns: what the server says of it.
    /// - Throws: `ToolError` where the server does not do it.
    func doing(_ method: String, _ path: String) throws -> JSONValue {
        try waiting { try await $0.request(method, path) }
    }

    /// Sends a command under the next number that is free; and under another one, where somebody was faster.
    ///
    /// - Parameters:
    ///   - path: where those in use are listed.
    ///   - member: in which their numbers stand.
    ///   - send: sends it under a number.
    /// - Returns: the number.
    /// - Throws: `ToolError` with the refusal.
    func underFreeNumber(
        in path: String, of member: StaticString, _ send: (UInt64) throws -> Answer
    ) throws -> UInt64 {
        for _ in 0..<Self.patience {
            let known = try reading(path).elements.compactMap { $0[member]?.integer(as: UInt64.self) }
            let number = (known.max() ?? 0) + 1
            let answer = try send(number)
            if answer.code == RefusalCode.alreadyExists.name { continue }
            _ = try answer.events
            return number
        }
        throw ToolError(.tryAgain, "Others take the numbers of \(path) faster than this can. Try again.")
    }

    private static let patience = 5
}
