package import Platform

/// An output of text: a file descriptor, or memory in tests. Buffers 64 KiB.
package final class TextSink {
    private let descriptor: Descriptor?
    private var buffer: [UInt8] = []
    private var failure: SinkError?

    /// The bytes that were written to memory.
    package private(set) var contents: [UInt8] = []

    private static let capacity = 64 << 10

    package init(descriptor: Descriptor) { self.descriptor = descriptor }

    /// Keeps everything in `contents`.
    package init() { descriptor = nil }

    /// - Throws: what an earlier flush ran into, so that a long output ends soon after its reader has closed it.
    package func write(_ text: String) throws(SinkError) {
        if let failure { throw failure }
        var text = text
        text.withUTF8 { buffer.append(contentsOf: $0) }
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Bytes that are no text, such as a record's.
    package func write(_ bytes: [UInt8]) throws(SinkError) {
        if let failure { throw failure }
        buffer += bytes
        if buffer.count >= Self.capacity { try flush() }
    }

    package func writeLine(_ text: String) throws(SinkError) {
        try write(text)
        try write("\n")
    }

    /// Writes at once and past the buffer: for the last words of a process that is being ended from another thread.
    package func writeUnbuffered(_ text: String) { descriptor?.writeOnce(text) }

    /// Whether the reader has closed the other end.
    package var isAbandoned: Bool { descriptor?.isAbandoned == true }

    package func flush() throws(SinkError) {
        if let failure { throw failure }
        guard let descriptor else {
            contents += buffer
            buffer.removeAll(keepingCapacity: true)
            return
        }
        do throws(Errno) {
            try descriptor.write(buffer)
        } catch {
            let error: SinkError = error == .brokenPipe ? .closed : .failed("\(error)")
            failure = error
            buffer.removeAll()
            throw error
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// Why text could not be handed on.
package enum SinkError: Error, Hashable {
    /// The reader has gone, as `head` does: nothing to complain about.
    case closed
    case failed(String)
}
