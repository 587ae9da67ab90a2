import Draft
import DraftLedger
import Pages
import Projections
import Reports
import TextFormats

/// The requested part of a bracket.
struct BracketQuestion: Sendable {
    /// From 1; nil for all in which there is something of the entries that are asked for, else for the last one on record.
    var round: Int?
    /// The user whose pods are listed; nil for all users.
    var user: UserID?
    /// The entry whose pods are listed; nil for all.
    var entry: EntryID?
    /// The first pod of each round that is listed.
    var from: Int
    /// The number of entries in the list, in addition to the requested ones.
    var top: Int

    init(_ exchange: Exchange) throws {
        round = try exchange.natural("round").map { Int($0) }
        user = try exchange.userOfQuery()
        entry = try exchange.natural("entry").map { EntryID($0) }
        from = try exchange.number(ofQuery: "firstPod")
        top = try exchange.number(ofQuery: "limit")
    }

    /// The entries that are asked for; nil for all.
    ///
    /// - Throws: `DraftLedgerError`.
    func entries(in tournament: TournamentID, _ ledger: DraftLedger) throws -> Set<EntryID>? {
        guard let user else { return entry.map { [$0] } }
        var own: Set<EntryID> = []
        for part in try ledger.rosterColumns(of: user).parts {
            for draft in part.drafts where draft.tournament == tournament {
                for place in draft.first..<draft.end { own.insert(part.entry(at: place, of: draft)) }
            }
        }
        return entry.map { own.intersection([$0]) } ?? own
    }
}

/// A part of a bracket as it is handed out over a network: the pods that were asked for, who drafted their entries, and
/// which rounds the contest has.
struct BracketAnswer: Page {
    private let told: BracketDesk.Told
    /// Nil for a contest without rounds.
    private let page: BracketPage?
    /// The first pod that is not listed any more.
    private let nextPod: Int?
    private let members: [(entry: EntryID, user: UserID?, name: String?)]

    /// - Throws: `noSuchRound`; `DraftLedgerError`, of the rooms and profiles of the entries that are listed.
    init(
        _ told: BracketDesk.Told, of entries: Set<EntryID>?, _ question: BracketQuestion, in ledger: DraftLedger
    ) throws {
        self.told = told
        guard let whole = told.bracket else {
            (page, nextPod, members) = (nil, nil, [])
            return
        }
        let round = question.round ?? (entries == nil ? whole.rounds.last?.number : nil)
        let (bracket, next) = try whole.listing(round: round, entries: entries)
            .page(fromPod: question.from, entries: question.top, keeping: entries ?? [])
        let shown = Set(bracket.rounds.flatMap(\.pods).flatMap(\.entries).map(\.entry))
        var (users, ids) = ([EntryID: UserID](), [EntryID: String]())
        for room in Set(shown.map(\.room)) {
            for case let member? in try ledger.room(room)?.members ?? [] where shown.contains(member.entry) {
                (users[member.entry], ids[member.entry]) = (member.user, member.externalID)
            }
        }
        let names = try Set(users.values).reduce(into: [UserID: String]()) { names, user in
            if let name = try ledger.profile(of: user)?.displayName, !name.isEmpty { names[user] = name }
        }
        members = shown.sorted().map { ($0, users[$0], users[$0].flatMap { names[$0] }) }
        (page, nextPod) = (BracketPage(bracket, externalIDs: ids), next)
    }

    func text(on terminal: Terminal) -> [StyledText] { page?.text(on: terminal) ?? ["The contest has no rounds."] }

    static let members = Members<BracketAnswer>(
        "Bracket",
        BracketPage.members.of {
            $0.page?.content ?? BracketPage.Content(title: $0.told.title, tournament: $0.told.tournament)
        } + [
            .init("nextPod") { $0.nextPod }, .init("terms", each: round) { $0.rounds },
            .init("members", each: member) { $0.members },
        ])

    /// A round of the contest; what is on record of it, if anything.
    private typealias Round = (number: Int, terms: ContestRound, played: Bracket.Round?)

    private static let round: Members<Round> = [
        .init("round") { $0.number }, .init("firstWeek") { $0.terms.firstWeek },
        .init("lastWeek") { $0.terms.lastWeek }, .init("podSize") { $0.terms.podSize },
        .init("advancing") { $0.terms.advancing }, .init("podCount") { $0.played?.podCount },
        .init("entryCount") { $0.played?.entryCount }, .init("isClosed") { $0.played?.isClosed ?? false },
    ]

    private static let member: Members<(entry: EntryID, user: UserID?, name: String?)> = [
        .init("entry") { $0.entry }, .init("user") { $0.user }, .init("name") { $0.name },
    ]

    private var rounds: [Round] {
        (told.bracket?.terms ?? []).enumerated().map { index, terms in
            (index + 1, terms, told.bracket?.rounds.first { $0.number == index + 1 })
        }
    }

    var csv: CSVTable { page?.csv ?? BracketPage.noRows }

    var json: JSON { Self.members.json(of: self) }
}
