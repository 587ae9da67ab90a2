#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What is known about the place where text will be read.
package struct Terminal: Hashable, Sendable {
    /// Somebody is looking, as opposed to a file or a pipe.
    package var isInteractive: Bool

    /// Nil where lines may be as long as they like.
    package var columns: Int?

    /// Nil where there is no end to the page.
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

    /// What an open file is. `COLUMNS` gives a pipe a width, for pagers and tests.
    package init(descriptor: Int32, environment: [String: String]) {
        guard isatty(descriptor) == 1 else {
            self = .file
            columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
            return
        }
        var size = winsize()
        let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        self.init(
            isInteractive: true, columns: known ? Int(size.ws_col) : 80, rows: known ? Int(size.ws_row) : 24,
            colors: Self.colors(environment))
    }

    /// The convention of no-color.org first, then what the terminal says of itself.
    package static func colors(_ environment: [String: String]) -> ColorDepth {
        if environment["NO_COLOR"]?.isEmpty == false { return .none }
        let term = environment["TERM"] ?? ""
        if term.isEmpty || term == "dumb" { return .none }
        return ["truecolor", "24bit"].contains(environment["COLORTERM"]) ? .full : .palette
    }
}
