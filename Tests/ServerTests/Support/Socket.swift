import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A connection on which bytes are sent as they are.
final class Socket: Sendable {
    private let descriptor: Int32

    /// - Parameter bytes: the size of the buffer for what is received; nil for the system's own.
    /// - Throws: `POSIXError`, at once where nobody listens.
    init(_ port: Int, receiving bytes: Int32? = nil) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var bytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EIO
            close(descriptor)
            throw POSIXError(code)
        }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        // A server that has closed the connection takes nothing more.
        _ = bytes.withUnsafeBytes { Self.send(descriptor, $0.baseAddress, $0.count) }
    }

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
        #else
            Darwin.send(descriptor, bytes, count, 0)
        #endif
    }

    /// Says that nothing more comes.
    func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Says that nothing more comes, and takes nothing more.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// All that comes until the other side hangs up; read on a thread of its own.
    func answer() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.readToEnd()) }
        }
    }

    /// Waits until something has come, which stays to be read; on a thread of its own.
    func waitForAnswer() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor] in
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&waiting, 1, -1)
                continuation.resume()
            }
        }
    }

    private func readToEnd() -> String {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += buffer[..<count]
        }
    }
}
