#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The handlers of traps and other fatal signals.
package enum CrashHandlers {
    /// Lets a crash end the process at once, unless the environment asks for backtraces (`SWIFT_BACKTRACE`).
    ///
    /// The runtime's handler starts another program that reads the symbols, which takes some seconds. Until then the dead
    /// process keeps its port and its locks, and the next one cannot start. The message of the trap is written before
    /// that, in either case. The runtime reads the variable before `main`, so that setting it here would come too late.
    package static func endAtOnce() {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { signal(number, SIG_DFL) }
    }
}
