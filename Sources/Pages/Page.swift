import ArgumentParser

/// The form in which data is handed out.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For people: aligned, cut to the terminal's width.
    case text
    /// For programs.
    case json
    /// For spreadsheets (RFC 4180).
    case csv
}

/// What a command found, in each form that it can be asked for.
protocol Presentable {
    func text(on terminal: Terminal) -> [StyledText]

    /// As `interfaces.md` binds it: nothing rounded, what is missing is null.
    var json: JSON { get }

    /// The same under the same names, one row for each thing.
    var csv: CSVTable { get }
}
