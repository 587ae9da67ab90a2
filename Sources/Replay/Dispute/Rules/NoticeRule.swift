import Draft

/// States what the member of the pick was told about the turn, where the ledger has it. No rule promises a notice, so it
/// decides nothing.
enum NoticeRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard facts.seat == facts.owner, !facts.notices.isEmpty else { return [] }
        let told = facts.notices.flatMap { event -> [(notice: NoticesRecorded.Notice, position: UInt64)] in
            guard let recorded = event.event.notices, recorded.pick == facts.pick else { return [] }
            return recorded.notices.map { ($0, event.position) }
        }
        guard !told.isEmpty else {
            return [
                .init(
                    .notice, for: nil,
                    "No notice about this pick is on record, although notices about other picks of this member are.", []
                )
            ]
        }
        return told.map { notice, position in
            let answer = notice.outcome == .sent ? " The service that delivers it accepted it." : ""
            return .init(
                .notice, for: nil,
                "The notice \"\(notice.kind.words)\" by \(notice.channel.words): \(notice.result), at "
                    + "\(notice.at.iso8601).\(answer)",
                [notice.cause, position])
        }
    }
}

extension NoticesRecorded.Channel {
    fileprivate var words: String {
        switch self {
        case .push: "push message"
        case .email: "e-mail"
        case .file: "the server's file of notices"
        }
    }
}

extension Event {
    /// The outcomes of notices about a turn; nil for another event.
    var notices: NoticesRecorded? {
        if case .notices(let recorded) = account { recorded } else { nil }
    }
}
