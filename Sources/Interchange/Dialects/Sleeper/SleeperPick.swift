import Draft
import DraftLedger
import TextFormats

/// One pick of a Sleeper draft, its members read and each checked for itself.
struct SleeperPick {
    var draft: String
    var number: PickNumber
    var round: UInt8
    var slot: Slot
    /// The team that the pick belongs to; empty where the file does not say.
    var roster: String
    /// The user that picked; empty for a bot, and if the file does not state it.
    var user: String
    var isKept: Bool
    /// Nil for a pick that was skipped.
    var player: ImportedPlayer?

    /// - Throws: the first member that is not what it should be.
    init(_ value: JSONValue, draft: String, _ path: String) throws(ImportIssue) {
        self.draft = draft
        number = try JSONFile.integer("pick_no", of: value, in: 1...Snake.mostPicks, path)
        round = try JSONFile.integer("round", of: value, in: Ruleset.allowedRounds, path)
        let order: UInt8 = try JSONFile.integer("draft_slot", of: value, in: 1...Ruleset.allowedTeams.upperBound, path)
        slot = order - 1
        roster = try Self.optionalNumber("roster_id", of: value, path)
        user = try JSONFile.optionalString("picked_by", of: value, path)
        isKept = value["is_keeper"]?.boolean ?? false
        guard let metadata = value["metadata"], metadata.kind == .object else {
            throw JSONFile.issue(
                path, at: value, found: JSONFile.missing("metadata", of: value),
                expected: "the player that was picked, in 'metadata'")
        }
        if let sport = metadata["sport"]?.string, sport != "nfl", !sport.isEmpty {
            throw JSONFile.issue(
                path, at: metadata["sport"] ?? metadata, found: "a draft of another sport, \"\(sport.prefix(60))\"",
                expected: "football (nfl); \(FieldReader.positionExpected)")
        }
        if let amount = metadata["amount"], !amount.isNull, amount.string != "" {
            throw JSONFile.issue(
                path, at: amount, found: "a player who was bought (amount \(amount.excerpt)), as in an auction",
                expected: "picks in a snake; auctions cannot be imported")
        }
        guard value["player_id"].map({ !$0.isNull && $0.string != "" }) ?? true else {
            player = nil
            return
        }
        let first = try JSONFile.optionalString("first_name", of: metadata, path)
        let last = try JSONFile.optionalString("last_name", of: metadata, path)
        let name = [first, last].filter { !$0.isEmpty }.joined(separator: " ")
        guard !name.isEmpty, name.utf8.count <= ImportText.maximumLength else {
            throw JSONFile.issue(
                path, at: metadata, found: name.isEmpty ? "no name" : "a name of \(name.utf8.count) bytes",
                expected: "'first_name' and 'last_name', together at most \(ImportText.maximumLength) bytes")
        }
        let text = try JSONFile.string("position", of: metadata, path)
        guard let position = PlayerPosition(site: text) else {
            throw JSONFile.issue(
                path, at: metadata["position"] ?? metadata, found: "'position' \"\(text.prefix(60))\"",
                expected: FieldReader.positionExpected)
        }
        player = ImportedPlayer(
            externalID: try JSONFile.string("player_id", of: value, path), name: name, position: position,
            team: TeamNames.abbreviation(of: try JSONFile.optionalString("team", of: metadata, path)))
    }

    /// A number that may be null; empty then.
    private static func optionalNumber(
        _ name: StaticString, of value: JSONValue, _ path: String
    ) throws(ImportIssue) -> String {
        guard let member = value[name], !member.isNull else { return "" }
        let number: UInt32 = try JSONFile.integer(name, of: value, in: 0...UInt32.max, path)
        return "\(number)"
    }
}
