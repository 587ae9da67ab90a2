import Draft

/// The rounds of a draft that may be running, by its source.
struct ImportedRounds: Hashable, Sendable {
    enum Basis: Hashable, Sendable {
        /// An entry of the contest shows them, and nothing states that its draft continues.
        case shown
        /// The contest's drafts are under way: as many as the site's drafts usually have.
        case assumed
        /// The user says so.
        case stated
    }

    var count: UInt8
    var basis: Basis

    /// The picks of the contest's longest entry in the files: fewer rounds it cannot have.
    var longest: UInt8

    /// How many rounds the site's drafts usually have: what is assumed of one that is under way.
    var usual: UInt8
}

extension ImportedDraft {
    /// The draft with another number of rounds: it ends after its last known pick if it continues, and has
    /// unknown picks to the end if the entry is complete.
    func with(rounds: UInt8) -> ImportedDraft {
        var draft = self
        draft.rounds = rounds
        while draft.picks.last == .unknown { draft.picks.removeLast() }
        if ownPicks == Int(rounds) {
            let missing = Int(teams) * Int(rounds) - draft.picks.count
            draft.picks += Array(repeating: .unknown, count: max(0, missing))
        }
        return draft
    }

    /// Picks of which the source tells the player.
    var ownPicks: Int { picks.count { $0.player != nil } }
}

extension ImportedPick {
    /// A pick of somebody else, of which the source tells nothing.
    static let unknown = ImportedPick(
        player: nil, adp: nil, occurredAt: nil, manner: .unknown)
}
