package import Draft
import DraftLedger
import TextFormats

/// A member's own rankings of a pool, read from CSV: one row for each player, the best first.
///
/// Columns by name: `playerName` (or `firstName` and `lastName`, or `name`), `playerID` (or `id`), `playerIndex`,
/// `position`, `team`, `tier`. Only one of name, ID and index is required. The order of the rows is the ranking. Each row
/// that does not name one player of the pool is an ``Issue``, so that all of them can be corrected at once.
///
/// Cost: O(bytes), and a search in all names for each of the first ten unknown names.
package struct OwnRankingsFile: Sendable {
    /// The reason why a row, or the whole file, cannot be read.
    package struct Issue: Hashable, Sendable {
        /// From 1.
        package var line: Int
        /// From 1; nil for an issue of the file as a whole.
        package var column: Int?
        /// The name in the row; empty where it was not read.
        package var name = ""
        package var found: String
        package var expected: String
        /// Players of the pool that the row could mean.
        package var candidates: [PlayerIndex] = []
    }

    /// The players of the rows without an issue, in the order of the file.
    package private(set) var players: [PlayerIndex] = []
    /// The tier of each of `players`, from 1; 0 for a player without a tier.
    package private(set) var tiers: [UInt8] = []
    /// The first issues.
    package private(set) var issues: [Issue] = []
    /// The number of all issues.
    package private(set) var issueCount = 0

    /// The highest number of issues that are listed.
    package static let mostIssues = 200
    /// The highest number of names for which near ones are looked for.
    private static let mostSearches = 10
    /// The name of the file for its reader, whose issues are stated without it.
    private static let path = "rankings"

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - pool: the pool in which the players are looked up.
    package init(_ bytes: [UInt8], of pool: PoolState) {
        var source = bytes
        var reader = CSVReader<InterchangeError>(recordLimit: 1 << 16) { () throws(InterchangeError) -> [UInt8] in
            defer { source = [] }
            return source
        }
        var rows = OwnRankingsRows(pool)
        do {
            let header = try reader.header(of: Self.path)
            guard let columns = OwnRankingsColumns(header) else {
                throw ImportIssue(
                    file: Self.path, place: reader.place(0), found: header.foundWithout(["playerName"]),
                    expected: "a column with names: playerName, name, or firstName and lastName")
            }
            while true {
                do {
                    guard try reader.row(below: header, of: Self.path, reading: columns.required) else { break }
                    let (player, tier) = try rows.read(FieldReader(reader: reader), columns)
                    players.append(player)
                    tiers.append(tier)
                } catch let issue as ImportIssue {
                    add(Issue(issue))
                } catch let fault as FieldFault {
                    add(Issue(fault, at: reader.place(fault.column)))
                } catch let fault as OwnRankingsRows.Unmatched {
                    var issue = Issue(fault.fault, at: reader.place(fault.fault.column))
                    (issue.name, issue.candidates) = (fault.name, fault.candidates)
                    if fault.candidates.isEmpty, issueCount < Self.mostSearches {
                        issue.candidates = rows.near(fault.name)
                    }
                    add(issue)
                }
            }
            if players.isEmpty, issueCount == 0 {
                throw ImportIssue(
                    file: Self.path, place: nil, found: "no players", expected: "at least one row after the header")
            }
        } catch let issue as ImportIssue {
            add(Issue(issue))
        } catch {
            add(Issue(line: 1, found: "\(error)", expected: "CSV"))
        }
    }

    private mutating func add(_ issue: Issue) {
        issueCount += 1
        if issues.count < Self.mostIssues { issues.append(issue) }
    }
}

extension OwnRankingsFile.Issue {
    fileprivate init(_ issue: ImportIssue) {
        self.init(line: issue.line ?? 1, column: issue.column, found: issue.found, expected: issue.expected)
    }

    fileprivate init(_ fault: FieldFault, at place: TextPlace) {
        self.init(line: place.line, column: place.column, found: fault.found, expected: fault.expected)
    }
}

/// The columns of a member's own rankings.
private struct OwnRankingsColumns {
    let index: Int?
    let id: Int?
    let firstName: Int?
    let name: Int?
    let position: Int?
    let team: Int?
    let tier: Int?
    let rank: Int?

    /// - Returns: nil without a name, an ID and an index.
    init?(_ header: CSVHeader) {
        index = header.index(of: "playerIndex")
        id = header.index(of: "playerID", "id", "appearance")
        firstName = header.index(of: "firstName")
        name = header.index(of: "lastName", "playerName", "name", "player")
        position = header.index(of: "position", "slotName", "pos")
        team = header.index(of: "team", "teamName")
        tier = header.index(of: "tier", "tiers")
        rank = header.index(of: "rank", "rk", "my rank", "overall rank", "overall", "ecr")
        guard name != nil || id != nil || index != nil else { return nil }
    }

    /// The columns without which a row cannot be read.
    var required: [Int?] { [name ?? id ?? index, firstName] }

    /// The first column that identifies a player.
    var first: Int { name ?? id ?? index ?? 0 }
}

