import TextFormats

/// The columns of a user's own export. The site writes its headers with spaces, people's tools without; a contest is a
/// tournament, a weekly winner or a draft pool, and a draft of none of them has a fee of its own.
struct UnderdogColumns {
    let pickedAt: Int
    let pick: Int
    let appearance: Int
    let firstName: Int
    let lastName: Int
    let team: Int?
    let position: Int
    let draft: Int
    let entry: Int
    let size: Int
    let draftFee: Int?
    let draftPrizes: Int?
    let contests: [Contest]

    /// The columns of one kind of contest.
    struct Contest {
        let kind: UnderdogContest.Kind
        let title: Int
        let id: Int
        let entryFee: Int?
        let totalPrizes: Int?
        let size: Int?
    }

    /// The site's columns, in its order and its spelling.
    static let names =
        [
            "Picked At", "Pick Number", "Appearance", "First Name", "Last Name", "Team", "Position", "Draft",
            "Draft Entry", "Draft Entry Fee", "Draft Size", "Draft Total Prizes",
        ] + UnderdogContest.Kind.allCases.flatMap(\.columnNames)

    /// - Throws: the names of the columns that are missing.
    init(_ header: CSVHeader) throws(MissingColumns) {
        guard let pickedAt = header.index(of: "Picked At"), let pick = header.index(of: "Pick Number"),
            let appearance = header.index(of: "Appearance"), let firstName = header.index(of: "First Name"),
            let lastName = header.index(of: "Last Name"), let position = header.index(of: "Position"),
            let draft = header.index(of: "Draft"), let entry = header.index(of: "Draft Entry"),
            let size = header.index(of: "Draft Size")
        else {
            let required = [
                "Picked At", "Pick Number", "Appearance", "First Name", "Last Name", "Position", "Draft", "Draft Entry",
                "Draft Size",
            ]
            throw MissingColumns(names: required.filter { header.index(of: $0) == nil })
        }
        self.pickedAt = pickedAt
        self.pick = pick
        self.appearance = appearance
        self.firstName = firstName
        self.lastName = lastName
        self.position = position
        self.draft = draft
        self.entry = entry
        self.size = size
        team = header.index(of: "Team")
        draftFee = header.index(of: "Draft Entry Fee")
        draftPrizes = header.index(of: "Draft Total Prizes")
        var contests: [Contest] = []
        for kind in UnderdogContest.Kind.allCases {
            if let contest = try Contest(kind, header) { contests.append(contest) }
        }
        self.contests = contests
    }

    func contains(_ column: Int) -> Bool {
        [pickedAt, pick, appearance, firstName, lastName, position, draft, entry, size].contains(column)
            || [team, draftFee, draftPrizes].contains(column)
            || contests.contains {
                [$0.title, $0.id].contains(column) || [$0.entryFee, $0.totalPrizes, $0.size].contains(column)
            }
    }
}

extension UnderdogColumns.Contest {
    /// - Returns: nil for a kind of which the file has no column.
    /// - Throws: what is missing of a kind that is there in part: without it its drafts would pass for those of no
    ///   contest.
    fileprivate init?(_ kind: UnderdogContest.Kind, _ header: CSVHeader) throws(MissingColumns) {
        let names = kind.columnNames
        guard let title = header.index(of: names[0]), let id = header.index(of: names[1]) else {
            guard names.allSatisfy({ header.index(of: $0) == nil }) else {
                throw MissingColumns(names: names[..<2].filter { header.index(of: $0) == nil })
            }
            return nil
        }
        self.init(
            kind: kind, title: title, id: id, entryFee: header.index(of: names[2]),
            totalPrizes: header.index(of: names[3]), size: header.index(of: names[4]))
    }
}
