import TextFormats

/// Rows of an import that could not be read, until it is known which drafts there are: only then can what is left of a
/// row tell whose row it was.
struct BrokenRows {
    private var rows: [(issue: ImportIssue, text: [UInt8])] = []
    private var byteCount = 0

    /// Refuses a file of which more is wrong than anybody will read, before it has filled the memory.
    ///
    /// - Parameter issues: what is wrong besides these rows.
    /// - Throws: `tooLarge`.
    func checkLimits(_ limits: InputLimits, with issues: Int, in path: String) throws(InterchangeError) {
        guard rows.count + issues > limits.wrongRows || byteCount > limits.whole else { return }
        let first = rows.first.map { ", first \($0.issue)" } ?? ""
        throw InterchangeError(
            .tooLarge,
            "\(rows.count + issues) rows of \(path) are wrong\(first); the rest was not read, and nothing imported.")
    }

    /// The drafts that the broken rows refuse.
    struct Verdict {
        /// By the draft's index: a row of it alone.
        var issues: [Int: ImportIssue] = [:]

        /// Rows whose draft is unknown, and rows that refuse several drafts.
        var shared: [ImportIssue] = []

        /// The drafts that went down together.
        var lost: Set<Int> = []
    }

    /// - Parameter reader: has just read the row. A quote that is not closed makes the rest of a file one row.
    mutating func add(_ issue: ImportIssue, _ reader: CSVReader<InterchangeError>) {
        rows.append((issue, Array(reader.record)))
        byteCount += reader.record.count
    }

    /// Decides on the rows in their order; the first one that hits a draft counts.
    ///
    /// - Parameters:
    ///   - drafts: by id, the indexes of all drafts.
    ///   - isRefused: whether there is a reason to refuse a draft already.
    func verdict(on drafts: [String: Int], isRefused: (Int) -> Bool) -> Verdict {
        var verdict = Verdict()
        for (var issue, text) in rows {
            let own = Self.drafts(in: text, drafts)
            let new = own.filter { !isRefused($0.value) && verdict.issues[$0.value] == nil }
                .filter { !verdict.lost.contains($0.value) }
            if own.count == 1, let only = new.first {
                (issue.draft, issue.draftCount) = (only.key, 1)
                verdict.issues[only.value] = issue
            } else if own.isEmpty || !new.isEmpty {
                issue.draftCount = new.count
                verdict.shared.append(issue)
                verdict.lost.formUnion(new.values)
            }
        }
        return verdict
    }

    /// The drafts whose ids stand in a row, whatever separates them there.
    private static func drafts(in text: [UInt8], _ drafts: [String: Int]) -> [String: Int] {
        let separators = Array(",\n\r\"".utf8)
        return text.split(whereSeparator: separators.contains).reduce(into: [:]) { found, piece in
            let id = String(decoding: piece, as: UTF8.self)
            if let draft = drafts[id] { found[id] = draft }
        }
    }
}
