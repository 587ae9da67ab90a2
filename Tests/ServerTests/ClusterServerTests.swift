import Cluster
import ClusterTesting
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Platform
import Replay
import Statements
import TestSupport
import Testing
import TextFormats

@testable import Server  // what nodes say to each other

/// Servers of a cluster over a real etcd: a client may talk to any of them.
@Suite(.needsEtcd, .withEtcd, .withinTheRun) struct ClusterServerTests {
    /// Two nodes, each with a server.
    private final class Nodes: Sendable {
        let directory = TemporaryDirectory()
        let etcd: [String]
        private let open: Guarded<[String: DraftLedger]>
        let ports: [String: Int]
        let secret: String

        init(_ names: [String]) async throws {
            etcd = try #require(EtcdProcess.current).endpoints
            secret = try directory.write("0123456789abcdef0123456789abcdef", to: "secret")
            // Each test has a log of its own.
            let origin = "test.example/\(UUID().uuidString.lowercased())"
            let first = directory(names[0])
            try DraftLedger.create(at: first, origin: origin, upkeep: .none).close()
            var ledgers = [names[0]: try DraftLedger.openNode(at: first, upkeep: .none)]
            let founder = try #require(ledgers[names[0]])
            _ = try founder.receiptSigner()
            let sequencer = try EtcdSequencer(EtcdSettings(endpoints: etcd), origin: origin, node: names[0])
            _ = try await ClusterFounding.begin(founder, as: names[0], with: sequencer)
            let peers = LocalPeers { _ in founder }
            for name in names.dropFirst() {
                try NodeFiles.create(try NodeFiles(of: first).files, in: directory(name), node: name)
                let ledger = try DraftLedger.openNode(at: directory(name), upkeep: .none)
                try await ClusterFounding.copy(ledger, from: names[0], by: peers) { _, _ in }
                ledgers[name] = ledger
            }
            open = Guarded(ledgers)
            var ports: [String: Int] = [:]
            for name in names { ports[name] = Int(try ClosedPort().number) }
            self.ports = ports
        }

        func ledger(_ name: String) throws -> DraftLedger { try #require(open.withLock { $0[name] }) }

        /// Closes a node's ledger, changes its file, and opens it again.
        func reopen(_ name: String, _ change: (inout [UInt8]) -> Void) throws {
            try ledger(name).close()
            let path = directory(name) + "/data.mdb"
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            change(&bytes)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let ledger = try DraftLedger.openNode(at: directory(name), upkeep: .none)
            open.withLock { $0[name] = ledger }
        }

        func start(_ name: String, _ change: (inout ServerOptions) -> Void = { _ in }) async throws -> RunningServer {
            let port = try #require(ports[name])
            return try await RunningServer(try ledger(name)) { options in
                options.port = port
                options.cluster.etcd = etcd
                options.cluster.secret = secret
                change(&options)
            }
        }

        func close() { for ledger in open.withLock({ Array($0.values) }) { ledger.close() } }
    }

