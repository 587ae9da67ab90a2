package import Draft
package import DraftLedger
import Merkle
import Projections
import Records
package import TextFormats

/// Everything about one user, of one ledger or several: `profiles export`.
///
/// Other users are not named: events are those that the user may see, with free text, and actors without numbers of others.
package struct UserData {
    private let user: UserID
    private var ledgers: [JSON] = []

    /// The number of exported events and texts.
    package private(set) var (events, texts) = (0, 0)

    package init(of user: UserID) { self.user = user }

    /// Adds the data of a ledger.
    ///
    /// - Parameters:
    ///   - ledger: the ledger.
    ///   - contact: devices and addresses of the user; nil if the ledger has none of any user.
    ///   - payoutAccounts: the accounts of the user's withdrawals.
    ///   - progress: called with the progress of the search.
    package mutating func add(
        _ ledger: DraftLedger, contact: JSON?, payoutAccounts: [PayoutDestination] = [],
        progress: ProgressHandler? = nil
    ) throws {
        let size = try ledger.size
        let positions = try ledger.positions(ofUser: user, upTo: size, progress: progress)
        var activity = ActivityPage(of: user, names: LedgerNames(ledger))
        var events: [JSON] = []
        try ledger.events(at: positions) { event in
            let told = try ledger.told(event)
            activity.add(told)
            events.append(json(of: told))
            return true
        }
        let texts = try ledger.texts(about: user)
        let wallet = try ledger.wallet(user)
        self.events += events.count
        self.texts += texts.count
        ledgers.append([
            "origin": .of(try ledger.origin), "size": .of(size), "root": .of(try ledger.root.base64),
            "profile": try ledger.profile(of: user).map {
                Self.json(of: $0)
            } ?? .null,
            "contact": contact ?? .null, "payoutAccounts": .array(payoutAccounts, \.json),
            "balance": ["availableCents": .of(wallet.available), "heldCents": .of(wallet.held)],
            "entries": .array(try entries(in: ledger)),
            "texts": .array(texts) { ["digest": .string($0.digest.hexadecimal), "text": Self.json(of: $0.text)] },
            "activity": .of(
                activity.document(as: .text, on: .file).split(separator: "\n", omittingEmptySubsequences: false).map {
                    String($0)
                }), "events": .array(events),
        ])
    }

    package var json: JSON {
        ["format": "draft-ledger/user-data@v1", "user": .of(user), "ledgers": .array(ledgers)]
    }

    private func json(of recorded: RecordedEvent) -> JSON {
        [
            "position": .of(recorded.position), "stream": .string(recorded.stream.description),
            "version": .of(recorded.version), "type": .string(recorded.event.type.name),
            "recordedAt": .of(recorded.recordedAt), "occurredAt": .of(recorded.origin?.occurredAt),
            "actor": .of(recorded.origin?.actor.text(for: user)),
            "body": .encoded { $0.body(of: recorded.event, for: user) },
        ]
    }

    private static func json(of text: StoredText) -> JSON {
        switch text {
        case .told(let words): .string(words)
        case .erased, .altered: .null
        }
    }

    private static func json(of profile: Profile) -> JSON {
        let own: JSON = ["externalID": .name(profile.externalID), "displayName": .name(profile.displayName)]
        guard !profile.rankings.isEmpty else { return own }
        let rankings = profile.rankings.sorted { $0.key < $1.key }
        return own.adding([
            "rankings": .array(rankings) { pool, ranking in
                [
                    "pool": .of(pool), "savedAt": .of(Timestamp(microseconds: ranking.savedAt)),
                    "players": .array(ranking.players) { .of($0) }, "tiers": .array(ranking.tiers) { .of($0) },
                ]
            }
        ])
    }

    /// The user's entries with the names of their players.
    private func entries(in ledger: DraftLedger) throws -> [JSON] {
        var pools: [PoolID: PoolState] = [:]
        return try ledger.rosterRows().filter { $0.user == user }.map { row in
            if pools[row.pool] == nil { pools[row.pool] = try ledger.pool(row.pool) }
            return [
                "entry": .of(row.entry), "room": .of(row.room), "contest": .of(row.tournament),
                "status": .string(row.status.name), "startedAt": .of(row.startedAt), "feeCents": .of(row.fee),
                "players": .array(row.players) { player in .of(player.flatMap { pools[row.pool]?.player($0)?.name }) },
            ]
        }
    }
}
