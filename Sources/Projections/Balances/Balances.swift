public import Draft

/// The balance of every account, and the books of every contest: what the postings add up to.
///
/// O(accounts) of memory. Parts of a ledger can be folded apart and merged, since sums do not care about order.
public struct Balances: Hashable, Sendable {
    /// Accounts that are not at zero.
    private var accounts: [Account: Cents] = [:]

    /// The sums that went through each contest's escrow; the rooms' statuses are not part of them.
    private var contests: [TournamentID: ContestBooks] = [:]

    public init() {}

    /// The balances that rows state: `accountRows` and `contestRows` of what they were.
    public init(accountRows: [BalanceRow], contestRows: [ContestRow]) {
        for row in accountRows { add(row.balance, to: row.account) }
        for row in contestRows { contests[row.contest] = row.books }
    }

    /// Moves what an event moves.
    public mutating func fold(_ recorded: RecordedEvent) {
        for posting in postings(of: recorded.event, in: recorded.stream) {
            add(-posting.amount, to: posting.from)
            add(posting.amount, to: posting.to)
        }
        if let contest = ContestBooks.contest(of: recorded.event, in: recorded.stream) {
            contests[contest, default: ContestBooks()].evolve(recorded.event)
        }
    }

    /// Adds the balances of another part of the history.
    public mutating func merge(_ other: Balances) {
        for (account, balance) in other.accounts { add(balance, to: account) }
        for (contest, books) in other.contests { contests[contest, default: ContestBooks()].merge(books) }
    }

    /// The balance of an account; zero for one that nothing ever touched.
    public subscript(account: Account) -> Cents { accounts[account] ?? .zero }

    /// The books of a contest; blank for one without entries. Their `rooms` are not counted here.
    public func books(of contest: TournamentID) -> ContestBooks { contests[contest] ?? ContestBooks() }

    /// All accounts together: zero, or money was made or lost.
    public var total: Cents { accounts.values.reduce(.zero, +) }

    /// The accounts that are not at zero, in their order. O(n log n).
    public var accountRows: [BalanceRow] {
        accounts.map { BalanceRow(account: $0.key, balance: $0.value) }.sorted { $0.account < $1.account }
    }

    /// The contests that have books, in their order. O(n log n).
    public var contestRows: [ContestRow] {
        contests.map { ContestRow(contest: $0.key, books: $0.value) }.sorted { $0.contest < $1.contest }
    }

    /// Adds an amount to an account. An account at zero has no row, whatever happened to it: so a fold and a merge of
    /// folds leave the same rows.
    private mutating func add(_ amount: Cents, to account: Account) {
        let balance = self[account] + amount
        accounts[account] = balance == .zero ? nil : balance
    }
}
