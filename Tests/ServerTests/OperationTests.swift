import CoreMetrics
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import NIOCore
import NIOEmbedded
import Platform
import Testing
import TextFormats

@testable import Server  // figures and traces are the module's own

/// What the house sees of its server, and what it must not see of its members.
@Suite struct OperationTests {
    @Test func figuresCountCommandsByKindAndOutcome() async throws {
        let table = try await Table()
        try await table.draft()
        let pick = "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}"
        _ = try await table.server.command(pick, as: try table.turn().off.token)
        try await table.pick(3)
        let text = try await table.server.get("/metrics").text
        for line in [
            "# TYPE draftledger_commands_total counter",
            "draftledger_commands_total{kind=\"makePick\",outcome=\"accepted\"} 1",
            "draftledger_commands_total{kind=\"makePick\",outcome=\"refused\"} 1",
            "draftledger_command_seconds_count 4", "draftledger_command_seconds_bucket{le=\"+Inf\"} 4",
            "draftledger_streams 0.0", "draftledger_ready 1.0",
        ] {
            #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) in \(text)")
        }
        for name in [
            "draftledger_map_bytes", "draftledger_disk_free_bytes", "draftledger_ledger_events",
            "draftledger_projection_lag_events{projection=\"rooms\"}", "draftledger_duty_lateness_seconds_count",
        ] {
            #expect(text.contains("\n\(name) "), "\(name)")
        }
        #expect(text.contains("route=\"/v1/commands\""))
        try await table.server.stop()
    }

