import Draft
import DraftLedger
import Pages
import Records
import TextFormats

/// Takes in our own events, line by line, as they are: places, versions, links and times included, so that a ledger
/// that was exported and imported has the same root.
///
/// The lines have to be the ledger's own beginning, or continue where it ends, or first one and then the other. They are
/// read once to check that all of them fit, again for the review, and only then to append them. So a line that is
/// wrong keeps all of them out; a kill in between leaves the beginning of them.
struct JSONLinesImporter {
    private static let batchSize = 20_000

    let ledger: DraftLedger?
    let isDryRun: Bool
    let review: (any HistoryReview)?
    let takesAsFound: Bool
    let progress: ProgressHandler?

    func run(_ paths: [String]) throws -> ImportSummary {
        var summary = ImportSummary()
        let sources = try paths.map(Source.init)
        let size = try ledger?.size ?? 0
        var checker = ChainChecker(size: size)
        var objections: HistoryObjections?
        do {
            if let review { try forEachStored(review.prepare) }
            var stored = StoredEvents(ledger)
            try forEachLine(of: sources) { recorded, place in
                try checker.take(recorded, stored: &stored, at: place)
                if recorded.position >= size { review?.prepare(recorded) }
            }
            if checker.newEvents > 0 { objections = try reviewed(sources, behind: size) }
        } catch let issue as ImportIssue {
            summary.refused = [issue]
            return summary
        }
        summary.events = checker.newEvents
        if !isDryRun, checker.newEvents > 0 { try append(sources, newEvents: checker.newEvents) }
        if let objections {
            summary.notes.append(
                "The history breaks the rules \(Figures.plural(objections.count, "time")). Run `audit` to see where.")
        }
        if !isDryRun, let objections {
            try ledger?.markImport(from: size, findings: UInt32(clamping: objections.count))
        }
        return summary
    }

    /// Violations of rules that are imported anyway; nil if there are none.
    ///
    /// - Throws: `ImportIssue` for what must stay out.
    private func reviewed(_ sources: [Source], behind size: UInt64) throws -> HistoryObjections? {
        guard let review else { return nil }
        try forEachStored(review.review)
        try forEachLine(of: sources) { recorded, _ in
            if recorded.position >= size { review.review(recorded) }
        }
        let objections = review.objections(from: size)
        guard objections.count > 0, let first = objections.first else { return nil }
        if takesAsFound, size == 0 { return objections }
        let more = objections.count > 1 ? ", and \(objections.count - 1) more" : ""
        let way =
            size == 0
            ? "--as-found imports it anyway, and marks the ledger permanently"
            : "a ledger with events accepts only a valid history"
        throw try place(of: first.position, in: sources).issue(
            found: "a history that breaks the rules: \(first.message)\(more)",
            expected: "one that keeps the rules; \(way)")
    }

    private func forEachStored(_ body: (RecordedEvent) -> Void) throws {
        guard let ledger, try ledger.size > 0 else { return }
        try ledger.events(from: 0, limit: Int(try ledger.size)) { recorded in
            body(recorded)
            return true
        }
    }

    /// The line of an event; the first one for what is about none.
    private func place(of position: UInt64?, in sources: [Source]) throws -> Place {
        var found = Place(path: sources.first?.path ?? "", line: 1)
        struct Found: Error {}
        do {
            try forEachLine(of: sources) { recorded, place in
                guard recorded.position == position else { return }
                found = place
                throw Found()
            }
        } catch is Found {}
        return found
    }

    private func append(_ sources: [Source], newEvents: UInt64) throws {
        guard let ledger else { return }
        let size = try ledger.size
        var pending: [PendingEvent] = []
        var done: UInt64 = 0
        func flush() throws {
            try ledger.append(imported: pending)
            done += UInt64(pending.count)
            pending.removeAll(keepingCapacity: true)
            progress?(done, newEvents)
        }
        try forEachLine(of: sources) { recorded, _ in
            guard recorded.position >= size else { return }
            var event = PendingEvent(
                stream: recorded.stream, event: recorded.event, origin: recorded.origin,
                recordedAt: recorded.recordedAt)
            event.salting = .asRecorded(recorded.salt)
            pending.append(event)
            if pending.count >= Self.batchSize { try flush() }
        }
        if !pending.isEmpty { try flush() }
    }

    /// The place of a line.
    struct Place {
        var path: String
        var line: Int

        func issue(column: Int = 1, found: String, expected: String) -> ImportIssue {
            ImportIssue(file: path, place: TextPlace(line: line, column: column), found: found, expected: expected)
        }
    }

    /// A file that can be read twice; what comes from standard input is kept for that.
    private struct Source {
        let path: String
        private let kept: [ParallelLines.Line]?

        init(_ path: String) throws {
            self.path = path == "-" ? "standard input" : path
            guard path == "-" else {
                kept = nil
                return
            }
            var reader = InputLines(try InputFile(path: path))
            var lines: [ParallelLines.Line] = []
            var byteCount = 0
            while let line = try reader.next() {
                lines.append((reader.number, line))
                // A line costs some memory besides its bytes.
                byteCount += line.count + 64
                guard byteCount <= InputLimits.standard.kept else {
                    throw InterchangeError(
                        .tooLarge,
                        "standard input is longer than the \(InputLimits.standard.kept >> 30) GiB that are kept of it to be "
                            + "read twice. Name a file instead.")
                }
            }
            kept = lines
        }

        /// Gives the lines that are not empty, from the first one on.
        func lines() throws -> () throws -> ParallelLines.Line? {
            if let kept {
                var rest = kept.makeIterator()
                return { rest.next() }
            }
            var reader = InputLines(try InputFile(path: path))
            return { try reader.next().map { (reader.number, $0) } }
        }
    }

    private func forEachLine(of sources: [Source], _ body: (RecordedEvent, Place) throws -> Void) throws {
        for source in sources {
            try ParallelLines.forEach(try source.lines()) { number, parsed in
                let place = Place(path: source.path, line: number)
                switch parsed {
                case .success(let recorded): try body(recorded, place)
                case .failure(let error):
                    let line = "an event as `events` prints it"
                    throw place.issue(
                        column: error.column, found: error.found,
                        expected: error.code == .notJSON ? line : error.expected ?? line)
                }
            }
        }
    }
}
