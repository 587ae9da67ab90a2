import Draft
import Records
import TestSupport

@testable import Replay  // what the audit finds first

/// What became of the changes of one history.
struct MutationTally: CustomStringConvertible {
    let name: String
    private(set) var tried = 0
    /// The audit finds something.
    private(set) var found = 0
    /// No ledger could hold it.
    private(set) var unrecordable = 0
    /// The rules would have given it.
    private(set) var reproduced = 0
    /// It passes, as the documentation says: the audit forgets the ids of a room that is over.
    private(set) var forgotten = 0
    /// It passes, and the rules would not have given it.
    private(set) var holes: [String] = []
    /// What passes and is reproduced, by the name of what was changed.
    private(set) var legal: [String: Int] = [:]

    /// Of the many ticks and players, which are all alike, one in so many is changed.
    private static let shareOfMany: UInt64 = 20

    /// - Parameters:
    ///   - share: one of so many changes is tried.
    ///   - seed: of which they are drawn.
    init(of honest: HonestHistory, seed: UInt64, share: UInt64) {
        name = honest.name
        var generator = SeededGenerator(digest: seed)
        let audit = ForgeryAudit(of: honest)
        let forger = Forger(honest: honest)
        for index in honest.events.indices {
            let isOneOfMany = [.clockTicked, .playerListed].contains(honest.events[index].event.type)
            if isOneOfMany, generator.next() % Self.shareOfMany != 0 { continue }
            for forgery in forger.forgeries(at: index) where generator.next() % share == 0 {
                guard let forged = forgery() else { continue }
                note(forged, at: index, of: honest, audit)
            }
        }
    }

    private mutating func note(_ forged: ForgedHistory, at index: Int, of honest: HonestHistory, _ audit: ForgeryAudit)
    {
        tried += 1
        guard forged.isRecordable else {
            unrecordable += 1
            return
        }
        guard audit.finding(in: forged) == nil else {
            found += 1
            return
        }
        guard let fault = audit.fault(in: forged) else {
            reproduced += 1
            legal[forged.what, default: 0] += 1
            return
        }
        guard ForgeryAudit.findings(in: forged.events).isEmpty else {
            found += 1
            return
        }
        guard !isForgotten(forged, at: index, in: honest) else {
            forgotten += 1
            return
        }
        holes.append("\(name), event \(index), \(forged.what): \(forged.old) → \(forged.new) (\(fault))")
    }

    /// Whether a command of a room gets the id of one that came after the room was over.
    private func isForgotten(_ forged: ForgedHistory, at index: Int, in honest: HonestHistory) -> Bool {
        let stream = honest.events[index].stream
        guard forged.what.hasSuffix(" commandID"), case .room = stream, forged.events.indices.contains(index),
            let id = forged.events[index].origin?.commandID,
            let end = honest.events.firstIndex(where: { $0.stream == stream && $0.event.type == .draftCompleted })
        else { return false }
        return index < end && honest.events[end...].contains { $0.stream == stream && $0.origin?.commandID == id }
    }

    var description: String {
        """
        \(name): \(tried) changes, \(found) found, \(unrecordable) not recordable, \(reproduced) other histories of the \
        rules, \(forgotten) ids of rooms that were over, \(holes.count) holes
        """
    }
}