    @Test func figuresArePrintedAsPrometheusReadsThem() {
        let registry = PrometheusRegistry()
        for _ in 0..<2 { Counter(label: "a.b", dimensions: [("x", "q\"\\\n")], factory: registry).increment(by: 2) }
        Meter(label: "1st", factory: registry).set(2.5)
        CoreMetrics.Timer(label: "t", factory: registry).recordNanoseconds(3_000_000)
        // Another type under a name that there is already stays out.
        Meter(label: "a.b_total", factory: registry).set(9)
        let text = registry.text
        #expect(
            text.hasPrefix("# TYPE _1st gauge\n_1st 2.5\n# TYPE a_b_total counter\na_b_total{x=\"q\\\"\\\\\\n\"} 4\n"))
        #expect(text.contains("t_seconds_bucket{le=\"0.002\"} 0\nt_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(text.hasSuffix("t_seconds_sum 0.003\nt_seconds_count 1\n"))
    }

    @Test func theLogTellsOfCommandsAndNothingOfWhoSentThem() async throws {
        let lines = Guarded<[String]>([])
        let table = try await Table {
            $0.operations = { options in
                options.logLevel = "info"
                options.log = { line in lines.withLock { $0.append(line) } }
            }
        }
        let (id, trace) = ("0123456789abcdef0000000000000042", "4bf92f3577b34da6a3ce929d0e0e4736")
        let answer = try await table.server.post(
            "/v1/commands?secret=sesame", as: table.anna.token,
            "{\"kind\":\"joinTournament\",\"user\":\(table.anna.user),\"tournament\":1,\"entries\":1,\"id\":\"\(id)\"}",
            ["Traceparent": "00-\(trace)-00f067aa0ba902b7-01"])
        #expect(answer.status == 200)
        let parts = try #require(answer.header("traceparent")).split(separator: "-")
        #expect(parts.count == 4 && parts[1] == trace && parts[2] != "00f067aa0ba902b7" && parts[3] == "01")
        let timing = try #require(answer.header("server-timing"))
        #expect(["body;dur=", "ledger;dur=", "total;dur="].allSatisfy { timing.contains($0) })
        _ = try await table.server.get("/v1/users/7/nothing?secret=sesame", as: "no.token.atall")
        try await table.server.stop()
        let all = lines.withLock { $0 }
        let line = try #require(all.first { $0.contains(id) })
        let json = try JSONDocument(Array(line.dropLast().utf8)).root
        #expect(json["command"]?.string == id && json["trace"]?.string == trace && json["level"]?.string == "info")
        #expect(json["route"]?.string == "/v1/commands" && json["status"]?.string == "200")
        for word in [table.anna.token, "sesame", "anna", "no.token.atall"] {
            #expect(!all.contains { $0.contains(word) }, "\(word)")
        }
        for line in all { #expect(line.hasSuffix("\n") && !line.dropLast().contains("\n")) }
    }

    @Test(arguments: [
        nil, "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", "x",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-\(String(repeating: "0", count: 32))-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nX: y",
    ])
    func aTraceThatIsNoneIsBegunAnew(header: String?) {
        let trace = TraceContext(header)
        #expect(trace.traceID != "4bf92f3577b34da6a3ce929d0e0e4736" && trace.traceID.utf8.count == 32)
        #expect(trace.header.wholeMatch(of: #/00-[0-9a-f]{32}-[0-9a-f]{16}-00/#) != nil)
    }

    @Test func onlyPagesOfNamedOriginsMayCall() async throws {
        let table = try await Table { $0.operations = { $0.allowedOrigins = ["https://app.example"] } }
        let ask = ["Origin": "https://app.example", "Access-Control-Request-Method": "POST"]
        let may = try await table.server.send("OPTIONS", "/v1/commands", as: nil, nil, ask)
        #expect(may.status == 204 && may.header("access-control-allow-origin") == "https://app.example")
        #expect(may.header("access-control-allow-methods") == "POST" && may.header("vary")?.contains("Origin") == true)
        let read = try await table.server.get("/v1/rooms", ["Origin": "https://app.example"])
        #expect(read.header("access-control-allow-origin") == "https://app.example")
        for origin in ["https://evil.example", "https://app.example.evil.example", "null", "http://app.example"] {
            let headers = ["Origin": origin, "Access-Control-Request-Method": "POST"]
            let not = try await table.server.send("OPTIONS", "/v1/commands", as: nil, nil, headers)
            #expect(
                not.status == 204 && not.header("access-control-allow-methods") == nil
                    && not.header("access-control-allow-origin") == nil, "\(origin)")
            #expect(try await table.server.get("/v1/rooms", headers).header("access-control-allow-origin") == nil)
        }
        try await table.server.stop()
    }

    @Test func whoHangsUpWhileWaitingIsNotWorkedFor() async throws {
        let reads = LongReads(threads: 1, atMost: 2)
        let (held, begun) = (Guarded(false), Guarded(false))
        let (first, second) = (NIOAsyncTestingChannel(), NIOAsyncTestingChannel())
        let slow = Task {
            try await reads.read(for: first) { _ in
                begun.withLock { $0 = true }
                return held.wait { $0 ? 7 : nil }
            }
        }
        while !begun.withLock({ $0 }) { await Task.yield() }
        let isMade = Guarded(false)
        let gone = Task { try await reads.read(for: second) { _ in isMade.withLock { $0 = true } } }
        while reads.inFlight < 2 { await Task.yield() }
        await #expect(throws: Problem.self) { try await reads.read(for: first) { _ in 0 } }
        // Until it is watched, its connection has nothing to tell.
        while true {
            let isWatched = try await second.eventLoop.submit {
                // There is none of that name before.
                (try? second.pipeline.syncOperations.context(name: Departure.name)) != nil
            }.get()
            if isWatched { break }
            await Task.yield()
        }
        try await second.eventLoop.submit {
            second.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }.get()
        held.withLock { $0 = true }
        held.signal()
        await #expect(throws: CancellationError.self) { try await gone.value }
        let made = try await slow.value
        #expect(made == 7 && reads.inFlight == 0 && !isMade.withLock { $0 })
        try await reads.shutDown()
    }

    @Test(
        arguments: [
            (nil, false), ("gzip", true), ("gzip;q=0", false), ("gzip;q=0.000", false), ("*", true), ("*;q=0", false),
            ("identity;q=0, gzip;q=0.5", true), ("gzip;q=0.2, identity;q=0.8", false), ("GZIP ; Q=1.0", true),
            ("x-gzip", true), ("br", false), ("gzip;q=2", false), ("gzip;q=", false), ("", false), (", ,;,gzip", true),
        ] as [(String?, Bool)])
    func aCodingIsChosenByItsQuality(field: String?, isPacked: Bool) {
        #expect(Gzip.isAccepted(by: field) == isPacked, "\(field ?? "none")")
    }

    @Test func aClientThatRefusesEveryCodingIsToldSo() async throws {
        let table = try await Table()
        let none = try await table.server.get("/livez", ["Accept-Encoding": "identity;q=0"])
        #expect(none.status == 406 && none.code == "notAcceptable")
        #expect(try await table.server.get("/livez", ["Accept-Encoding": "identity;q=0.001"]).status == 200)
        try await table.server.stop()
    }
}
