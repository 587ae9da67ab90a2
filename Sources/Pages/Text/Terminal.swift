/// What is known about the place where text will be read.
package struct Terminal: Hashable, Sendable {
    /// Somebody is looking, as opposed to a file or a pipe.
    package var isInteractive: Bool

    /// Nil where lines may be as long as they like.
    package var columns: Int?

    /// Nil for pages without an end.
    package var rows: Int?

    package var colors: ColorDepth

    /// A file or a pipe: no colours, lines as long as they come out.
    package static let file = Terminal(isInteractive: false, columns: nil, rows: nil, colors: .none)

    package init(isInteractive: Bool, columns: Int?, rows: Int?, colors: ColorDepth) {
        self.isInteractive = isInteractive
        self.columns = columns
        self.rows = rows
        self.colors = colors
    }
}

/// How many colours the terminal shows.
package enum ColorDepth: Sendable {
    /// Plain text, without any escape sequence.
    case none
    case palette
    case full
}
