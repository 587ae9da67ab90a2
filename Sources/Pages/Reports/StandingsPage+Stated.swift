import Draft
import Reports
import TextFormats

extension StandingsPage {
    /// The site's stated result of an entry, or nil.
    func stated(of entry: Standings.Entry) -> StatedEntry? { stated?[entry.entry] }

    /// Whether all weeks of the round count, so that a site's points of the round can be compared.
    private var isWholeRound: Bool { standings.throughWeek == standings.terms.lastWeek }

    /// Whether the site states other points than these, or another who advances.
    func isContradicted(_ entry: Standings.Entry) -> Bool {
        guard isWholeRound, let stated = stated(of: entry) else { return false }
        let advances = stated.advances.flatMap { theirs in entry.advances.map { $0 != theirs } } ?? false
        return stated.points.map { Int64($0) != entry.points } ?? false || advances
    }

    /// "1,517.36, advances"
    func statedWords(_ entry: Standings.Entry) -> String {
        guard let stated = stated(of: entry) else { return "" }
        let advances = stated.advances.map { $0 ? "advances" : "does not advance" }
        let points = stated.points.map { Figures.hundredths($0) }
        return [points, advances].compactMap(\.self).joined(separator: ", ")
    }

    /// How the site's statement compares.
    var statedNotes: [String] {
        guard stated != nil else { return [] }
        let known = standings.entries.count { stated(of: $0).map { $0 != .blank } ?? false }
        let entries = Figures.plural(standings.entries.count, "entry", "entries")
        guard known > 0 else { return ["the site states no results for the \(entries)"] }
        guard isWholeRound else {
            return ["the site's points are for the whole round, which is not over here: not compared"]
        }
        let others = standings.entries.count(where: isContradicted)
        return [
            "the site states \(Figures.grouped(known)) of \(entries): "
                + (others == 0
                    ? "all equal the computed points"
                    : "\(Figures.grouped(others)) differ from the computed points")
        ]
    }
}
