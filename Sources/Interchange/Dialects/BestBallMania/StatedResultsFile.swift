package import Draft
import DraftLedger
import TextFormats

/// The results that a site states of entries, in addition to the computed ones: `roster_points` of a Best Ball Mania dump and, in
/// later years, `made_playoffs`.
///
/// `playoff_team` tells the round of a row and not who advanced, and an audit of what is on record compares `pick_points`:
/// neither is looked for. Files of playoffs call entries by other ids than a ledger does; an import knows them by those of
/// the first round. A row that is wrong refuses the whole file.
package enum StatedResultsFile {
    static let advancesExpected = "1 for an entry that advances, or 0"

    /// Reads a file: CSV, also packed by gzip; "-" for standard input.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - round: of the contest, from 1; rows of others are passed over.
    /// - Returns: by the entry's id at its source.
    /// - Throws: `InterchangeError`, or the first `ImportIssue` in it.
    package static func read(_ path: String, round: Int) throws -> [String: StatedEntry] {
        let file = try InputFile(path: path)
        var reader = CSVReader(file)
        let header = try reader.header(of: file.path)
        let entry = header.index(of: "draft_entry_id", "tournament_round_draft_entry_id", "tournament_entry_id")
        guard let entry, let points = header.index(of: "roster_points") else {
            let missing = (entry == nil ? ["draft_entry_id"] : []) + ["roster_points"]
            throw ImportIssue(
                file: file.path, place: reader.place(0),
                found: header.found(lacking: missing.filter { header.index(of: $0) == nil }),
                expected: "the columns of a Best Ball Mania dump with its results")
        }
        let (advanced, inRound) = (header.index(of: "made_playoffs"), header.index(of: "tournament_round_number"))
        var results: [String: StatedEntry] = [:]
        while try reader.row(below: header, of: file.path, reading: [entry, points, advanced, inRound]) {
            let fields = FieldReader(reader: reader)
            do throws(FieldFault) {
                let ofRound: Int = try fields.optionalNumber(inRound, 1...100, "a round from 1") ?? 1
                guard ofRound == round, let sum = try fields.points(points, BBMRow.rosterPointsExpected)
                else { continue }
                let goesOn: UInt8? = try fields.optionalNumber(advanced, 0...1, advancesExpected)
                let result = StatedEntry(points: sum, advances: goesOn.map { $0 == 1 })
                let id = try fields.text(entry, "an entry's id")
                if let earlier = results.updateValue(result, forKey: id), earlier != result {
                    throw fields.fault(
                        earlier.points == result.points ? advanced ?? points : points,
                        BBMRow.otherRowsExpected)
                }
            } catch {
                throw ImportIssue(
                    file: file.path, place: reader.place(error.column), found: error.found, expected: error.expected)
            }
        }
        return results
    }
}
