import Draft

/// How many rounds the drafts of a contest have. An export does not say: it shows the picks that were made so far.
///
/// They are the picks of the contest's longest entry, unless each entry of that length is under way; then they are taken
/// to be as many as most of the site's contests have, until an export shows other ones. An entry with that many picks or
/// more counts as complete. Else a draft is under way when it is slow, and was picked for in the last seven days before
/// the newest pick of the whole import: the file's own clock, so that a file means the same whenever it is imported. Slow
/// are more than two minutes a pick of the room, on average between the entry's first pick and its last one; a fast draft
/// takes half a minute at most. Where two picks at a turn, or a single one, do not show the pace, the draft may be slow.
struct OwnRounds {
    /// Between two picks of one entry lie up to three and a half days in real slow drafts of twelve.
    private static let pause = Interval.seconds(7 * 86_400)
    private static let slowPace = Interval.seconds(120)

    private let usual: UInt8
    private let stated: UInt8?
    private let newest: Timestamp?

    /// - Parameters:
    ///   - usual: the rounds of most of the site's contests.
    ///   - stated: what the user says of all drafts; nil to go by their picks.
    ///   - drafts: all drafts of the import, each with its picks in order.
    init(usual: UInt8, stated: UInt8?, drafts: [OwnDraft]) {
        self.usual = usual
        self.stated = stated
        newest = drafts.compactMap(\.lastPickedAt).max()
    }

    /// - Parameter drafts: those of one contest; at least one.
    func rounds(of drafts: [OwnDraft]) -> ImportedRounds {
        let count = drafts.map(\.picks.count).max() ?? 1
        let longest = UInt8(clamping: count)
        if let stated { return ImportedRounds(count: stated, basis: .stated, longest: longest, usual: usual) }
        let isUnderWay = longest < usual && drafts.filter { $0.picks.count == count }.allSatisfy(isUnderWay)
        return isUnderWay
            ? ImportedRounds(count: usual, basis: .assumed, longest: longest, usual: usual)
            : ImportedRounds(count: longest, basis: .shown, longest: longest, usual: usual)
    }

    private func isUnderWay(_ draft: OwnDraft) -> Bool {
        guard let newest, let last = draft.lastPickedAt, newest - last < Self.pause else { return false }
        return draft.pace.map { $0 > Self.slowPace } ?? true
    }
}

extension OwnDraft {
    /// When its last pick was made; nil where no row says.
    fileprivate var lastPickedAt: Timestamp? { picks.compactMap(\.pickedAt).max() }

    /// The average time that a pick of the room took; nil where the entry's picks span less than a round.
    fileprivate var pace: Interval? {
        let timed = picks.filter { $0.pickedAt != nil }
        guard let first = timed.first, let last = timed.last, last.number >= first.number + PickNumber(teams),
            let start = first.pickedAt, let end = last.pickedAt
        else { return nil }
        return Interval(microseconds: (end - start).microseconds / Int64(last.number - first.number))
    }
}
