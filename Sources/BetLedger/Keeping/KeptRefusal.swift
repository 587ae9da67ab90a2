import Bets
import Foundation
import LMDB
import Ledger
import Records
import Values

/// A refusal of a person's command, kept outside of the log so that a retry gets the same answer.
///
/// A refusal is not an event: it changes nothing that others can see, and the log would grow with every mistake.
struct KeptRefusal {
    let key: CommandKey
    let fingerprint: UInt32
    let refusal: BetRefusal

    init(_ refusal: BetRefusal, of key: CommandKey, fingerprint: UInt32) {
        self.key = key
        self.fingerprint = fingerprint
        self.refusal = refusal
    }

    static let table = "bet-refusals"

    /// All refusals, by sender and ID.
    static func all(in ledger: Ledger) throws -> [KeptRefusal] {
        guard let table: Table<String> = try ledger.table(named: table) else { return [] }
        return try ledger.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                var refusals: [KeptRefusal] = []
                var found = try cursor.first()
                while found {
                    let name = try cursor.key
                    let row = cursor.withValue { $0.withUnsafeBytes { KeptRefusal(named: name, [UInt8]($0)) } }
                    guard let row else {
                        throw BetLedgerError(.damaged, "The row \(name) of \(Self.table) cannot be read.")
                    }
                    refusals.append(row)
                    found = try cursor.next()
                }
                return refusals
            }
        }
    }

    // MARK: Rows

    /// "<sender>/<ID>".
    var name: String { "\(key.actor.rawValue)/\(key.id)" }

    var bytes: [UInt8] {
        var writer = CanonicalWriter()
        writer.write(UInt64(fingerprint))
        writer.write(refusal.code.rawValue)
        writer.write(refusal.message)
        return writer.bytes
    }

    /// The current offers are not kept: a later answer could only state those of the past.
    private init?(named name: String, _ bytes: [UInt8]) {
        let parts = name.split(separator: "/")
        guard parts.count == 2, let actor = UInt64(parts[0]).flatMap(Sender.init(rawValue:)),
            let id = CommandID(String(parts[1]))
        else { return nil }
        key = CommandKey(actor: actor, id: id)
        var reader = CanonicalReader(bytes)
        do {
            fingerprint = try reader.number()
            refusal = BetRefusal(try reader.choice(), try reader.text())
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

extension BetLedger {
    /// Keeps refusals, before they are answered.
    func keep(_ refusals: [KeptRefusal]) throws(BetLedgerError) {
        guard !refusals.isEmpty else { return }
        try rethrowing {
            guard let table: Table<String> = try ledger.table(named: KeptRefusal.table) else { return }
            try ledger.write { transaction in
                for refusal in refusals { try transaction.put(refusal.bytes, at: refusal.name, in: table) }
            }
        }
    }
}
