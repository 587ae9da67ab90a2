import Draft

/// The contests of Underdog drafts, and their names in its export.
enum UnderdogContest {
    /// The kinds in the order of their columns.
    enum Kind: String, CaseIterable {
        case tournament = "Tournament"
        case draftPool = "Draft Pool"
        case weeklyWinner = "Weekly Winner"

        /// Title, id, fee, prizes, size.
        var columnNames: [String] {
            [
                "\(rawValue) Title", rawValue, "\(rawValue) Entry Fee", "\(rawValue) Total Prizes", "\(rawValue) Size",
            ]
        }

        /// Goes before the site's id in ours, so that an export finds the columns again. Tournaments are most.
        var prefix: String {
            switch self {
            case .tournament: ""
            case .draftPool: "draft-pool:"
            case .weeklyWinner: "weekly-winner:"
            }
        }
    }

    /// Goes before the fee and the size of drafts that belong to no contest.
    static let draftPrefix = "drafts:"

    /// The kind and the site's own id that an id of ours stands for; nil for a draft without a contest.
    static func parts(of externalID: String) -> (kind: Kind, id: String)? {
        guard !externalID.hasPrefix(draftPrefix) else { return nil }
        for kind in [Kind.draftPool, .weeklyWinner] where externalID.hasPrefix(kind.prefix) {
            return (kind, String(externalID.dropFirst(kind.prefix.count)))
        }
        return (.tournament, externalID)
    }
}
