import Draft
import DraftLedger
import Pages
import TextFormats

/// A name that others see on their boards.
enum DisplayName {
    /// Counted as Unicode has them, and not as they look: what looks like one character can be thousands.
    static let most = 40

    static func isAllowed(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return (1...most).contains(scalars.count) && scalars.allSatisfy { !isInvisible($0) }
    }

    /// Returns the name that a token states, cut to the length that fits on a board.
    static func shortened(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !isInvisible($0) }.prefix(most)))
    }

    /// Returns the shortened name without blanks at its ends; nil for an empty one.
    static func trimmed(_ name: String) -> String? {
        let start = shortened(name).drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) }
    }

    /// Controls, and what turns the direction of the text around it. Joiners are parts of emoji.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        case .format: scalar.value != 0x200D
        default: false
        }
    }
}

extension Authentication {
    /// Sets the name of a user that others see. The name is in a file of the ledger's directory, where it can be
    /// erased.
    ///
    /// - Throws: `Problem` for a name that is not allowed, and for a user without a profile.
    func setDisplayName(_ name: String, of user: UserID) async throws {
        guard DisplayName.isAllowed(name) else {
            let message = "A name has 1 to \(DisplayName.most) characters, and none that cannot be seen."
            throw Problem(Refusal(.invalidValue, message), position: nil)
        }
        let told = accounts.told
        try await reader.read { ledger in
            // The account of the profile identifies the user: without it, the user would not be found.
            guard try ledger.changeProfile(of: user, { $0.displayName = name }) else {
                throw Problem(.notFound, "You have no profile.")
            }
            told.raise()
        }
    }
}

extension AlertPreferences {
    /// The state of each alert, by name.
    static let members = Members<AlertPreferences>(
        "AppAlerts", named.map { name, alert in .init(name) { $0.contains(alert) } })
}
