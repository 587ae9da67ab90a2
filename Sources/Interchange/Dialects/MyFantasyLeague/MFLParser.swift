import Draft
import DraftLedger
import TextFormats

/// Reads MyFantasyLeague's `draftResults`: one draft for each division or league in the file.
///
/// ```
/// {"draftResults": {"draftUnit": [
///     {"unit": "DIVISION00", "static_url": "https://…/65443_DIVISION00_draft_results.xml",
///      "round1DraftOrder": "0001,0009,…,",
///      "draftPick": [{"round": "01", "pick": "01", "franchise": "0001", "player": "13116",
///                     "timestamp": "1594044005", "comments": ""}, …]}, …]}}
/// ```
struct MFLParser {
    /// The id that the site writes for a pick without a player.
    private static let noPlayer = "0000"

    private var files: [SourceFile] = []
    private var players = PlayerTable()
    private let list: [ImportedPlayer]
    private var drafts: [GatheredDraft] = []
    private var issues: [ImportIssue] = []

    /// - Parameter list: the site's players; nil to let ids stand for names.
    init(players list: MFLPlayerList?) {
        self.list = list?.players ?? []
        for player in self.list { _ = players.add(player) }
    }

    /// Takes in the content of one file.
    mutating func read(_ text: [UInt8], path: String) {
        files.append(SourceFile(path: path, text: text))
        do throws(ImportIssue) {
            let root = try JSONFile.parse(text, path: path)
            guard let units = root["draftResults"]?["draftUnit"] else {
                throw JSONFile.issue(
                    path, at: root, found: "no draftResults.draftUnit", expected: "the results of a draft")
            }
            for unit in JSONFile.elements(units) { take(unit, path) }
        } catch {
            issues.append(error)
        }
    }

    private mutating func take(_ unit: JSONValue, _ path: String) {
        let externalID = MFLDraftName(unit).externalID
        do throws(ImportIssue) {
            guard !drafts.contains(where: { $0.externalID == externalID }) else {
                throw JSONFile.issue(
                    path, at: unit, draft: externalID, found: "the draft a second time", expected: "each draft once")
            }
            drafts.append(try gather(unit, as: externalID, path))
        } catch {
            var issue = error
            issue.draft = externalID
            issues.append(issue)
        }
    }

    private mutating func gather(
        _ unit: JSONValue, as externalID: String, _ path: String
    ) throws(ImportIssue) -> GatheredDraft {
        guard let picks = unit["draftPick"].map(JSONFile.elements), !picks.isEmpty else {
            throw JSONFile.issue(path, at: unit, found: "no draftPick", expected: "a draft's picks")
        }
        let order = try firstRound(of: unit, picks, path)
        guard order.count <= Int(Ruleset.allowedTeams.upperBound) else {
            throw JSONFile.issue(
                path, at: unit["round1DraftOrder"] ?? unit, found: "\(order.count) franchises",
                expected: "at most \(Ruleset.allowedTeams.upperBound) teams")
        }
        var draft = GatheredDraft(externalID: externalID)
        draft.entries = order.map { ImportedEntry(externalID: $0) }
        for pick in picks { draft.picks.append(try gather(pick, order, path)) }
        draft.startedAt = draft.picks.compactMap(\.occurredAt).min()
        return draft
    }

    /// The franchises in the order of round 1: as the file states it, or else as they picked.
    private func firstRound(
        of unit: JSONValue, _ picks: [JSONValue], _ path: String
    ) throws(ImportIssue) -> [String] {
        let stated = unit["round1DraftOrder"]?.string?.split(separator: ",").map(String.init) ?? []
        if !stated.isEmpty {
            guard Set(stated).count == stated.count else {
                throw JSONFile.issue(
                    path, at: unit["round1DraftOrder"] ?? unit, found: "a franchise twice in round 1",
                    expected: "each franchise once")
            }
            return stated
        }
        var order: [Int: String] = [:]
        let slots = 1...Int(Ruleset.allowedTeams.upperBound)
        for pick in picks where try JSONFile.number("round", of: pick, in: Ruleset.allowedRounds, path) == 1 {
            order[try JSONFile.number("pick", of: pick, in: slots, path)] = try JSONFile.string(
                "franchise", of: pick, path)
        }
        return order.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func gather(
        _ pick: JSONValue, _ order: [String], _ path: String
    ) throws(ImportIssue) -> GatheredDraft.Pick {
        let round = try JSONFile.number("round", of: pick, in: Ruleset.allowedRounds, path)
        let pickInRound: Int = try JSONFile.number("pick", of: pick, in: 1...max(1, order.count), path)
        let franchise = try JSONFile.string("franchise", of: pick, path)
        let playerID = try JSONFile.string("player", of: pick, path)
        guard let slot = order.firstIndex(of: franchise) else {
            throw JSONFile.issue(
                path, at: pick["franchise"] ?? pick, found: "the franchise \(franchise)",
                expected: "one of round 1: \(order.joined(separator: ", "))")
        }
        let hasPlayer = playerID != Self.noPlayer
        let manner = MFLComment.manner(pick["comments"]?.string ?? "", hasPlayer: hasPlayer)
        if !hasPlayer, manner != .automated(.clockExpired, .skipped) {
            throw JSONFile.issue(
                path, at: pick["player"] ?? pick, found: "the player \(Self.noPlayer), which is not a player",
                expected: "a player, or a comment that says that the pick was skipped")
        }
        return GatheredDraft.Pick(
            place: SourcePlace(
                file: UInt16(clamping: files.count - 1), line: 0, column: UInt32((pick["pick"] ?? pick).offset)),
            slotColumn: UInt32((pick["franchise"] ?? pick).offset),
            playerColumn: UInt32((pick["player"] ?? pick).offset),
            number: PickNumber((Int(round) - 1) * order.count + pickInRound), slot: Slot(clamping: slot),
            manner: manner,
            player: hasPlayer ? UInt32(try player(playerID, of: pick, path)) : nil, adp: nil, byeWeek: nil,
            occurredAt: try time(of: pick, path))
    }

    private mutating func player(_ id: String, of pick: JSONValue, _ path: String) throws(ImportIssue) -> Int {
        if let index = players.index(ofExternalID: id) { return index }
        guard list.isEmpty else {
            throw JSONFile.issue(
                path, at: pick["player"] ?? pick, found: "the player \(id)", expected: "an id of the players' list")
        }
        return players.index(externalID: id, name: id, position: .other)
    }

    /// Seconds since 1970. The site's times may run backwards: a commissioner's late pick carries its own.
    private func time(of pick: JSONValue, _ path: String) throws(ImportIssue) -> Timestamp? {
        guard let text = pick["timestamp"]?.string, !text.isEmpty else { return nil }
        let seconds: Int64 = try JSONFile.number("timestamp", of: pick, in: 0...253_402_300_799, path)
        return seconds == 0 ? nil : Timestamp(microseconds: seconds * 1_000_000)
    }

    /// Checks every draft.
    consuming func finish() -> MFLBatch {
        let wording = DraftWording(slot: "franchise", pick: "pick") { draft, slot in
            draft.entries[Int(slot)]?.externalID ?? "?"
        }
        var sound: [GatheredDraft] = []
        for var draft in drafts {
            do throws(ImportIssue) {
                try draft.check(wording, players: players, files: files)
                sound.append(draft)
            } catch {
                issues.append(error)
            }
        }
        return MFLBatch(files: files, table: players, listed: list.count, drafts: sound, issues: issues)
    }
}
