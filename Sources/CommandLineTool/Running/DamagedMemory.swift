#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How a command ends where a damaged page has led LMDB to where nothing is.
///
/// LMDB maps the file and believes what stands in it. Every page is looked at before, and damage told like any other
/// error, wherever that takes a moment or the command reads all of the file anyway. Of a ledger of gigabytes a board is
/// shown in hundredths of a second, and to read the whole file first would be a hundred times that. There a page that
/// leads astray ends in a signal: which then ends the command with a message and the exit status of a damaged file, not
/// the process with a dump of it. Nothing is written by then: a transaction that was not committed never began.
enum DamagedMemory {
    private static let message: StaticString = """
        draftledger: reading the ledger led to where nothing is: a page of data.mdb is damaged, or was cut off while it was \
        read. `verify` says where; restore data.mdb from a copy.

        """

    /// From now on, for the rest of the process.
    static func listen() {
        for signalNumber in [SIGBUS, SIGSEGV, SIGABRT] {
            signal(signalNumber) { _ in
                // Nothing but what may be called from anywhere.
                DamagedMemory.message.withUTF8Buffer { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
                _exit(ExitStatus.inputOutput.rawValue)
            }
        }
    }
}
