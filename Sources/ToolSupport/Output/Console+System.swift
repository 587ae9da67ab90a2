import Foundation
package import Pages
package import Platform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Console {
    /// The process's own streams and environment.
    ///
    /// - Parameter prefix: of the program's own variables: "DRAFT_LEDGER".
    package static func system(variables prefix: String) -> Console {
        let environment = processEnvironment(prefix)
        return Console(
            output: TextSink(descriptor: .standardOutput), messages: TextSink(descriptor: .standardError),
            terminal: Terminal(descriptor: .standardOutput, environment: environment),
            messageTerminal: Terminal(descriptor: .standardError, environment: environment),
            inputIsTerminal: Descriptor.standardInput.isTerminal, environment: environment)
    }

    private static func processEnvironment(_ prefix: String) -> [String: String] {
        var variables: [String: String] = [:]
        for name in [prefix, "NO_COLOR", "TERM", "COLORTERM", "COLUMNS"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        // The settings of a server, whichever there are.
        for (name, value) in ProcessInfo.processInfo.environment where name.hasPrefix("\(prefix)_") {
            variables[name] = value
        }
        return variables
    }
}

extension Terminal {
    /// The terminal behind an open file. `COLUMNS` gives a pipe a width, for pagers and tests.
    package init(descriptor: Descriptor, environment: [String: String]) {
        guard descriptor.isTerminal else {
            self = .file
            columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
            return
        }
        var size = winsize()
        let known = ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
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
