package import Pages
package import TextFormats

/// What `import` came to.
package struct ImportPage: Page {
    var summary: ImportSummary
    var dialect: ImportDialect
    var isDryRun: Bool

    package init(summary: ImportSummary, dialect: ImportDialect, isDryRun: Bool) {
        self.summary = summary
        self.dialect = dialect
        self.isDryRun = isDryRun
    }

    /// More than that many refusals are counted, not told one by one.
    private static let shown = 20

    /// Why something did not go in, and what else the user should know: messages, not data.
    package var remarks: [StyledText] {
        var lines = summary.refused.prefix(Self.shown).map {
            StyledText("refused  ", .alarm) + StyledText($0.description)
        }
        let hidden = summary.refused.count - lines.count
        if hidden > 0 { lines.append("and \(Figures.grouped(hidden)) more; --format json names all of them") }
        return lines + summary.notes.map { StyledText("note     ", .dim) + StyledText($0) }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let verb = isDryRun ? "would be" : summary.events == 1 ? "was" : "were"
        var pieces = [StyledText("\(Figures.plural(summary.events, "event")) \(verb) appended", .bold)]
        if dialect != .jsonl {
            let imported = isDryRun ? "would be imported" : "imported"
            pieces.append("\(Figures.plural(summary.imported, dialect.unit)) \(imported)")
        }
        if summary.skipped > 0 { pieces.append("\(Figures.grouped(summary.skipped)) there already") }
        pieces += refusals.map { StyledText("\($0) refused", .alarm) }
        return [pieces.joined(by: ", ")]
    }

    /// "1", "2 rows": what did not go in, where there is some. Drafts come without the word.
    private var refusals: [String] {
        guard dialect.unit == "draft" else {
            return summary.refused.isEmpty ? [] : [Figures.grouped(summary.refused.count)]
        }
        let elsewhere = summary.refused.filter { $0.draftCount == 0 }
        // The first line is the header, and without it the file says nothing.
        let rows = elsewhere.count { $0.line.map { $0 > 1 } ?? false }
        let counts = [(elsewhere.count - rows, "file"), (rows, "row")].filter { $0.0 > 0 }
        return (summary.refusedDrafts > 0 ? [Figures.grouped(summary.refusedDrafts)] : [])
            + counts.map { Figures.plural($0.0, $0.1) }
    }

    package static let members = Members<ImportPage>(
        "ImportSummary",
        [
            .init("imported") { $0.summary.imported }, .init("skipped") { $0.summary.skipped },
            .init("events") { $0.summary.events }, .init("dryRun") { $0.isDryRun },
            .init("refusedDrafts") { $0.summary.refusedDrafts },
            .init("refused", each: refused) { $0.summary.refused }, .init("notes") { $0.summary.notes },
        ])

    private static let refused: Members<ImportIssue> = [
        .init("file") { $0.file }, .init("line") { $0.line }, .init("column") { $0.column },
        .init("draft") { $0.draft }, .init("found") { $0.found }, .init("expected") { $0.expected },
    ]

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.refused.csv(of: summary.refused) }
}
