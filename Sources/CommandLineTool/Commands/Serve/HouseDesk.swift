import Draft
import DraftLedger
import Records
import Server

/// Where somebody of the house has something done: at the ledger itself, or over a server that holds it.
struct HouseDesk {
    var person: UserID?
    var key: String?
    var remote: RemoteOptions
    var ledger: LedgerOptions

    typealias Settle = (Command) throws -> Void

    /// Works in the one place or in the other.
    ///
    /// - Parameters:
    ///   - local: works at the ledger; what it settles is signed where the ledger takes nothing unsigned.
    ///   - distant: works over the server.
    /// - Throws: `ToolError` with a refusal, or what to add or to leave out.
    func work<Result>(
        on console: Console, at local: (DraftLedger, Settle) throws -> Result,
        over distant: (RemoteServer, Settle) throws -> Result
    ) throws -> Result {
        if let server = try remote.remote(console) {
            guard person == nil else { throw ToolError(.usage, "Leave out --as: who acts, the token says.") }
            let key = try key.map { try SealingKeyFile($0).read() }
            return try distant(server) { try server.settle($0, by: key) }
        }
        let draft = try ledger.open(console, for: .writing)
        defer { draft.close() }
        let signer = try signer(in: draft)
        return try local(draft) { command in
            if let signer {
                try signer.settle(command, in: draft)
            } else {
                try draft.settle(command, as: .admin(nil))
            }
        }
    }

    /// Who signs; nil where the ledger knows nobody's key.
    private func signer(in draft: DraftLedger) throws -> CommandSigner? {
        switch (try draft.staff().hasBegun, person, key) {
        case (true, let person?, let key?): return CommandSigner(person: person, key: key)
        case (true, _, _):
            throw ToolError(
                .usage,
                "This ledger says who acts for the house, and takes nothing unsigned: add --as PERSON --key FILE.")
        case (false, nil, nil): return nil
        case (false, _, _):
            throw ToolError(.usage, "This ledger does not say who acts for the house: leave out --as and --key.")
        }
    }
}

/// Prizes as people write them down: `1,100000` or `2-10,5000`, a place or some and what each wins in cents.
enum PrizeFile {
    /// - Throws: `ToolError` that names the line, and what was expected there.
    static func tiers(in bytes: [UInt8], named name: String) throws -> [PrizeTier] {
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var tiers: [PrizeTier] = []
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            func wrong(_ what: String) -> ToolError {
                ToolError(
                    .badData, "\(name), line \(index + 1): \(what); expected a place or some and cents, as 2-10,5000.")
            }
            let parts = line.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.filter { !$0.isWhitespace } }
            guard parts.count == 2, let amount = Int64(parts[1]), amount > 0 else { throw wrong("there are no cents") }
            let places = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0) }
            guard (1...2).contains(places.count), let first = places[0], let last = places[places.count - 1], first > 0,
                last >= first
            else { throw wrong("'\(parts[0])' is no place") }
            guard tiers.last.map({ first > $0.lastPlace }) ?? true else {
                throw wrong("place \(first) has a prize already")
            }
            tiers.append(PrizeTier(firstPlace: first, lastPlace: last, amount: Cents(amount)))
        }
        return tiers
    }
}
