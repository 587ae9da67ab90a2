import Draft
import DraftLedger
import Foundation
import Platform
import Server
import TextFormats

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server for development in this process, and connections to it on which bytes are sent as they are.
///
/// Everything that a request of a stranger passes through is part of it: the socket, the HTTP parser, the routes, the
/// ledger. One room drafts, so that there is something to see.
final class ServedLedger: Sendable {
    /// An answer that no request may get.
    struct InternalError: Error, CustomStringConvertible {
        let description: String
    }

    /// Started with the first input that asks for it, and never stopped: it ends with the process.
    static let shared = ServedLedger()

    private let port: UInt16
    /// Tokens in place of `@member@` and `@officer@`.
    private let tokens: [(name: [UInt8], token: [UInt8])]

    private init() {
        do {
            port = try Self.start()
            let (member, officer) = (try Self.token(of: "fuzz", port), try Self.token(of: "clara", port))
            tokens = [(Array("@member@".utf8), Array(member.utf8)), (Array("@officer@".utf8), Array(officer.utf8))]
            let body = #"{"tournamentId":"1","entries":1,"draftSpeed":"fast"}"#
            _ = try Self.post("/api/tournaments/1/join", body, as: member, port)
            _ = try Self.post("/dev/bots", #"{"room":1}"#, as: member, port)
        } catch {
            preconditionFailure("The server for the inputs does not start: \(error)")
        }
    }

    /// Sends bytes on a connection of their own, reads what is answered until it ends, and hangs up.
    ///
    /// - Throws: `InternalError` where the answer is a status of 500.
    func answer(to bytes: [UInt8]) throws {
        var sent = bytes
        for (name, token) in tokens { sent.replace(name, with: token) }
        let answer = try Self.exchange(sent, port)
        guard !answer.starts(with: Array("HTTP/1.1 500".utf8)) else {
            throw InternalError(description: String(decoding: answer.prefix(2_000), as: UTF8.self))
        }
    }

    // MARK: Starting

    private static func start() throws -> UInt16 {
        let folder = NSTemporaryDirectory() + "draft-ledger-fuzz-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let ledger = try DraftLedger.create(
            at: folder + "/a.ledger", origin: "fuzz.example/drafts", upkeep: .none)
        var options = ServerOptions(
            software: SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "fuzz", commit: ""))
        (options.port, options.isDev) = (0, true)
        options.operations.log = { _ in }
        let server = DraftServer(ledger, options)
        let (ports, source) = AsyncStream.makeStream(of: UInt16.self)
        let served = Task.detached { try await server.run { source.yield(UInt16($0.port)) } }
        return try waiting {
            guard let port = await ports.first(where: { _ in true }) else {
                _ = try await served.value
                throw InternalError(description: "It ended before it listened.")
            }
            return port
        }
    }

    private static func token(of name: String, _ port: UInt16) throws -> String {
        let answer = try post("/dev/tokens", "{\"name\":\"\(name)\"}", as: nil, port)
        guard let token = try JSONDocument(answer).root["token"]?.string else {
            throw InternalError(description: String(decoding: answer, as: UTF8.self))
        }
        return token
    }

    private static func post(_ path: String, _ body: String, as token: String?, _ port: UInt16) throws -> [UInt8] {
        var head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        // On a busy machine the first answers take long.
        let answer = try exchange(
            Array((head + "Connection: close\r\n\r\n" + body).utf8), port, silence: 120_000)
        guard answer.starts(with: Array("HTTP/1.1 200".utf8)),
            let end = answer.firstRange(of: Array("\r\n\r\n".utf8))
        else { throw InternalError(description: String(decoding: answer, as: UTF8.self)) }
        return Array(answer[end.upperBound...])
    }

    // MARK: Connections

    /// An answer that is silent for longer is taken as it is, in milliseconds: a stream has no end.
    private static let silence: Int32 = 2_000
    private static let mostBytes = 4 << 20

    private static func exchange(
        _ bytes: [UInt8], _ port: UInt16, silence: Int32 = silence
    ) throws -> [UInt8] {
        let descriptor = try connection(to: port)
        defer { close(descriptor) }
        var answer: [UInt8] = []
        var rest = bytes[...]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while answer.count < mostBytes {
            var waiting = pollfd(
                fd: descriptor, events: Int16(POLLIN) | (rest.isEmpty ? 0 : Int16(POLLOUT)), revents: 0)
            guard poll(&waiting, 1, silence) > 0 else { break }
            if waiting.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                answer += buffer[..<count]
            } else if !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
                if rest.isEmpty { shutdown(descriptor, Int32(SHUT_WR)) }
            }
        }
        return answer
    }

    private static func connection(to port: UInt16) throws -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port.bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            throw InternalError(description: "The connection fails: \(String(cString: strerror(code)))")
        }
        return descriptor
    }
}

/// Waits for something asynchronous, as the callback of a fuzzer has to.
func waiting<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    let (outcome, done) = (Guarded<Swift.Result<Result, any Error>?>(nil), DispatchSemaphore(value: 0))
    Task.detached {
        do {
            let result = try await work()
            outcome.withLock { $0 = .success(result) }
        } catch {
            outcome.withLock { $0 = .failure(error) }
        }
        done.signal()
    }
    done.wait()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the task has ended without a result") }
    return try result.get()
}
