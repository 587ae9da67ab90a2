import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Testing

@testable import Replay  // what is in the archive

/// A contest of rooms for two in a ledger that has published it, and the evidence about what an entry scored in a week.
struct ScoreEvidenceScene {
    let house: TemporaryLedger
    let bundle: EvidenceBundle
    let archive: [UInt8]

    init(_ script: HouseScript, _ entry: EntryID, week: UInt8) throws {
        try self.init(script.events, entry, week: week)
    }

    init(_ events: [RecordedEvent], _ entry: EntryID, week: UInt8) throws {
        house = try TemporaryLedger(events)
        try house.ledger.publishCheckpoint()
        bundle = try Self.bundle(house.ledger, entry, week: week)
        archive = try bundle.archive(signedBy: house.ledger.verifierKey())
    }

    static func bundle(_ ledger: DraftLedger, _ entry: EntryID, week: UInt8) throws -> EvidenceBundle {
        let latest = try #require(try ledger.publishedCheckpoint())
        return try EvidenceBundle(
            of: entry, week: week, in: ledger, latest: latest, published: try ledger.checkpointHistory())
    }

    func policy() throws -> TrustPolicy { try EvidenceScene.policy(of: house.ledger.verifierKey()) }

    func verify(_ bytes: [UInt8]) throws -> EvidenceReport { EvidenceBundle.verify(bytes, policy: try policy()) }

    func verified() throws -> EvidenceReport { try verify(archive) }

    /// What is found of the bundle with other records or another claim, packed as whoever made it would have.
    func verify(
        _ records: [EvidenceRecord], claim change: (inout EvidenceClaim) -> Void = { _ in }
    ) throws -> EvidenceReport {
        var claim = bundle.claim
        change(&claim)
        // Records that are not the ledger's have no proof: the genuine records' goes with them.
        let forged =
            (try? bundle.with(records, claim: claim, provenBy: house.ledger))
            ?? EvidenceBundle(
                claim: claim, latest: bundle.latest, earlier: bundle.earlier,
                records: records.sorted { $0.position < $1.position }, proofs: bundle.proofs)
        let key = try house.ledger.verifierKey()
        if let packed = try? forged.archive(signedBy: key) { return try verify(packed) }
        // Of records that make no week nobody can write documents: the genuine ones go with them.
        let primary = Set(bundle.primaryFiles.map(\.name))
        let documents = try TarArchive(archive).files.filter { !primary.contains($0.name) }
        return try verify(TarArchive(forged.primaryFiles + documents).bytes)
    }

    /// The bundle's folder on disk, where `verify.py` and `tar` are, taken apart.
    func unpacked() throws -> (folder: String, python: String)? {
        guard let python = EvidenceScene.program("python3"), EvidenceScene.program("openssl") != nil,
            let tar = EvidenceScene.program("tar")
        else { return nil }
        let folder = house.path + ".bundle"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(archive).write(to: URL(filePath: folder + "/bundle.tar"))
        try #expect(EvidenceScene.run(tar, ["xf", "bundle.tar"], in: folder).status == 0)
        return (folder, python)
    }

    // MARK: Scenes

    /// The first round is closed; a correction of week 1 came in time.
    static let closed: HouseScript = {
        var house = HouseScript.drafted
        house.wait(until: house.now + HouseScript.correctionWindow)
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms) { command in
            if case .tournament(_, .drawPods) = command { true } else { false }
        }
        return house
    }()

    /// All three rounds are closed, and corrections of all weeks have ended: one of week 2 came too late.
    static let played: HouseScript = {
        var house = HouseScript.corrected
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms)
        return house
    }()

    /// An entry of the first pod of a later round, and another one of that pod.
    static func rivals(inRound round: Int, _ house: HouseScript = played) throws -> (EntryID, EntryID) {
        let played = try #require(house.state.tournament(1)).played[round - 1]
        return (played.drawn[0], played.drawn[1])
    }

    /// The first entry of a room.
    static let first = EntryID(room: 1, join: 1)
}

extension EvidenceBundle {
    /// The bundle that somebody makes who has other records, or another claim, and the ledger's tiles.
    ///
    /// - Parameter statesEnds: whether the operator signs that the histories end with these records.
    func with(
        _ records: [EvidenceRecord], claim: EvidenceClaim? = nil, provenBy ledger: DraftLedger,
        statingEnds statesEnds: Bool = false
    ) throws -> EvidenceBundle {
        var ends = ends
        if statesEnds {
            let here = Dictionary(grouping: try records.map { try $0.decoded() }) { $0.stream }
            let stated = (ends?.ends ?? [:]).reduce(into: [:]) { stated, end in
                stated[end.key] = self.claim.isExtract(end.key) ? end.value : HistoryEnds.End(of: here[end.key] ?? [])
            }
            let tree = latest.unverified
            ends = try HistoryEnds(try ledger.sign(statement: HistoryEnds.text(stated, in: tree)), of: tree)
        }
        return try EvidenceBundle(
            claim: claim ?? self.claim, latest: latest, earlier: earlier, ends: ends,
            records: records.sorted { $0.position < $1.position }, hashes: ledger.hashSource)
    }
}

extension DraftLedger {
    /// A record as a bundle has it.
    func evidence(at position: UInt64) throws -> EvidenceRecord {
        try EvidenceRecord(position: position, record: try record(at: position))
    }
}

extension EvidenceReport {
    var failures: [String] { results.filter { $0.outcome == .failed }.flatMap(\.messages) }

    func outcome(_ check: Check) -> Outcome? { results.first { $0.check == check }?.outcome }

    func messages(_ check: Check) -> [String] { results.first { $0.check == check }?.messages ?? [] }
}
