import CTexts

/// The app's design tokens: its colours, for terminals and charts; `tokens.css` states them for pages.
enum Palette {
    static let background = "#101927"
    static let card = "#1f2833"
    static let soft = "#9ca3af"
    static let muted = "#6b7280"
    static let brand = "#2DE2C5"
    /// The brand as the fill of shapes: on paper and on a light page, the page's style makes it darker.
    static let brandFill = "var(--brand)"

    static let quarterback = "#F472B6"
    static let runningBack = "#0fba80"
    static let wideReceiver = "#FBBF25"
    static let tightEnd = "#7C3AED"
    static let otherPosition = "#6B7280"

    static let red = "#EF4444"
}

/// The colors and files that live pages and single-file pages share. Servers of live pages send these files.
package enum SharedFiles {
    /// `tokens.css`: the design's tokens as custom properties of CSS.
    package static var tokens: String { String(cString: ctexts_tokens_style()) }

    /// `board.css`: the looks of a draft board, in terms of the tokens.
    package static var boardStyle: String { String(cString: ctexts_board_style()) }

    /// `board.js`: the module that draws a draft board; it imports nothing.
    package static var boardScript: String { String(cString: ctexts_board_script()) }
}