/// Finds the players of rows in a pool.
private struct OwnRankingsRows {
    /// A row that does not name one player of the pool.
    struct Unmatched: Error {
        var fault: FieldFault
        var name: String
        var candidates: [PlayerIndex] = []
    }

    private let pool: PoolState
    private var byName: [String: [PlayerIndex]] = [:]
    private var byID: [String: PlayerIndex] = [:]
    /// The line that names each player.
    private var lines: [PlayerIndex: Int] = [:]
    private var lastRank: Int?
    private var isOutOfOrder = false

    init(_ pool: PoolState) {
        self.pool = pool
        for player in pool.players {
            byName[PlayerName.normalized(player.name), default: []].append(player.index)
            if !player.externalID.isEmpty { byID[player.externalID] = player.index }
        }
    }

    /// Returns the player and the tier of a row.
    ///
    /// - Throws: `FieldFault`, and `Unmatched` for a row that does not name one player.
    mutating func read(_ fields: FieldReader, _ columns: OwnRankingsColumns) throws -> (PlayerIndex, UInt8) {
        let player = try player(fields, columns)
        try checkRank(fields, columns.rank)
        let tier: UInt8 = try fields.optionalNumber(there(columns.tier, fields), 1...99, "a tier from 1 to 99") ?? 0
        let line = fields.reader.recordLine
        if let before = lines[player] {
            throw FieldFault(
                column: columns.first, found: "\(pool.players[Int(player)].name) a second time",
                expected: "each player once: line \(before) names the same player")
        }
        lines[player] = line
        return (player, tier)
    }

    /// A column that the row has: the last ones may be missing.
    private func there(_ column: Int?, _ fields: FieldReader) -> Int? {
        column.flatMap { $0 < fields.reader.fields.count ? $0 : nil }
    }

    private func text(_ column: Int?, _ fields: FieldReader) throws -> String {
        try fields.optionalText(there(column, fields))
    }

    private func player(_ fields: FieldReader, _ columns: OwnRankingsColumns) throws -> PlayerIndex {
        let name = try [text(columns.firstName, fields), text(columns.name, fields)].filter { !$0.isEmpty }
            .joined(separator: " ")
        let named = byName[PlayerName.normalized(name)] ?? []
        // An index or an ID of another pool can belong to another player here: the name decides.
        func fits(_ player: PlayerIndex) -> Bool {
            name.isEmpty || named.contains(player) || sharesLastName(name, pool.players[Int(player)].name)
        }
        let index: PlayerIndex? = try fields.optionalNumber(
            there(columns.index, fields), 0...PlayerIndex.max, "the index of a player in the pool")
        if let index, pool.contains(index), named.contains(index) || name.isEmpty { return index }
        if let player = byID[try text(columns.id, fields)], fits(player) { return player }
        var left = named
        if let position = PlayerPosition(site: try text(columns.position, fields)), left.count > 1 {
            left = left.filter { pool.players[Int($0)].position == position }
        }
        let team = TeamName.canonical(try text(columns.team, fields))
        if !team.isEmpty, left.count > 1 {
            left = left.filter { TeamName.canonical(pool.players[Int($0)].team) == team }
        }
        if left.count == 1 { return left[0] }
        let expected =
            name.isEmpty
            ? "the name of a player"
            : named.isEmpty ? "a player of the pool" : "the position and team that tell them apart"
        var fault = fields.fault(columns.first, expected)
        if !name.isEmpty { fault.found = "\"\(name.prefix(60))\"" }
        if named.count > 1 { fault.found += ", the name of \(named.count) players" }
        throw Unmatched(fault: fault, name: name, candidates: named)
    }

    private func sharesLastName(_ name: String, _ other: String) -> Bool {
        let last = PlayerName.words(name).last
        return last != nil && last == PlayerName.words(other).last
    }

    /// Refuses a file whose ranks are not in the order of its rows: one of the two is not what the member means.
    private mutating func checkRank(_ fields: FieldReader, _ column: Int?) throws {
        guard !isOutOfOrder, let column = there(column, fields), let rank = Int(fields.reader.text(column)) else {
            return
        }
        defer { lastRank = rank }
        guard let lastRank, rank < lastRank else { return }
        isOutOfOrder = true
        throw FieldFault(
            column: column, found: "rank \(rank) after rank \(lastRank)",
            expected: "rows in the order of your ranking: sort the file by rank, or remove this column")
    }

    /// Returns players whose names are near to one that the pool does not have, at most three.
    func near(_ name: String) -> [PlayerIndex] {
        let words = PlayerName.words(name)
        guard let last = words.last else { return [] }
        let relatives = pool.players.filter { PlayerName.words($0.name).last == last && words.count > 1 }.map(\.index)
        if !relatives.isEmpty { return Array(relatives.prefix(3)) }
        let nearest = NearestName.of(words.joined(), among: byName.keys)
        return Array((nearest.flatMap { byName[$0] } ?? []).prefix(3))
    }
}
