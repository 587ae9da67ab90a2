import Draft
import TextFormats
import DraftLedger

/// MyFantasyLeague's list of players (`TYPE=players`): what the ids in a draft stand for.
///
/// ```
/// {"players": {"player": [{"id": "13116", "name": "Mahomes, Patrick", "position": "QB", "team": "KCC"}, …]}}
/// ```
struct MFLPlayerList {
    private(set) var players: [ImportedPlayer] = []

    /// - Throws: the first thing in the file that is not as it should be. A list that is half right would make half of
    ///   the names wrong, so it is taken whole or not at all.
    init(_ text: [UInt8], path: String) throws(ImportIssue) {
        let root = try JSONFile.parse(text, path: path)
        guard let list = root["players"]?["player"] else {
            throw JSONFile.issue(path, at: root, found: "no players.player", expected: "a list of players")
        }
        var seen: Set<String> = []
        for value in JSONFile.elements(list) {
            let id = try JSONFile.string("id", of: value, path)
            let name = try JSONFile.string("name", of: value, path)
            let position = try JSONFile.string("position", of: value, path)
            guard seen.insert(id).inserted else {
                throw JSONFile.issue(
                    path, at: value, found: "the player \(id) a second time", expected: "each player once")
            }
            players.append(
                ImportedPlayer(
                    externalID: id, name: Self.natural(name), position: PlayerPosition(site: position) ?? .other,
                    team: TeamNames.abbreviation(of: value["team"]?.string ?? "")))
        }
        players.sort { ($0.externalID.utf8.count, $0.externalID) < ($1.externalID.utf8.count, $1.externalID) }
    }

    /// "Mahomes, Patrick" as people say it; a name without a comma as it is.
    private static func natural(_ name: String) -> String {
        guard let comma = name.firstRange(of: ", ") else { return name }
        return "\(name[comma.upperBound...]) \(name[..<comma.lowerBound])"
    }
}
