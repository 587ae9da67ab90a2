import Foundation
import TextFormats

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A WebSocket over a plain socket, whose frames are written byte by byte, so that tests can write wrong ones.
///
/// Whoever waits lets the thread go: the server of the test has the same threads.
final class WebSocketClient {
    struct Frame: Equatable {
        var opcode: UInt8
        var bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The code of a closing frame.
        var code: Int? { opcode == 8 && bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil }
    }

    struct Closed: Error {}

    /// Nothing came within the time.
    private struct Silence: Error {}

    private let descriptor: Int32
    private let patience: Duration
    private var buffer: [UInt8] = []

    /// Connects.
    ///
    /// - Parameters:
    ///   - receiving: the size of the system's buffer for what is received; nil for its own.
    ///   - seconds: the time for which a read waits.
    init(_ port: Int, receiving: Int32? = nil, waiting seconds: Int = 60) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var receiving {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiving, socklen_t(MemoryLayout<Int32>.size))
        }
        patience = .seconds(seconds)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else { throw Closed() }
    }

    deinit { close(descriptor) }

    /// Asks for a WebSocket.
    ///
    /// - Returns: the head of the answer, and what follows it of an answer that is not 101.
    @discardableResult
    func open(
        _ path: String, key: String = "dGhlIHNhbXBsZSBub25jZQ==", version: String = "13", more: String = ""
    ) async throws -> String {
        send(
            Array(
                ("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: \(version)\r\n\(more)\r\n").utf8))
        while true {
            let text = String(decoding: buffer, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = String(text[..<end.upperBound])
                guard head.hasPrefix("HTTP/1.1 101") else {
                    while (try? await fill()) != nil {}
                    return String(decoding: buffer, as: UTF8.self)
                }
                buffer.removeFirst(head.utf8.count)
                return head
            }
            try await fill()
        }
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                #else
                    Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
                #endif
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ text: String) { send(Self.frame(1, Array(text.utf8))) }

    func subscribe(_ games: String...) {
        send("{\"type\":\"subscribe\",\"gameIds\":[\(games.map { "\"\($0)\"" }.joined(separator: ","))]}")
    }

    /// A frame of a client.
    static func frame(
        _ opcode: UInt8, _ bytes: [UInt8], isLast: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
    ) -> [UInt8] {
        var frame: [UInt8] = [(isLast ? 0x80 : 0) | reserved | opcode]
        let mask: UInt8 = isMasked ? 0x80 : 0
        switch bytes.count {
        case ..<126: frame.append(mask | UInt8(bytes.count))
        case ..<65_536: frame += [mask | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)]
        default: frame += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) }
        }
        guard isMasked else { return frame + bytes }
        let key: [UInt8] = [1, 2, 3, 4]
        return frame + key + bytes.enumerated().map { $1 ^ key[$0 % 4] }
    }

    /// The next frame.
    ///
    /// - Throws: `Closed` if nothing more comes.
    func receive() async throws -> Frame {
        while true {
            if let (frame, count) = Self.frame(in: buffer) {
                buffer.removeFirst(count)
                return frame
            }
            try await fill()
        }
    }

    /// The next message as JSON; pings are passed over.
    func message() async throws -> JSONValue {
        while true {
            let frame = try await receive()
            if frame.opcode == 9 { continue }
            guard frame.opcode == 1 else { throw Closed() }
            return try JSONDocument(frame.bytes).root
        }
    }

    /// Reads until the server closes.
    ///
    /// - Returns: whether it has closed within the time.
    func waitForEnd() async -> Bool {
        while true {
            do { try await fill() } catch { return error is Closed }
        }
    }

    /// The head of an answer, as text.
    @discardableResult
    func head() async throws -> String {
        while true {
            let text = String(decoding: buffer, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") { return String(text[..<end.upperBound]) }
            try await fill()
        }
    }

    /// All that comes until the server closes, as text.
    func rest() async -> String {
        while (try? await fill()) != nil {}
        return String(decoding: buffer, as: UTF8.self)
    }

    private static func frame(in bytes: [UInt8]) -> (Frame, Int)? {
        guard bytes.count >= 2 else { return nil }
        var (length, start) = (Int(bytes[1] & 0x7f), 2)
        if length == 126 {
            guard bytes.count >= 4 else { return nil }
            (length, start) = (Int(bytes[2]) << 8 | Int(bytes[3]), 4)
        }
        guard length < 127 || start == 4, bytes.count >= start + length else { return nil }
        return (Frame(opcode: bytes[0] & 0x0f, bytes: Array(bytes[start..<start + length])), start + length)
    }

    private func fill() async throws {
        let end = ContinuousClock.now + patience
        while true {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 { return buffer += chunk[..<count] }
            guard count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR else { throw Closed() }
            guard ContinuousClock.now < end else { throw Silence() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