    /// Asks until the answer is as it is to become.
    private static func eventually(
        _ ask: () async throws -> RunningServer.Answer, _ isDone: (RunningServer.Answer) throws -> Bool
    ) async throws {
        while true {
            if try await isDone(ask()) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test func aClientTalksToAnyNode() async throws {
        let nodes = try await Nodes(["a", "b"])
        let a = try await nodes.start("a")
        try await Self.eventually({ try await a.get("/readyz") }) { $0.status == 200 }
        let b = try await nodes.start("b")
        try await Self.eventually({ try await b.get("/readyz") }) { $0.status == 200 }
        // b follows: it has a sign in, and hands the command on.
        let anna = try await b.signIn("anna")
        let id = UUID().uuidString
        let command = "{\"kind\":\"setAlertPreferences\",\"user\":\(anna.user),\"preferences\":1}"
        let first = try await b.post("/v1/commands", as: anna.token, command, ["Idempotency-Key": id])
        #expect(first.status == 200)
        let position = try #require(first.header("Ledger-Position"))
        // Its own write is there at both.
        for server in [a, b] {
            let answer = try await server.get(
                "/v1/users/me/activity?minPosition=\(position)", as: anna.token, ["Prefer": "wait=5"])
            #expect(answer.status == 200 && answer.text.contains("AlertPreferencesSet"))
            let again = try await server.post("/v1/commands", as: anna.token, command, ["Idempotency-Key": id])
            #expect(again.status == 200 && again.header("Idempotency-Replayed") == "true")
        }
        // A body that is sent on is bounded like any other, before its sender is known.
        for server in [a, b] {
            let large = String(repeating: " ", count: 2 << 20)
            #expect(try await server.post("/v1/commands", as: anna.token, large).status == 413)
        }
        // A follower may have shown an event that its leader has not committed yet: the leader's stream waits for it too.
        let size = try nodes.ledger("a").size
        async let stream = EventReader(a, "me=true", as: anna.token, after: size)
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await a.command(command, as: anna.token).status == 200)
        #expect(try await stream.status == 200)
        #expect(try await EventReader(a, "me=true", as: anna.token, after: 1 << 40).status == 400)
        let olga = try await a.signIn("olga", roles: ["officer"])
        let status = try await b.get("/v1/cluster", as: olga.token).json
        #expect(status["role"]?.string == "follower" && status["leader"]?.string == "a")
        #expect(status["nodes"]?.elements.count == 2)
        try await a.stop()
        try await b.stop()
        nodes.close()
    }

    /// Given a leader that is stopped, when a client repeats its command at the other node, then that has taken over, gives the
    /// outcome that there was, and takes further commands; and the history keeps the rules.
    @Test func theOtherNodeTakesOverWhenTheLeaderStops() async throws {
        let nodes = try await Nodes(["a", "b"])
        let a = try await nodes.start("a")
        try await Self.eventually({ try await a.get("/readyz") }) { $0.status == 200 }
        let b = try await nodes.start("b")
        try await Self.eventually({ try await b.get("/readyz") }) { $0.status == 200 }
        let anna = try await a.signIn("anna")
        let id = UUID().uuidString
        let command = "{\"kind\":\"setAlertPreferences\",\"user\":\(anna.user),\"preferences\":2}"
        #expect(try await a.post("/v1/commands", as: anna.token, command, ["Idempotency-Key": id]).status == 200)
        try await a.stop()
        try await Self.eventually({
            try await b.post("/v1/commands", as: anna.token, command, ["Idempotency-Key": id])
        }) { $0.status == 200 && $0.header("Idempotency-Replayed") == "true" }
        #expect(try await b.command(command, as: anna.token).status == 200)
        let types = try nodes.ledger("b").stream(.system).map(\.event.type)
        #expect(types.filter { $0 == .leaderChanged }.count == 2)
        #expect(try Audit(nodes.ledger("b")).run().findings.isEmpty)
        try await b.stop()
        nodes.close()
    }

    /// What nodes ask each other is not for anybody else.
    @Test func withoutTheSecretThereAreNoPeerAddresses() async throws {
        let nodes = try await Nodes(["a"])
        let a = try await nodes.start("a")
        try await Self.eventually({ try await a.get("/readyz") }) { $0.status == 200 }
        for path in ["/cluster/snapshot", "/cluster/files", "/cluster/records?from=0&below=9", "/cluster/pulse"] {
            #expect(try await a.get(path).status == 404)
            #expect(try await a.get(path, as: nil, ["Cluster-Secret": String(repeating: "x", count: 32)]).status == 404)
        }
        // A client does not name another client's address, nor say how long its command was held.
        let anna = try await a.signIn("anna")
        let answer = try await a.post(
            "/v1/commands", as: anna.token,
            "{\"kind\":\"setAlertPreferences\",\"user\":\(anna.user),\"preferences\":1}",
            ["Cluster-Held": "50000000", "Cluster-Client": "192.0.2.7", "Idempotency-Key": UUID().uuidString])
        #expect(answer.status == 200)
        let last = try #require(try nodes.ledger("a").stream(.user(UserID(anna.user))).last)
        #expect(try #require(last.origin?.occurredAt) > last.recordedAt - .seconds(40))
        try await a.stop()
        nodes.close()
    }

    /// A command that a node has held is dated back, but not to before the leader led, nor further than an audit lets pass.
    @Test(arguments: [
        (held: 0, leading: 9_000, back: 0), (400, 9_000, 400), (50_000, 9_000, 700), (400, 300, 300), (400, -5, 0),
        (-400, 9_000, 0),
    ])
    func aHeldCommandIsDatedBack(held: Int, leading: Int, back: Int) {
        let now = Timestamp(microseconds: 1_000_000_000)
        let arrival = ClusterCenter.arrival(
            heldFor: .milliseconds(Int64(held)), leadingSince: now - .milliseconds(Int64(leading)), now: now)
        #expect(now - arrival == .milliseconds(Int64(back)))
    }

    /// Given a command that a node held while its repetition was recorded, then the receipt names the arrival that the ledger has.
    @Test func theReceiptOfAHeldCommandIsKept() async throws {
        let nodes = try await Nodes(["a"])
        let a = try await nodes.start("a")
        try await Self.eventually({ try await a.get("/readyz") }) { $0.status == 200 }
        let anna = try await a.signIn("anna")
        let secret = try String(contentsOfFile: nodes.secret, encoding: .utf8)
        let id = UUID().uuidString
        func send(heldFor held: Int) async throws -> RunningServer.Answer {
            try await a.post(
                "/v1/commands", as: anna.token,
                "{\"kind\":\"setAlertPreferences\",\"user\":\(anna.user),\"preferences\":5}",
                ["Cluster-Secret": secret, "Cluster-Held": "\(held)", "Idempotency-Key": id, "Prefer": "receipt"])
        }
        #expect(try await send(heldFor: 0).status == 200)
        let answer = try await send(heldFor: 600_000)
        #expect(answer.status == 200 && answer.header("Idempotency-Replayed") == "true")
        let receipt = try Receipt(Array(try #require(try answer.json["receipt"]?.string).utf8))
        guard case .kept = try nodes.ledger("a").verdict(on: receipt) else {
            Issue.record("\(try nodes.ledger("a").verdict(on: receipt))")
            return
        }
        try await a.stop()
        nodes.close()
    }

    /// Given a copy of which the disk has changed a bit of an old record, it is found, named and not served.
    @Test func aCopyWithAChangedBitIsNotServed() async throws {
        let nodes = try await Nodes(["a"])
        let first = try await nodes.start("a")
        try await Self.eventually({ try await first.get("/readyz") }) { $0.status == 200 }
        try await first.stop()
        // Before the last 256 events: their hashes are made of the records at each opening, which finds it then.
        #expect(try nodes.ledger("a").size > 300)
        let wanted = try #require(try nodes.ledger("a").rawRecords(from: 20, below: 21, atMost: .max).first)
        var found = 0
        try nodes.reopen("a") { bytes in
            for start in 0..<bytes.count - wanted.count where bytes[start] == wanted[0] {
                guard bytes[start..<start + wanted.count].elementsEqual(wanted) else { continue }
                bytes[start + wanted.count - 1] ^= 1
                found += 1
            }
        }
        #expect(found > 0)
        let second = try await nodes.start("a")
        try await Self.eventually({ try await second.get("/readyz") }) {
            $0.status == 503 && $0.text.contains("damaged")
        }
        let answer = try await second.get("/v1/tournaments")
        #expect(answer.status == 503 && answer.text.contains("damaged at position"))
        try await second.stop()
        nodes.close()
    }

    /// With `cluster.acknowledge` at `replicated`, a command without a second node is recorded, and said not to be confirmed.
    @Test func aCommandWaitsForASecondNodeWhereThatIsAskedFor() async throws {
        let nodes = try await Nodes(["a", "b"])
        let a = try await nodes.start("a") { $0.cluster.acknowledgement = .replicated }
        try await Self.eventually({ try await a.get("/readyz") }) { $0.status == 200 }
        let b = try await nodes.start("b") { $0.cluster.acknowledgement = .replicated }
        let anna = try await a.signIn("anna")
        let command = "{\"kind\":\"setAlertPreferences\",\"user\":\(anna.user),\"preferences\":1}"
        // A node that follows waits for its leader, and not for more.
        for server in [a, b] {
            try await Self.eventually({ try await server.command(command, as: anna.token) }) { $0.status == 200 }
        }
        try await b.stop()
        let id = UUID().uuidString
        let size = try nodes.ledger("a").size
        let answer = try await a.post("/v1/commands", as: anna.token, command, ["Idempotency-Key": id])
        #expect(try answer.status == 503 && answer.json["recorded"]?.boolean == true)
        #expect(try nodes.ledger("a").size > size)
        try await a.stop()
        nodes.close()
    }
}
