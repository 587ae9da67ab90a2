import ToolSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Ends a command after a damaged page has led LMDB outside the file.
///
/// LMDB maps the file and trusts its content. If the file is small, or the command reads all of it anyway, every page is
/// checked first and damage is reported like any other error. For a ledger of gigabytes that check would take a hundred
/// times as long as the command. There a damaged page ends in a signal, which ends the command with a message and the exit
/// status of a damaged file. Nothing is written: a transaction that was not committed has no effect.
enum DamagedMemory {
    private static let message: StaticString = """
        draftledger: a page of data.mdb is damaged, or the file was cut off while it was read. `verify` finds the page; \
        restore data.mdb from a backup.

        """

    /// Handles the signals for the rest of the process.
    static func listen() {
        for signalNumber in [SIGBUS, SIGSEGV, SIGABRT] {
            signal(signalNumber) { _ in
                // Only functions that are safe in a signal handler.
                DamagedMemory.message.withUTF8Buffer { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
                _exit(ExitStatus.inputOutput.rawValue)
            }
        }
    }
}
