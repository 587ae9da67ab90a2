import Draft
import Foundation
import Ledger
import Merkle
import Records
import TestSupport

@testable import DraftLedger  // ledger, whose root as of a size is asked for

/// Holds what a loss of power has left against everything that the life had said until then.
struct ImageCheck {
    /// The sizes that the ledger may have; nil where that is not looked at, as it takes a look at every commit.
    let commits: Set<UInt64>?
    /// The keys of checkpoints, in their order.
    let keys: [String]
    /// What there was in the end, opened for reading.
    let last: DraftLedger

    init(_ recording: Recording, looksAtCommits: Bool) throws {
        commits = looksAtCommits ? try recording.commits() : nil
        keys = recording.lines.compactMap { line in
            let words = line.split(separator: " ")
            return words.first == "key" || words.first == "created" ? words.last.map(String.init) : nil
        }
        last = try DraftLedger.open(at: recording.path)
    }

    /// Opens the ledger as a restart does.
    ///
    /// - Parameters:
    ///   - path: where the image was laid out.
    ///   - promises: what had been said.
    ///   - isThorough: also folds all rows anew, and goes on working on the ledger.
    /// - Returns: what is wrong; empty where nothing is.
    func complaints(about path: String, _ promises: Promises, isThorough: Bool) -> [String] {
        guard promises.isCreated else { return complaintsOfCreation(at: path) }
        let ledger: DraftLedger
        do {
            ledger = try DraftLedger.open(at: path, for: .writing, checksPages: true)
        } catch {
            return ["cannot be opened: \(error)"]
        }
        defer { ledger.close() }
        do {
            return try complaints(about: ledger, promises, isThorough: isThorough)
        } catch {
            return ["\(error)"]
        }
    }

    /// Where nothing was acknowledged, there may be nothing, or less: but it must not be in the way.
    private func complaintsOfCreation(at path: String) -> [String] {
        do {
            let ledger = try createOrOpen(at: path)
            defer { ledger.close() }
            let size = try ledger.size
            return try ledger.verify().findings.map(\.message) + (size >= 1 ? [] : ["\(size) events after creation"])
        } catch {
            return ["cannot be created again: \(error)"]
        }
    }

    private func createOrOpen(at path: String) throws -> DraftLedger {
        do {
            return try DraftLedger.create(at: path, origin: "powercut.test/drafts")
        } catch {
            // It was finished, only not acknowledged.
            guard error.code == .alreadyExists else { throw error }
            return try DraftLedger.open(at: path, for: .writing, checksPages: true)
        }
    }

    private func complaints(about ledger: DraftLedger, _ promises: Promises, isThorough: Bool) throws -> [String] {
        var complaints: [String] = []
        let size = try ledger.size
        if size < promises.stored { complaints.append("\(promises.stored) events acknowledged, \(size) there") }
        if commits?.contains(size) == false { complaints.append("\(size) events, which was no commit") }
        guard try size <= last.size, try ledger.root == last.ledger.treeEdge(at: size).root else {
            return complaints + ["another root at \(size)"]
        }
        complaints += try ledger.verify(full: isThorough).findings.map { "\($0.check): \($0.message)" }

        let published = Set(try ledger.checkpointHistory().map(\.unverified.size))
        let lost = promises.published.subtracting(published).sorted()
        if !lost.isEmpty { complaints.append("published checkpoints are lost: \(lost)") }
        let latest = try ledger.publishedCheckpoint()?.unverified.size
        if latest ?? 0 < promises.published.max() ?? 0 { complaints.append("the checkpoint is that of \(latest ?? 0)") }
        let key = try ledger.verifierKey().text
        let allowed = promises.key.flatMap { keys.firstIndex(of: $0) }.map { keys[$0...] } ?? []
        // A key that was being made when the power went is named nowhere yet.
        let isForeign = keys.contains(key) ? !allowed.contains(key) : promises.key == keys.last
        if isForeign { complaints.append("the key is \(key)") }
        _ = try ledger.keyHistory()

        for (file, isPromised) in [
            ("draw.key", true), ("receipt.key", promises.receipts), ("report.key", promises.reports),
        ] where isPromised {
            let data = FileManager.default.contents(atPath: ledger.path + "/" + file)
            if data == nil || data != FileManager.default.contents(atPath: last.path + "/" + file) {
                complaints.append("\(file) is lost")
            }
        }
        if isThorough { complaints += try goOn(with: ledger) }
        return complaints
    }

    private func goOn(with ledger: DraftLedger) throws -> [String] {
        let size = try ledger.size
        try ledger.append([
            PendingEvent(
                stream: .user(1), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)),
                origin: CommandOrigin(occurredAt: nil, actor: .importer, commandID: .random()))
        ])
        let checkpoint = try ledger.publishCheckpoint().unverified
        guard checkpoint.size == size + 1 else { return ["the next checkpoint is one of \(checkpoint.size)"] }
        return try ledger.verify().findings.map { "afterwards: \($0.message)" }
    }
}
