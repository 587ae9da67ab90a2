/// What an import came to.
package struct ImportSummary: Hashable, Sendable {
    /// Drafts that went in; of a `rankings` file its pool, of `jsonl` nothing, as its lines are counted as `events`.
    package var imported = 0

    /// Drafts that were there already, event for event.
    package var skipped = 0

    /// Why drafts or files did not go in. A refused draft leaves no trace in the ledger.
    package var refused: [ImportIssue] = []

    /// Drafts that did not go in, each counted once.
    package var refusedDrafts: Int { refused.reduce(0) { $0 + $1.draftCount } }

    /// Events appended; in a dry run those that would be.
    package var events: UInt64 = 0

    /// What the caller should know though nothing is wrong.
    package var notes: [String] = []

    package init() {}

    /// Whether everything in the files is in the ledger now, or would be.
    package var isComplete: Bool { refused.isEmpty }
}
