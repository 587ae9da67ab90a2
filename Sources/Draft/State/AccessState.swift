/// The reads of a member's private data within the last ``PrivateDataRead/window``.
public struct AccessState: Hashable, Sendable, Codable {
    private struct Subject: Hashable, Sendable, Codable {
        var reader: UserID
        var kind: PrivateDataRead.Kind
        var room: RoomID?
    }

    private var reads: [Subject: Timestamp] = [:]

    /// Whether an earlier event covers a read.
    public func covers(_ read: PrivateDataRead, at moment: Timestamp) -> Bool {
        guard read.kind.isRead, let last = reads[Subject(reader: read.reader, kind: read.kind, room: read.room)]
        else { return false }
        return moment < last + PrivateDataRead.window
    }

    mutating func note(_ read: PrivateDataRead, at moment: Timestamp) {
        guard read.kind.isRead else { return }
        reads = reads.filter { moment < $0.value + PrivateDataRead.window }
        reads[Subject(reader: read.reader, kind: read.kind, room: read.room)] = moment
    }
}
