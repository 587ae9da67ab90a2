import Draft
import DraftLedger
import Pages
import TextFormats

/// The contests as `/v1/tournaments` has them, read once for each of their versions, however many watch.
actor LobbyFeed {
    private var last: (version: UInt64, data: String)?
    private var reading: (version: UInt64, task: Task<String, any Error>)?

    /// - Parameter version: at least so new.
    func data(_ version: UInt64, from reader: LedgerReader) async throws -> String {
        if let last, last.version >= version { return last.data }
        if let reading, reading.version >= version { return try await reading.task.value }
        let task = Task {
            try await reader.read { ledger in
                TournamentsPage(tournaments: try ledger.tournaments()).answer.compact
            }
        }
        reading = (version, task)
        // A failed read is the answer only of the clients that waited for it.
        defer { if reading?.version == version { reading = nil } }
        let data = try await task.value
        if (last?.version ?? 0) <= version { last = (version, data) }
        return data
    }
}
