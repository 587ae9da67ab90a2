import Draft
import DraftLedger
import TextFormats

/// Reads the picks of Sleeper's drafts, as its public interface answers `/v1/draft/ID/picks`.
///
/// ```
/// [{"draft_id": "257270643320426496", "pick_no": 1, "round": 1, "draft_slot": 5, "roster_id": 4,
///   "picked_by": "234343434", "player_id": "2391", "is_keeper": null,
///   "metadata": {"first_name": "David", "last_name": "Johnson", "position": "RB", "team": "ARI"}}, …]
/// ```
///
/// A draft's picks may stand in several files. Nothing says when a draft was held, how long it is, what it was played for,
/// or how a pick came about.
struct SleeperParser {
    private static let site = DraftSite(
        dialect: "sleeper", title: "Sleeper", idPrefix: "sleeper-", usualRounds: 18)

    private var files: [SourceFile] = []
    private var players = PlayerTable()
    private var drafts: [GatheredDraft] = []
    private var indexes: [String: Int] = [:]
    private var issues: [ImportIssue] = []
    private var keptPicks = 0

    /// By draft, the picks that were kept from a season before: they are on the board before the draft gets there.
    private var keepers: [Int: Set<PickNumber>] = [:]
    private let rounds: UInt8?

    /// The users that picked, by draft and slot.
    private var users: [Int: [Slot: Set<String>]] = [:]

    /// - Parameter rounds: what all drafts have; nil to go by their picks.
    init(rounds: UInt8? = nil) { self.rounds = rounds }

    /// Takes in the content of one file.
    mutating func read(_ text: [UInt8], path: String) {
        files.append(SourceFile(path: path, text: text))
        do throws(ImportIssue) {
            let root = try JSONFile.parse(text, path: path)
            guard root.kind == .array, !root.elements.isEmpty else {
                throw JSONFile.issue(
                    path, at: root, found: root.kind == .array ? "no picks" : root.excerpt,
                    expected: "an array of picks, as /v1/draft/ID/picks answers")
            }
            for value in root.elements { take(value, path) }
        } catch {
            issues.append(error)
        }
    }

    private mutating func take(_ value: JSONValue, _ path: String) {
        let id: String
        do throws(ImportIssue) {
            id = try JSONFile.string("draft_id", of: value, path)
        } catch {
            return issues.append(error)
        }
        let draft = indexes[id] ?? drafts.count
        if draft == drafts.count {
            indexes[id] = draft
            drafts.append(GatheredDraft(externalID: id))
            drafts[draft].played = SiteContest(
                externalID: Self.site.idPrefix + id, title: "\(Self.site.title) draft \(id)")
        }
        guard drafts[draft].issue == nil else { return }
        do throws(ImportIssue) {
            try add(try SleeperPick(value, draft: id, path), to: draft, value, path)
        } catch {
            drafts[draft].issue = error
            drafts[draft].issue?.draft = id
            drafts[draft].issue?.draftCount = 1
        }
    }

    private mutating func add(
        _ pick: SleeperPick, to draft: Int, _ value: JSONValue, _ path: String
    ) throws(ImportIssue) {
        let slot = Int(pick.slot)
        while drafts[draft].entries.count <= slot { drafts[draft].entries.append(nil) }
        let entry = pick.roster.isEmpty ? "" : "\(pick.draft)-\(pick.roster)"
        if let known = drafts[draft].entries[slot], known.externalID != entry {
            throw JSONFile.issue(
                path, at: value["roster_id"] ?? value,
                found: "a traded pick: roster \(pick.roster) picks in slot \(slot + 1), as other picks of it do not",
                expected: "one roster for each slot: a draft with traded picks cannot be imported")
        }
        drafts[draft].entries[slot] = ImportedEntry(externalID: entry)
        users[draft, default: [:]][pick.slot, default: []].insert(pick.user)
        if pick.isKept {
            keptPicks += 1
            keepers[draft, default: []].insert(pick.number)
        }
        drafts[draft].picks.append(
            GatheredDraft.Pick(
                place: SourcePlace(
                    file: UInt16(clamping: files.count - 1), line: 0, column: UInt32((value["pick_no"] ?? value).offset)
                ),
                slotColumn: UInt32((value["draft_slot"] ?? value).offset),
                playerColumn: UInt32((value["player_id"] ?? value).offset), number: pick.number, slot: pick.slot,
                round: pick.round, manner: pick.player == nil ? .automated(.unknown, .skipped) : .unknown,
                player: pick.player.map { UInt32(players.add($0)) }, adp: nil,
                byeWeek: nil, occurredAt: nil))
    }

