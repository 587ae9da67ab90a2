import Draft
import Foundation
import Interchange
import Merkle
import Records
import Replay
import Server
import Statements
import TextFormats

/// Everything that reads bytes of third parties. No input may end the process; a value that was read and written has to be
/// read again as the same value.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// HTTP requests and answers through the libraries' parsers alone.
    case heads, answers
    /// Bytes on a connection to a server.
    case requests
    /// Queries and bodies of requests that a server is sent by its members and staff.
    case queries, bodies
    /// Tokens, their headers and claims as JSON, and key sets of issuers.
    case tokens, claims, keysets
    /// The header with which a proxy begins a connection, and addresses as text.
    case proxies, addresses
    /// Answers and streams of a server to a client.
    case client
    /// Texts of moments, times, streams and ids.
    case values
    /// A server's file of settings, and its file of issuers.
    case settings
    /// Tiles of hashes, their names, and bundles of records.
    case tiles
    /// One stored record.
    case records
    /// One event as a line of JSON.
    case events
    /// One command as a line of JSON.
    case commands
    case json, csv
    /// Signed notes, and the checkpoints in them.
    case notes
    case policies, proofs
    /// Bundles of records in a tiled log, and the names of its files.
    case entries
    case receipts, attested
    /// Histories of checkpoint keys.
    case keys
    /// Evidence in a tar archive.
    case evidence
    /// Files of others, with gzip or without, up to the decision on what is in them.
    case bbm, underdog, draftkings, drafters, sleeper, mfl, table, rankings, scores, adp, players, schedule, jsonl

    /// Reads one input.
    ///
    /// - Precondition: a value that was written is read as the same, and a server does not answer with a status of 500.
    package func read(_ bytes: [UInt8]) {
        do {
            try take(bytes)
        } catch is Unequal {
            preconditionFailure("\(rawValue): the value that was written is not the one that is read")
        } catch let error as ServedLedger.InternalError {
            preconditionFailure("\(rawValue): \(error)")
        } catch {
            // To refuse is right, and each refusal says why.
            precondition(!"\(error)".isEmpty)
        }
    }

    struct Unequal: Error {}

    /// Trusts the logs from which the bundles of the corpus were gathered, about a pick and about a week: their checks come
    /// far.
    private static let policy = """
        log draft-ledger.example/simulation+9a461591+Ab3GxKMNjESi99Ofx26d2ZFoDXLhRdz1e6AG2D6V4JDi
        log test.example/drafts+2e0accb5+AWkCYgCX6AFVXjGqDf98uBePtzChG694DAC578ziCqTx
        quorum none

        """

    private func take(_ bytes: [UInt8]) throws {
        switch self {
        case .heads: try HTTPParsing.readRequests(bytes)
        case .answers: try HTTPParsing.readAnswers(bytes)
        case .requests: try ServedLedger.shared.answer(to: bytes)
        case .queries: try ServedLedger.shared.ask(bytes)
        case .bodies: try ServedLedger.shared.submit(bytes)
        case .tokens: try TokenReading.readToken(bytes)
        case .claims: try TokenReading.readClaims(bytes)
        case .keysets: try TokenReading.readKeys(bytes)
        case .proxies: try Self.takeProxyHeader(bytes)
        case .addresses: try Self.takeAddress(String(decoding: bytes, as: UTF8.self))
        case .client: try HostileServer.read(bytes)
        case .values: try TextValues.read(bytes)
        case .settings: try takeSettings(bytes)
        case .tiles: try takeTile(bytes)
        case .records:
            let event = try bytes.withUnsafeBytes { try RecordedEvent(record: $0, position: 7) }
            guard try RecordedEvent(jsonLine: event.jsonLine).jsonLine == event.jsonLine else { throw Unequal() }
        case .events:
            let event = try RecordedEvent(jsonLine: bytes)
            guard try RecordedEvent(jsonLine: event.jsonLine).jsonLine == event.jsonLine else { throw Unequal() }
        case .commands: _ = try CommandRequest(json: bytes)
        case .json: _ = try JSONDocument(bytes)
        case .csv:
            var rest = bytes[...]
            // In pieces, so that records lie across their ends.
            var reader = CSVReader<any Error> {
                defer { rest = rest.dropFirst(61) }
                return Array(rest.prefix(61))
            }
            while try reader.next() {}
        case .notes: try takeNote(bytes)
        case .policies: _ = try TrustPolicy(bytes)
        case .proofs: _ = try ProofFile(bytes)
        case .entries:
            if let first = bytes.first {
                _ = try? EntryBundle(bytes: Array(bytes.dropFirst()), width: Int(first) + 1)
            }
            _ = try TilePath(String(decoding: bytes, as: UTF8.self))
        case .receipts: _ = try Receipt(bytes)
        case .attested: _ = try AttestedReport(bytes)
        case .keys: _ = try KeyHistory(bytes)
        case .evidence: _ = EvidenceBundle.verify(bytes, policy: try TrustPolicy(Array(Self.policy.utf8)))
        case .bbm: try importFile(bytes, as: .bbm)
        case .underdog: try importFile(bytes, as: .underdog())
        case .draftkings: try importFile(bytes, as: .draftKings())
        case .drafters: try importFile(bytes, as: .drafters())
        case .sleeper: try importFile(bytes, as: .sleeper())
        case .table: try takeTable(bytes)
        case .mfl: try importFile(bytes, as: .mfl())
        case .rankings: try importFile(bytes, as: .rankings)
        case .scores: try importFile(bytes, as: .scores(ScoreTerms(season: 2022, isFinal: true)))
        case .adp: try importFile(bytes, as: .adp(NoteTerms(season: 2022, site: "s")))
        case .players: try importFile(bytes, as: .players(NoteTerms(season: 2022)))
        case .schedule: try importFile(bytes, as: .schedule(NoteTerms(season: 2022)))
        case .jsonl: try importFile(bytes, as: .jsonl)
        }
    }

    /// Reads the header of a connection as it arrives: no beginning of a whole header is another one, or is refused.
    private static func takeProxyHeader(_ bytes: [UInt8]) throws {
        guard case .complete(let client, let length) = ProxyHeader.read(bytes) else { return }
        guard length <= min(bytes.count, ProxyHeader.most) else { throw Unequal() }
        for count in [0, 1, length / 2, length - 1] where ProxyHeader.read(Array(bytes.prefix(count))) != .incomplete {
            throw Unequal()
        }
        guard ProxyHeader.read(Array(bytes.prefix(length))) == .complete(client: client, length: length) else {
            throw Unequal()
        }
        if let client { try takeAddress("\(client)") }
    }

    private static func takeAddress(_ text: String) throws {
        if let address = IPAddress(text) {
            guard IPAddress("\(address)") == address else { throw Unequal() }
            _ = (address.network, address.isLoopback)
        }
        if let range = AddressRange(text) {
            guard AddressRange("\(range)") == range else { throw Unequal() }
            if let address = IPAddress(text.prefix { $0 != "/" }), !range.contains(address) { throw Unequal() }
        }
    }

    /// A byte that chooses the kind of file, and the file.
    private func takeSettings(_ bytes: [UInt8]) throws {
        guard let kind = bytes.first else { return }
        let content = Array(bytes.dropFirst())
        if kind % 3 == 2 {
            _ = try TokenIssuer.list(content)
            return
        }
        let path = NSTemporaryDirectory() + "fuzz-\(getpid())" + ".json"
        try Data(content).write(to: URL(filePath: path))
        defer { unlink(path) }
        let settings = try ServerConfiguration(flags: [:], environment: [:], file: path)
        var options = ServerOptions(
            software: SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "fuzz", commit: ""))
        try settings.apply(to: &options)
        _ = ServerConfiguration.document(of: options)
    }

    /// Level, width and index of a tile in ten bytes, and its file.
    private func takeTile(_ bytes: [UInt8]) throws {
        if let path = try? TilePath(String(decoding: bytes, as: UTF8.self)),
            "\(path)".utf8.elementsEqual(bytes) == false
        {
            throw Unequal()
        }
        guard bytes.count >= 10 else { return }
        let index = bytes[2..<10].reduce(0) { $0 << 8 | UInt64($1) }
        let (level, width, content) = (Int(bytes[0]), Int(bytes[1]) + 1, Array(bytes.dropFirst(10)))
        if let bundle = try? EntryBundle(bytes: content, width: width) {
            guard bundle.bytes == content, bundle.leaves.count == width else { throw Unequal() }
        }
        guard let id = TileID(level: level, index: index, width: width) else { return }
        guard try TilePath(TilePath.tile(id).text) == .tile(id) else { throw Unequal() }
        for offset in [0, width - 1] { _ = id.node(at: offset) }
        let tile = try Tile(id, bytes: content)
        guard tile.bytes == content else { throw Unequal() }
        let node = id.node(at: width - 1)
        for height in 0...8 where node.level + height <= 63 {
            _ = tile.hash(of: TreeNodeID(level: node.level + height, index: node.index >> UInt64(height)))
        }
    }

    private func takeNote(_ bytes: [UInt8]) throws {
        let note = try SignedNote(bytes)
        guard try SignedNote(Array(note.description.utf8)) == note else { throw Unequal() }
        _ = try? AddCheckpointRequest(bytes)
        _ = try? VerifierKey(String(decoding: bytes, as: UTF8.self))
        let checkpoint = try SignedCheckpoint(bytes)
        guard try SignedCheckpoint(Array(checkpoint.description.utf8)) == checkpoint else { throw Unequal() }
    }

    /// A map on the first line, and the table behind it.
    private func takeTable(_ bytes: [UInt8]) throws {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let map = try PickMap([String(decoding: line, as: UTF8.self)])
        try importFile(Array(bytes.dropFirst(line.count + 1)), as: .table(map))
    }

    private func importFile(_ bytes: [UInt8], as source: ImportSource) throws {
        let path = NSTemporaryDirectory() + "fuzz-\(getpid())"
        try Data(bytes).write(to: URL(filePath: path))
        defer { unlink(path) }
        _ = try HistoryImport(source, isDryRun: true).run([path], into: nil)
    }
}
