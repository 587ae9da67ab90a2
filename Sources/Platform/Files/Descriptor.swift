#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that somebody else has opened and will close, by the number under which the system knows it: above all the
/// streams that a process is started with.
package struct Descriptor: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static let standardInput = Descriptor(STDIN_FILENO)
    package static let standardOutput = Descriptor(STDOUT_FILENO)
    package static let standardError = Descriptor(STDERR_FILENO)

    package var isTerminal: Bool { isatty(number) == 1 }

    /// Writes all bytes, in as many calls as that takes.
    package func write(_ bytes: [UInt8]) throws(Errno) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // A stream that somebody else made non-blocking.
                var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, 1_000)
                continue
            }
            guard count >= 0 else { throw .last }
            done += count
        }
    }

    /// Opens a file to write at its end, and creates it if it is missing. The caller closes it.
    package static func appending(to path: String) throws(Errno) -> Descriptor {
        let number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
        guard number >= 0 else { throw .last }
        return Descriptor(number)
    }

    package func close() { systemClose(number) }

    /// Waits until what was written would outlast a loss of power.
    ///
    /// On macOS `fsync` only hands it to the drive, which keeps it in a cache of its own; `F_FULLFSYNC` has that emptied
    /// too. A file system that does not know it is synced as far as it can be.
    package func sync() throws(Errno) {
        #if canImport(Darwin)
            if fcntl(number, F_FULLFSYNC) == 0 { return }
            guard Errno.last == .notSupported || Errno.last == .invalidArgument else { throw .last }
        #endif
        guard fsync(number) == 0 else { throw .last }
    }

    /// Writes what a single call takes of a text, and whether it does or not: for the last words of a process.
    package func writeOnce(_ text: String) {
        var text = text
        _ = text.withUTF8 { systemWrite(number, $0.baseAddress, $0.count) }
    }

    /// Whether the other end has no reader any more.
    package var isAbandoned: Bool {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR | POLLHUP) != 0
    }

    /// Sees to it that each of the standard streams is one.
    ///
    /// Started with one of them closed, the process would be given that number for the next file it opens: output would
    /// be written into the ledger. Opened for reading, writing there fails as it should.
    package static func occupyStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }
}

/// Outside the type, whose own `write` would hide it.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemClose(_ descriptor: Int32) { close(descriptor) }