    /// Checks every draft.
    consuming func finish() -> DumpBatch {
        var notes: [String] = []
        let unclear = nameUsers()
        for draft in drafts.indices where drafts[draft].issue == nil { checkLaterRounds(of: draft) }
        for draft in drafts.indices where drafts[draft].issue == nil { checkKeepers(of: draft) }
        let wording = DraftWording(slot: "draft_slot", pick: "pick_no") { _, slot in "\(slot + 1)" }
        let (sound, faults) = DraftShapes.sound(
            drafts.map { ($0, $0.issue) }, wording: wording, players: players, files: files, usual: nil,
            site: Self.site, stated: rounds)
        if unclear > 0 {
            notes.append(
                "\(unclear == 1 ? "A team has" : "\(unclear) teams have") picks of several users or share a user with "
                    + "another: their owners are not known.")
        }
        if keptPicks > 0 {
            notes.append(
                keptPicks == 1
                    ? "1 pick was kept from a season before (is_keeper), and counts as a pick in every report."
                    : "\(keptPicks) picks were kept from a season before (is_keeper), and count as picks in every report."
            )
        }
        return DumpBatch(
            of: Self.site, files: files, table: players, drafts: sound, issues: issues + faults,
            notes: notes + DraftShapes.notes(on: sound, stated: rounds))
    }

    /// Refuses a draft under way whose last picks are keepers of picks to come.
    private mutating func checkKeepers(of draft: Int) {
        guard let kept = keepers[draft] else { return }
        let made = Set(drafts[draft].picks.map(\.number))
        guard let next = (1...Snake.mostPicks).first(where: { !made.contains($0) }),
            let later = drafts[draft].picks.filter({ $0.number > next }).min(by: { $0.number < $1.number }),
            drafts[draft].picks.allSatisfy({ $0.number < next || kept.contains($0.number) })
        else { return }
        drafts[draft].issue = files.issue(
            at: later.place, draft: drafts[draft].externalID,
            found: "a draft under way: pick \(next) is to come, and pick \(later.number) is a keeper's",
            expected: "a draft that is over; export it again after its last pick")
    }

    /// How many teams there are the first pick behind their first round shows.
    private mutating func checkLaterRounds(of draft: Int) {
        guard let last = drafts[draft].picks.max(by: { $0.number < $1.number }), last.round == 1 else { return }
        drafts[draft].issue = files.issue(
            at: last.place, draft: drafts[draft].externalID, found: "picks of the first round alone",
            expected: "some of the second one too, which show how many teams there are")
    }

    /// Names the user of each slot whose picks are all of one user without another slot.
    ///
    /// - Returns: the number of slots with picks but without a user.
    private mutating func nameUsers() -> Int {
        var unclear = 0
        for draft in drafts.indices {
            let slots = (users[draft] ?? [:]).mapValues { $0.subtracting([""]) }
            for (slot, users) in slots where !users.isEmpty {
                let isShared = slots.contains { $0.key != slot && !$0.value.isDisjoint(with: users) }
                guard users.count == 1, let user = users.first, !isShared else {
                    unclear += 1
                    continue
                }
                drafts[draft].entries[Int(slot)]?.userID = Self.site.id(ofUser: user)
            }
        }
        return unclear
    }
}
