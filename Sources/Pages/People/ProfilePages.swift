package import Draft
package import DraftLedger
import Records
package import TextFormats

/// The whole answer to `profiles show`.
package struct ProfilePage: Page {
    var user: UserID
    var profile: Profile?
    var words: Int

    /// - Parameters:
    ///   - user: the user's number.
    ///   - profile: the stored profile.
    ///   - words: the number of claims, titles and reasons of the user's cases that are stored outside the log.
    package init(user: UserID, profile: Profile?, words: Int = 0) {
        self.user = user
        self.profile = profile
        self.words = words
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head = StyledText("User \(user)", .bold)
        var facts = profile.map { [("external id", $0.externalID), ("name", $0.displayName)] } ?? []
        if words > 0 { facts.append(("texts", "\(Figures.plural(words, "text")) of cases, stored outside the log")) }
        guard profile != nil else {
            let none = head + ": no profile, or it was erased."
            return [none] + facts.map { StyledText($0.0.rightPadded(to: 12), .dim) + StyledText($0.1) }
        }
        return [head] + facts.map { StyledText($0.0.rightPadded(to: 12), .dim) + StyledText($0.1.isEmpty ? "-" : $0.1) }
    }

    private static let texts = Member<ProfilePage>("texts") { $0.words }

    static let members = Members<ProfilePage>(
        "Profile",
        [.init("user") { $0.user }, .init("profile", profile) { $0.profile }, texts, texts.former("words")])

    private static let profile: Members<Profile> = [
        .init("externalID") { Name($0.externalID) }, .init("displayName") { Name($0.displayName) },
    ]

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable {
        CSVTable(
            ["user", "externalID", "displayName", "words", "texts"],
            profile.map { [[.of(user), .name($0.externalID), .name($0.displayName), .of(words), .of(words)]] } ?? [])
    }
}

extension AccountUse {
    /// The reason why the profile cannot be erased, and what to do about it.
    package var hint: String {
        switch self {
        case .money(let amount): "There are \(Figures.money(amount)) dollars in the account: withdraw them."
        case .draft(let room): "The draft of room \(room) is not over: leave it, or draft it to its end."
        }
    }
}

/// The answer to `profiles erase`: the erased data, and the copies that remain.
package struct ErasurePage: Page {
    package let user: UserID
    var had: Bool
    var left: Profile?
    var words: Int
    var wordsLeft: Int
    var areLeftOfStaff: Bool
    /// The erasures in archives and backups.
    package var archives: [ArchiveErasure] = []

    /// - Parameters:
    ///   - user: the user's number.
    ///   - had: whether there was a profile.
    ///   - left: what the ledger has of it now, read back.
    ///   - words: how many claims, titles and reasons of the user's cases there were.
    ///   - wordsLeft: how many there are now.
    ///   - areLeftOfStaff: whether those that are left were written by staff, who need an approval to erase them.
    package init(
        user: UserID, had: Bool, left: Profile?, words: Int = 0, wordsLeft: Int = 0, areLeftOfStaff: Bool = false
    ) {
        self.user = user
        self.had = had
        self.left = left
        self.words = words
        self.wordsLeft = wordsLeft
        self.areLeftOfStaff = areLeftOfStaff
    }

    /// Whether nothing of the profile and of the words can be read through the ledger.
    package var isComplete: Bool { left == nil && wordsLeft == 0 }

    /// Whether text that staff wrote was erased, too.
    package var isOfStaff: Bool { !areLeftOfStaff }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard isComplete || left == nil && areLeftOfStaff else {
            let what = left == nil ? "Texts of user \(user)'s cases are" : "User \(user)'s profile is"
            return [
                StyledText(
                    "\(what) still there: another process has written \(left == nil ? "them" : "it") again.", .alarm)
            ]
        }
        let done = had ? "is erased; the erasure is complete" : "does not exist: nothing was erased"
        return [
            StyledText("User \(user)", .bold)
                + StyledText(": the profile \(done). It can no longer be read, and no name refers to this number."),
            StyledText(
                words > wordsLeft
                    ? "\(Figures.plural(words - wordsLeft, "text")) of cases erased with it: claims and reasons. "
                        + "The log keeps their digests."
                    : "No texts of cases were stored."),
            .remark(Self.remainder),
        ] + archives.map(Self.line) + (wordsLeft > 0 ? [.remark(staffTexts)] : [])
    }

    private static func line(_ erasure: ArchiveErasure) -> StyledText {
        let what = [
            erasure.hadProfile ? "the profile" : nil,
            erasure.texts > 0 ? Figures.plural(erasure.texts, "text") : nil,
        ].compactMap(\.self)
        let left = erasure.textsLeft > 0 ? "; \(Figures.plural(erasure.textsLeft, "text")) by staff remain" : ""
        return StyledText(erasure.path, .bold)
            + StyledText(
                what.isEmpty ? ": nothing was stored\(left)" : ": \(what.joined(separator: " and ")) erased\(left)")
    }

    private var staffTexts: String {
        "\(Figures.plural(wordsLeft, "text")) by staff about user \(user) remain. Erasing them needs an approval request: "
            + "`text erase POSITION --reason REASON` proposes it."
    }

    /// A warning about copies that the erasure does not reach.
    private static let remainder =
        "Earlier copies and exports still contain the profile: --also erases it from archives and backups. Free pages of "
        + "data.mdb may, too, until they are reused; --compact writes the file without them."

    private static let texts = Member<ErasurePage>("texts") { $0.words }

    static let members = Members<ErasurePage>(
        "Erasure",
        [
            .init("user") { $0.user }, .init("erased") { $0.had }, texts, .init("complete") { $0.isComplete },
            .init("notes") { _ in [remainder] }, texts.former("words"),
            .init("archives", each: archive, ifAny: { $0.archives.isEmpty ? nil : $0.archives }),
        ])

    private static let archive: Members<ArchiveErasure> = [
        .init("path") { $0.path }, .init("profile") { $0.hadProfile }, .init("texts") { $0.texts },
        .init("textsLeft") { $0.textsLeft },
    ]

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { CSVTable(["user", "erased", "words", "complete", "texts"], objects: [json]) }
}
