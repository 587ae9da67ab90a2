package import Draft
package import DraftLedger
import Records
package import TextFormats

/// The whole answer to `profiles show`.
package struct ProfilePage: Page {
    var user: UserID
    var profile: Profile?

    package init(user: UserID, profile: Profile?) {
        self.user = user
        self.profile = profile
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head = StyledText("User \(user)", .bold)
        guard let profile else { return [head + ": no profile, or none any more. Nothing says who the number is."] }
        let facts = [("outside id", profile.externalID), ("name", profile.displayName)]
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
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            ["user", "externalID", "displayName"],
            profile.map { [[.of(user), .name($0.externalID), .name($0.displayName)]] } ?? [])
    }
}

/// The whole answer to `profiles erase`: what is gone, and what nobody can take back.
package struct ErasurePage: Page {
    var user: UserID
    var had: Bool
    var left: Profile?

    /// - Parameters:
    ///   - had: whether there was a profile.
    ///   - left: what the ledger has of it now, read back.
    package init(user: UserID, had: Bool, left: Profile?) {
        self.user = user
        self.had = had
        self.left = left
    }

    /// Whether nothing of the profile can be read through the ledger.
    package var isComplete: Bool { left == nil }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard isComplete else {
            return [StyledText("User \(user)'s profile is still there, as another process has set it anew.", .alarm)]
        }
        let done = had ? "is erased, and the erasure is complete" : "is not there: nothing had to be erased"
        return [
            StyledText("User \(user)", .bold)
                + StyledText(": the profile \(done). Read back, there is none; no name leads to the number."),
            .remark(Self.remainder),
        ]
    }

    /// What erasing a row does not reach.
    private static let remainder =
        "Copies and exports that were made before still have it, and so may free pages of data.mdb until they are used "
        + "again: `mdb_copy -c` writes a file without them."

    package var json: JSON {
        [
            "user": .of(user), "erased": .of(had), "complete": .of(isComplete), "notes": .array([.of(Self.remainder)]),
        ]
    }

    package var csv: CSVTable { CSVTable(["user", "erased", "complete"], objects: [json]) }
}
