import Platform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where text goes: a file descriptor, or memory in tests. Gathers 64 KiB before it bothers the system.
final class TextSink {
    private let descriptor: Int32?
    private var buffer: [UInt8] = []
    private var failure: SinkError?

    /// What was written to memory.
    private(set) var contents: [UInt8] = []

    private static let capacity = 64 << 10

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Keeps everything in `contents`.
    init() { descriptor = nil }

    /// - Throws: what an earlier flush ran into, so that a long output ends soon after nobody reads it any more.
    func write(_ text: String) throws(SinkError) {
        if let failure { throw failure }
        var text = text
        text.withUTF8 { buffer.append(contentsOf: $0) }
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Bytes that are no text, such as a record's.
    func write(_ bytes: [UInt8]) throws(SinkError) {
        if let failure { throw failure }
        buffer += bytes
        if buffer.count >= Self.capacity { try flush() }
    }

    func writeLine(_ text: String) throws(SinkError) {
        try write(text)
        try write("\n")
    }

    /// Writes at once and past the buffer: for the last words of a process that is being ended from another thread.
    func writeUnbuffered(_ text: String) {
        guard let descriptor else { return }
        var text = text
        text.withUTF8 { bytes in
            _ = systemWrite(descriptor, bytes.baseAddress, bytes.count)
        }
    }

    /// Whether nobody reads the other end any more.
    var isAbandoned: Bool {
        guard let descriptor else { return false }
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR | POLLHUP) != 0
    }

    func flush() throws(SinkError) {
        if let failure { throw failure }
        guard let descriptor else {
            contents += buffer
            buffer.removeAll(keepingCapacity: true)
            return
        }
        var written = 0
        while written < buffer.count {
            let result = buffer.withUnsafeBytes { bytes in
                // Not empty, so it has an address.
                systemWrite(descriptor, bytes.baseAddress! + written, bytes.count - written)
            }
            if result >= 0 {
                written += result
            } else if errno != EINTR {
                let error: SinkError = errno == EPIPE ? .closed : .failed("\(Errno.last)")
                failure = error
                buffer.removeAll()
                throw error
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// Why text could not be handed on.
enum SinkError: Error, Hashable {
    /// The reader has gone, as `head` does: nothing to complain about.
    case closed
    case failed(String)
}

/// Outside the type, whose own `write` would hide it.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
