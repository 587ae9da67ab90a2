package import Draft
package import DraftLedger
package import TextFormats

/// The winners of the prizes that a command pays, and the sum: the one description for those who propose prizes and those who
/// approve them.
package struct PrizeProposal: Hashable, Sendable {
    /// By place, then by entry.
    package var winners: [Winner]

    package struct Winner: Hashable, Sendable {
        /// From 1. Tied entries share the best of their places.
        package var place: UInt32
        package var entry: EntryID
        /// Nil for an entry without a known user, which cannot be paid.
        package var user: UserID?
        package var amount: Cents
    }

    package var total: Cents { winners.reduce(.zero) { $0 + $1.amount } }

    /// Computes the winners as the decision about the command does. O(winners · events of their rooms).
    ///
    /// - Returns: nil for any other command, and for standings that the contest's prize table cannot pay.
    /// - Throws: `DraftLedgerError`.
    package init?(_ command: Command, in ledger: DraftLedger) throws {
        guard case .tournament(let id, .awardPrizes(let standings)) = command,
            let contest = try ledger.tournament(id)
        else { return nil }
        try self.init(standings, of: contest, in: ledger)
    }

    /// Computes the winners of a contest by some standings. O(winners · events of their rooms).
    ///
    /// - Returns: nil without standings, and for standings that the contest's prize table cannot pay.
    /// - Throws: `DraftLedgerError`.
    init?(_ standings: [Standing], of contest: TournamentState, in ledger: DraftLedger) throws {
        guard let first = standings.lazy.map(\.place).min(), let table = PrizeTable(contest.details.prizes) else {
            return nil
        }
        let awards: [PrizeTable.Award]
        do throws(PrizeTable.StandingsFault) {
            awards = try table.awards(for: standings, from: first)
        } catch {
            return nil
        }
        var users: [EntryID: UserID] = [:]
        for room in Set(awards.map(\.entry.room)) {
            for case let member? in try ledger.room(room)?.members ?? [] { users[member.entry] = member.user }
        }
        winners = awards.map { Winner(place: $0.place, entry: $0.entry, user: users[$0.entry], amount: $0.amount) }
    }

    /// Reads what ``json`` writes.
    ///
    /// - Returns: nil for null, and for anything else.
    package init?(_ json: JSONValue?) {
        guard let json, json.kind == .object, let listed = json["winners"] else { return nil }
        winners = listed.elements.compactMap { one in
            guard let place = one["place"]?.integer(as: UInt32.self),
                let entry = one["entry"]?.integer(as: UInt64.self),
                let amount = one["amountCents"]?.integer(as: Int64.self)
            else { return nil }
            let user = one["user"]?.integer(as: UInt64.self).map { UserID($0) }
            return Winner(place: place, entry: EntryID(entry), user: user, amount: Cents(amount))
        }
    }

    static let members = Members<PrizeProposal>(
        "PrizeProposal", [.init("totalCents") { $0.total }, .init("winners", each: winner) { $0.winners }])

    static let winner: Members<Winner> = [
        .init("place") { $0.place }, .init("entry") { $0.entry }, .init("user") { $0.user },
        .init("amountCents") { $0.amount },
    ]

    package var json: JSON { Self.members.json(of: self) }

    /// The winners as a table, then their sum.
    package func lines(on terminal: Terminal) -> [StyledText] {
        var table = TextTable([
            .init("place", .trailing), .init("entry", .trailing), .init("user", .trailing), .init("wins", .trailing),
        ])
        table.rows = winners.map { winner in
            [
                StyledText("\(winner.place)"), StyledText("\(winner.entry)"),
                StyledText(winner.user.map { "\($0)" } ?? "unknown"), StyledText(Figures.money(winner.amount), .bold),
            ]
        }
        let count = Figures.plural(winners.count, "entry", "entries")
        return table.lines(on: terminal) + [StyledText("\(count), \(Figures.money(total)) in total", .bold)]
    }
}
