import Foundation
import LedgerTesting
import Platform
import TestSupport
import Testing
import TextFormats

@testable import Server  // the log is the module's own

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Lines of a log that a test reads.
final class Lines: Sendable {
    private let lines = Guarded<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The log, and places that do not take it.
@Suite struct LogTests {
    private let directory = TemporaryDirectory()

    @Test(.withinTheRun) func aReaderThatDoesNotReadHoldsNothingUp() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let sink = try LogSink(to: nil, or: Descriptor(ends[1]))
        let line = String(repeating: "x", count: 1_023) + "\n"
        for _ in 0..<4_000 { sink.write(line) }
        // A pipe takes 64 KiB, the queue a megabyte, and what the thread has in hand another.
        #expect(sink.droppedLines > 1_000 && sink.droppedLines < 4_000)
        let reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        var text = ""
        // Later lines are taken again, and the first of them says how many are missing.
        while !text.contains("lines of the log were dropped") {
            sink.write("{\"next\":true}\n")
            text += String(decoding: reading.availableData, as: UTF8.self)
        }
        let told = try #require(text.split(separator: "\n").first { $0.contains("dropped") })
        #expect(try JSONDocument(Array(told.utf8)).root["level"]?.string == "warning")
        close(ends[1])
    }

    @Test(.withinTheRun) func aReaderThatIsGoneEndsNothing() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        let sink = try LogSink(to: nil, or: Descriptor(ends[1]))
        for _ in 0..<100 { sink.write("line\n") }
        sink.close()
        sink.write("after the end\n")
        close(ends[1])
    }

    @Test(.withinTheRun) func aFileThatWasRenamedIsOpenedAgain() throws {
        let (path, old) = (directory("log"), directory("log.1"))
        let sink = try LogSink(to: path, or: .standardError)
        sink.write("first\n")
        func content(_ path: String) -> String {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        while content(path) != "first\n" { usleep(1_000) }
        try FileManager.default.moveItem(atPath: path, toPath: old)
        sink.reopen()
        while !FileManager.default.fileExists(atPath: path) { usleep(1_000) }
        sink.write("second\n")
        sink.close()
        #expect(content(old) == "first\n" && content(path) == "second\n")
        #expect(throws: Errno.self) { try LogSink(to: directory("nothing/log"), or: .standardError) }
    }

    @Test(
        .withinTheRun,
        arguments: [
            (OperationOptions.LogAddresses.plain, "127.0.0.1"), (.hashed, nil), (.none, nil),
        ] as [(OperationOptions.LogAddresses, String?)])
    func aLineSaysWhoAskedForWhatAndWhyNot(addresses: OperationOptions.LogAddresses, shown: String?) async throws {
        let (temporary, lines) = (try TemporaryLedger(), Lines())
        let server = try await RunningServer(temporary.ledger) {
            $0.operations.logLevel = "info"
            $0.operations.logAddresses = addresses
            $0.operations.log = { lines.add($0) }
        }
        #expect(try await server.get("/v1/users/me").status == 401)
        let socket = try Socket(server.port)
        socket.send("GET /livez HTTP/1.1\r\n\r\n")
        _ = await socket.answer()
        try await server.stop()
        let line = try #require(lines.all.first { $0.contains("unauthenticated") })
        let json = try JSONDocument(Array(line.utf8)).root
        #expect(json["method"]?.string == "GET" && json["route"]?.string == "/v1/users/me")
        #expect(json["status"]?.string == "401" && json["reason"]?.string == "unauthenticated")
        let address = json["address"]?.string
        #expect(shown == nil ? address?.contains("127") != true : address == shown)
        #expect((address == nil) == (addresses == .none))
        #expect(lines.all.contains { $0.contains("\"status\":\"400\"") && $0.contains("badRequest") })
        withExtendedLifetime(temporary) {}
    }
}
