import Draft
import Records

@testable import Replay  // the groups of commands

/// Who sent what, when, under which id, because of what, and signed by whom.
extension Forger {
    private struct Change {
        var name: String
        var old: String
        var new: String
        var body: (inout RecordedEvent) -> Void
    }

    /// Of one event alone, and of all that its command led to.
    func originForgeries(at index: Int) -> [Forgery] {
        let group = honest.groups[index]
        let recorded = honest.events[index]
        return changes(of: recorded).flatMap { change -> [Forgery] in
            let name = "\(recorded.event.type.name) \(change.name)"
            let alone: Forgery = { forged(name, change.old, change.new, at: index) { change.body(&$0[index]) } }
            guard group.count > 1 else { return [alone] }
            // Once for each command.
            guard index == group.lowerBound else { return [alone] }
            let together: Forgery = {
                forged("\(name) of all", change.old, change.new, at: index) { events in
                    for place in group { change.body(&events[place]) }
                }
            }
            return [alone, together]
        }
    }

    private func changes(of recorded: RecordedEvent) -> [Change] {
        var changes = [-2_000_000, -1, 1, 2_000_000].map { (step: Int64) in
            Change(name: "recordedAt", old: recorded.recordedAt.iso8601, new: "\(step) µs") {
                $0.recordedAt = $0.recordedAt + Interval(microseconds: step)
            }
        }
        guard let origin = recorded.origin else {
            changes += honest.events.compactMap(\.origin).prefix(1).map { other in
                Change(name: "origin", old: "nil", new: other.actor.text) { $0.origin = other }
            }
            return changes
        }
        changes.append(Change(name: "origin", old: origin.actor.text, new: "nil") { $0.origin = nil })
        changes += arrivals(of: origin) + senders(of: origin) + identities(of: origin) + warrants(of: origin)
        return changes
    }

    private func arrivals(of origin: CommandOrigin) -> [Change] {
        guard let arrival = origin.occurredAt else { return [] }
        var changes = [-2_000_000, -1_000, -1, 1, 2_000_000].map { (step: Int64) in
            Change(name: "occurredAt", old: arrival.iso8601, new: "\(step) µs") {
                $0.origin?.occurredAt = arrival + Interval(microseconds: step)
            }
        }
        changes.append(Change(name: "occurredAt", old: arrival.iso8601, new: "nil") { $0.origin?.occurredAt = nil })
        return changes
    }

    private func senders(of origin: CommandOrigin) -> [Change] {
        let actor = origin.actor
        var others = Sender.Role.allCases.map { Sender($0, user: actor.user, onBehalfOf: actor.onBehalfOf) }
        others += [Sender(actor.role, user: actor.onBehalfOf, onBehalfOf: actor.user)]
        others += [Sender(actor.role, user: actor.user), Sender(actor.role, onBehalfOf: actor.onBehalfOf)]
        if let user = actor.user ?? actor.onBehalfOf { others += [.admin(nil, onBehalfOf: user), .user(user)] }
        let strangers = honest.senders.filter { $0.role == actor.role && $0 != actor }
        others += [strangers.first, strangers.last].compactMap { $0 } + [Sender(.user, user: 7_777_777)]
        return Set(others).subtracting([actor]).sorted { $0.rawValue < $1.rawValue }.map { other in
            Change(name: "actor", old: actor.text, new: other.text) { $0.origin?.actor = other }
        }
    }

    private func identities(of origin: CommandOrigin) -> [Change] {
        let id = origin.commandID
        let strangers = honest.ids.filter { $0 != id }
        let others = [CommandID(high: id.high, low: id.low &+ 1), strangers.first, strangers.last].compactMap { $0 }
        let ids = others.map { other in
            Change(name: "commandID", old: "\(id)", new: "\(other)") { $0.origin?.commandID = other }
        }
        let prints: [UInt32] = [0, origin.fingerprint ^ 1]
        return ids
            + prints.map { other in
                Change(name: "fingerprint", old: "\(origin.fingerprint)", new: "\(other)") {
                    $0.origin?.fingerprint = other
                }
            }
    }

    private func warrants(of origin: CommandOrigin) -> [Change] {
        let cases: [CaseID?] = honest.cases.prefix(2).map(Optional.some) + [77_777, nil]
        var changes = cases.filter { $0 != origin.dispute }.map { other in
            Change(name: "dispute", old: "\(origin.dispute as Any)", new: "\(other as Any)") {
                $0.origin?.dispute = other
            }
        }
        func sign(_ name: String, _ body: @escaping (inout CommandSignature) -> Void) {
            changes.append(
                Change(name: "signature \(name)", old: "", new: "") { event in
                    guard var signature = event.origin?.signature else { return }
                    body(&signature)
                    event.origin?.signature = signature
                })
        }
        guard let signature = origin.signature else {
            changes += honest.signatures.map { other in
                Change(name: "signature", old: "nil", new: "\(other.key)") { $0.origin?.signature = other }
            }
            return changes
        }
        changes.append(Change(name: "signature", old: "\(signature.key)", new: "nil") { $0.origin?.signature = nil })
        sign("key") { $0.key = KeyID(high: $0.key.high, low: $0.key.low ^ 1) }
        sign("anchor") { $0.anchor += 1 }
        sign("seenVersion") { $0.seenVersion += 1 }
        sign("bytes") { $0.bytes[0] ^= 1 }
        return changes
    }
}
