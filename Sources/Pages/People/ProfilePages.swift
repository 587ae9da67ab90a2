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
    ///   - user: whose.
    ///   - profile: what is kept of who that is.
    ///   - words: how many claims, titles and reasons of the user's cases are kept beside the log.
    package init(user: UserID, profile: Profile?, words: Int = 0) {
        self.user = user
        self.profile = profile
        self.words = words
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head = StyledText("User \(user)", .bold)
        var facts = profile.map { [("outside id", $0.externalID), ("name", $0.displayName)] } ?? []
        if words > 0 { facts.append(("words", "\(Figures.plural(words, "text")) of cases, kept beside the log")) }
        guard profile != nil else {
            let none = head + ": no profile, or none any more. Nothing says who the number is."
            return [none] + facts.map { StyledText($0.0.rightPadded(to: 12), .dim) + StyledText($0.1) }
        }
        return [head] + facts.map { StyledText($0.0.rightPadded(to: 12), .dim) + StyledText($0.1.isEmpty ? "-" : $0.1) }
    }

    /// `{"user","profile":{"externalID","displayName"}}`; `profile` is null where there is none.
    package var json: JSON {
        [
            "user": .of(user),
            "profile": .of(
                profile.map { profile in
                    ["externalID": .name(profile.externalID), "displayName": .name(profile.displayName)] as JSON
                }),
            "words": .of(words),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            ["user", "externalID", "displayName", "words"],
            profile.map { [[.of(user), .name($0.externalID), .name($0.displayName), .of(words)]] } ?? [])
    }
}

/// The whole answer to `profiles erase`: what is gone, and what nobody can take back.
package struct ErasurePage: Page {
    var user: UserID
    var had: Bool
    var left: Profile?
    var words: Int
    var wordsLeft: Int

    /// - Parameters:
    ///   - user: whose.
    ///   - had: whether there was a profile.
    ///   - left: what the ledger has of it now, read back.
    ///   - words: how many claims, titles and reasons of the user's cases there were.
    ///   - wordsLeft: how many there are now.
    package init(user: UserID, had: Bool, left: Profile?, words: Int = 0, wordsLeft: Int = 0) {
        self.user = user
        self.had = had
        self.left = left
        self.words = words
        self.wordsLeft = wordsLeft
    }

    /// Whether nothing of the profile and of the words can be read through the ledger.
    package var isComplete: Bool { left == nil && wordsLeft == 0 }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard isComplete else {
            let what = left == nil ? "Words of user \(user)'s cases are" : "User \(user)'s profile is"
            return [
                StyledText(
                    "\(what) still there, as another process has set \(left == nil ? "them" : "it") anew.", .alarm)
            ]
        }
        let done = had ? "is erased, and the erasure is complete" : "is not there: nothing had to be erased"
        return [
            StyledText("User \(user)", .bold)
                + StyledText(": the profile \(done). Read back, there is none; no name leads to the number."),
            StyledText(
                words > 0
                    ? "\(Figures.plural(words, "text")) of cases erased with it: of what was claimed and why it was decided so, "
                        + "the log has digests that say nothing now."
                    : "No words of cases were kept."),
            .remark(Self.remainder),
        ]
    }

    /// What erasing a row does not reach.
    private static let remainder =
        "Copies and exports that were made before still have it, and so may free pages of data.mdb until they are used "
        + "again: `mdb_copy -c` writes a file without them."

    package var json: JSON {
        [
            "user": .of(user), "erased": .of(had), "words": .of(words), "complete": .of(isComplete),
            "notes": .array([.of(Self.remainder)]),
        ]
    }

    package var csv: CSVTable { CSVTable(["user", "erased", "words", "complete"], objects: [json]) }
}
