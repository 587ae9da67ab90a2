#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Console {
    /// The process's own streams and environment.
    static func system() -> Console {
        let environment = processEnvironment()
        return Console(
            output: TextSink(descriptor: STDOUT_FILENO), messages: TextSink(descriptor: STDERR_FILENO),
            terminal: Terminal(descriptor: STDOUT_FILENO, environment: environment),
            messageTerminal: Terminal(descriptor: STDERR_FILENO, environment: environment),
            inputIsTerminal: isatty(STDIN_FILENO) == 1, environment: environment)
    }

    private static func processEnvironment() -> [String: String] {
        var variables: [String: String] = [:]
        for name in ["DRAFT_LEDGER", "NO_COLOR", "TERM", "COLORTERM", "COLUMNS"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }
}
