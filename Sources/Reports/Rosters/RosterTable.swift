public import Draft
public import DraftLedger
import Platform
import Projections

/// All rosters as of one position of the ledger, in memory: what every report scans.
///
/// Half a million entries of 18 rounds take about 30 MB. Loaded once from the stored rows and what the log has beyond
/// them; no report reads the ledger again.
public struct RosterTable: Sendable {
    /// State after that many events of the ledger.
    public let position: UInt64

    /// Every entry in one of them, all entries of a draft in the same one.
    let parts: [RosterColumns]

    let users: UserIndex

    /// The number of entries, whatever becomes of their rooms.
    public let count: Int

    /// How work is spread over cores.
    var sharing = Sharing()

    struct Sharing: Sendable {
        /// Fewer entries are counted before other cores have woken up.
        var fromEntries = 1 << 13
        /// The rosters that a core processes at a time.
        var drafts = 256
        /// How many cores play seasons at once, or count sets of players.
        var threads = Cores.count
        /// How many players a table of pairs has at most where sets are counted: 32 MB of counters.
        var widest = 1 << 12
    }

    /// O(entries).
    public init(_ snapshot: RosterSnapshot) {
        position = snapshot.position
        parts = snapshot.parts
        users = UserIndex(snapshot.parts)
        count = snapshot.count
    }

    /// Loads the rosters of a ledger as of a moment, on all cores.
    ///
    /// - Parameters:
    ///   - ledger: the ledger to read.
    ///   - moment: as of when.
    ///   - user: only the entries of that user, found through an index; nil for all.
    ///   - progress: told how far it has come.
    /// - Throws: `badMoment`, `damaged`, `inputOutput`.
    public init(
        of ledger: DraftLedger, at moment: Moment = .latest, user: UserID? = nil, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) {
        self.init(try ledger.rosterColumns(of: user, at: moment, progress: progress))
    }

    /// The pools that entries draft from, by number. O(drafts).
    public var pools: [PoolID] { distinct(\.pool).sorted() }

    /// The tournaments that entries are in, by number. O(drafts).
    public var tournaments: [TournamentID] { distinct(\.tournament).compactMap { $0 }.sorted() }

    /// Neighbours mostly share it, so a set is only read if they differ.
    private func distinct<Value: Hashable>(_ value: (RosterColumns.Draft) -> Value) -> Set<Value> {
        var values: Set<Value> = []
        for part in parts {
            var last: Value?
            for draft in part.drafts {
                let next = value(draft)
                if next != last { values.insert(next) }
                last = next
            }
        }
        return values
    }
}

/// A count over rosters of which parts can be counted apart, on several cores, and then added up.
///
/// The result may not depend on how the rosters were cut: sums are whole numbers.
protocol RosterTally: Sendable {
    /// The entries that are added next are of this draft, until another one begins. Drafts without any entry that
    /// counts never begin.
    ///
    /// - Parameter part: of the table, by place.
    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int)

    /// Counts an entry of the draft that has begun.
    mutating func add(_ place: Int, of part: RosterColumns)

    /// Adds what was counted elsewhere.
    mutating func merge(_ other: Self)
}

extension RosterColumns.Draft {
    /// Whether an entry of every seat is known, as is not the case of one user's export. Of a table of one user's entries
    /// alone, it says whether he is everybody.
    var isWhole: Bool { end - first == Int(teams) }
}
