public import Draft
public import DraftLedger
import LMDB
import Platform
import Records
import TextFormats

/// The notices on their way, and how members can be reached: an LMDB environment in the directory of the ledger.
///
/// A notice is on the disk before it is sent. The ledger has what became of a notice; so rows go
/// once the ledger has their event, and the outbox stays small. Contacts are personal data, and can be erased.
///
/// Thread-safe. A change takes two syncs of the disk.
public final class Outbox: Sendable {
    private let environment: Environment
    /// Changes it on every node of a cluster.
    private let shared: EnvironmentStore
    private let meta: Table<String>
    private let rows: Table<[UInt8]>
    private let contacts: Table<UInt64>
    /// The user who registered a device last, by the SHA-256 of its token.
    private let owners: Table<[UInt8]>
    /// Part of the ids under which this outbox records events: two outboxes of one ledger share none.
    let instance: UInt64

    private static let format: UInt64 = 1

    /// The name of its directory in the directory of the ledger.
    public static let directory = "deliveries"

    /// Opens an outbox, or creates it.
    ///
    /// - Parameters:
    ///   - path: of its directory, in the directory of the ledger.
    ///   - ledger: whose cluster has it on every node; nil while no server runs.
    /// - Throws: `OutboxError` for one of a newer program; what keeps the file from being opened.
    public init(path: String, of ledger: DraftLedger? = nil) throws {
        if !FileSystem.exists(path) { try FileSystem.createDirectory(path) }
        environment = try Environment.open(at: path, options: .init(maximumTables: 8, initialMapSize: 16 << 20))
        shared = EnvironmentStore(Self.directory, environment, of: ledger)
        meta = try environment.table(named: "meta")
        rows = try environment.table(named: "notices")
        contacts = try environment.table(named: "contacts")
        owners = try environment.table(named: "owners")
        let (meta, random) = (meta, CommandID.random().high)
        instance = try environment.write { transaction in
            let format = try transaction.value(at: "format", in: meta).map(Self.number)
            if let format, format > Self.format {
                throw OutboxError(
                    description:
                        "\(path) has format \(format), and this program reads format \(Self.format). Use a newer one."
                )
            }
            if let known = try transaction.value(at: "instance", in: meta) { return Self.number(known) }
            try transaction.put(Self.bytes(Self.format), at: "format", in: meta)
            try transaction.put(Self.bytes(random), at: "instance", in: meta)
            return random
        }
    }

    /// The place of the outbox in the ledger.
    struct Mark: Hashable, Sendable {
        /// Everything below this position is in the rows.
        var position: UInt64
        /// The hash of the record before that position: another ledger has another one. Nil at the beginning.
        var digest: Digest256?
        var lastBatch: UInt64
    }

    /// - Returns: nil in an outbox that is new.
    func mark() throws -> Mark? {
        try environment.read { transaction in
            guard let position = try transaction.value(at: "position", in: meta).map(Self.number) else { return nil }
            return Mark(
                position: position,
                digest: try transaction.value(at: "digest", in: meta).flatMap { Digest256(bytes: $0) },
                lastBatch: try transaction.value(at: "batch", in: meta).map(Self.number) ?? 0)
        }
    }

    /// - Throws: `OutboxError` for a row that cannot be read.
    func entries() throws -> [OutboxEntry] {
        try environment.read { transaction in
            try transaction.withCursor(on: rows) { cursor in
                var all: [OutboxEntry] = []
                var found = try cursor.first()
                while found {
                    let bytes = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                    // An unreadable row is reported below.
                    guard let row = try? JSONDocument(bytes).root, let entry = OutboxEntry(row) else {
                        throw OutboxError(
                            description:
                                "\(environment.path) has a notice that cannot be read. Move the directory away: "
                                + "notices begin at the end of the ledger, and members register their devices again.")
                    }
                    all.append(entry)
                    found = try cursor.next()
                }
                return all
            }
        }
    }

    /// Stores a step. On the disk when it returns.
    func store(_ changes: [NoticeID: OutboxEntry?], _ mark: Mark) throws {
        try shared.write { transaction in
            for (id, entry) in changes {
                if let entry {
                    try transaction.put(Array(entry.json.compact.utf8), at: id.key, in: rows)
                } else {
                    try transaction.remove(id.key, in: rows)
                }
            }
            try put(mark, transaction)
        }
    }

    /// Forgets all notices: the ledger is another one than before.
    func reset(to mark: Mark) throws {
        try shared.write { transaction in
            try transaction.removeAll(in: rows)
            try put(mark, transaction)
        }
    }

    private func put(_ mark: Mark, _ transaction: borrowing WriteTransaction) throws {
        try transaction.put(Self.bytes(mark.position), at: "position", in: meta)
        try transaction.put(Self.bytes(mark.lastBatch), at: "batch", in: meta)
        if let digest = mark.digest {
            try transaction.put(digest.bytes, at: "digest", in: meta)
        } else {
            try transaction.remove("digest", in: meta)
        }
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    private static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}

// MARK: Contacts

extension Outbox {
    /// How a member can be reached; empty for a member of whom nothing is known.
    public func contact(of user: UserID) throws -> Contact {
        try environment.read { transaction in
            guard let bytes = try transaction.value(at: user.number, in: contacts),
                let stored = try? JSONDocument(bytes).root
            else { return Contact() }
            return Contact(stored)
        }
    }

    /// Changes how a member can be reached.
    public func update(_ user: UserID, _ change: (inout Contact) -> Void) throws {
        try shared.write { try update(user, in: $0, change) }
    }

    /// Adds a device to a member, and takes it from the member who had it: on a phone, only the last sign-in counts.
    public func register(_ device: Contact.Device, of user: UserID) throws {
        let key = Digest256(hashing: Array(device.token.utf8)).bytes
        try shared.write { transaction in
            let owner = try transaction.value(at: key, in: owners).map { UserID(Self.number($0)) }
            if let owner, owner != user { try update(owner, in: transaction) { $0.forget(device.token) } }
            if owner != user { try transaction.put(Self.bytes(user.number), at: key, in: owners) }
            try update(user, in: transaction) { $0.add(device) }
        }
    }

    private func update(
        _ user: UserID, in transaction: borrowing WriteTransaction, _ change: (inout Contact) -> Void
    ) throws {
        // A contact that cannot be read counts as missing.
        let stored = try transaction.value(at: user.number, in: contacts).flatMap { try? JSONDocument($0).root }
        let before = stored.map { Contact($0) } ?? Contact()
        var contact = before
        change(&contact)
        guard contact != before else { return }
        if contact == Contact() {
            try transaction.remove(user.number, in: contacts)
        } else {
            try transaction.put(Array(contact.json.compact.utf8), at: user.number, in: contacts)
        }
    }

    /// Erases how a member can be reached. Its bytes stay in the file until other pages take their place.
    public func erase(_ user: UserID) throws {
        _ = try shared.write { try $0.remove(user.number, in: contacts) }
    }
}

extension Outbox {
    /// Erases how a member can be reached from the outbox of a ledger, if there is one.
    public static func erase(_ user: UserID, besideLedger path: String) throws {
        let place = path + "/" + directory
        guard FileSystem.exists(place) else { return }
        try Outbox(path: place).erase(user)
    }

    /// Rewrites the file of the outbox of a ledger, if there is one, so that no byte of an erased contact is left in it. No
    /// process may have it open.
    public static func compact(besideLedger path: String) throws {
        let place = path + "/" + directory
        guard FileSystem.exists(place) else { return }
        let environment = try Environment.open(at: place, options: .init(maximumTables: 8, initialMapSize: 16 << 20))
        defer { environment.close() }
        try environment.compact()
    }

    /// How a member can be reached by the outbox of a ledger; nil for a ledger without one.
    public static func contact(of user: UserID, besideLedger path: String) throws -> Contact? {
        let place = path + "/" + directory
        guard FileSystem.exists(place) else { return nil }
        return try Outbox(path: place).contact(of: user)
    }
}

/// Why an outbox cannot be used.
public struct OutboxError: Error, CustomStringConvertible {
    public let description: String
}

extension NoticeID {
    /// In the order of the identities.
    fileprivate var key: [UInt8] {
        withUnsafeBytes(of: cause.bigEndian) { Array($0) }
            + withUnsafeBytes(of: user.number.bigEndian) { Array($0) } + [kind.rawValue]
    }
}

extension OutboxEntry {
    fileprivate var json: JSON {
        var members: JSON = [
            "cause": .of(notice.id.cause), "user": .of(notice.id.user.number),
            "kind": .of(Int(notice.id.kind.rawValue)),
            "room": .of(notice.room.number), "pick": .of(notice.pick), "label": .string(notice.pickLabel),
            "title": .string(notice.title), "deadline": .of(notice.deadline?.microseconds),
            "dueAt": .of(notice.dueAt.microseconds), "goodUntil": .of(notice.goodUntil.microseconds),
            "channel": .of(Int(channel.rawValue)), "deferred": .bool(isDeferred), "batch": .of(batch),
        ]
        switch state {
        case .waiting: members = members.adding(["state": .string("waiting")])
        case .sending: members = members.adding(["state": .string("sending")])
        case .settled(let outcome, let reason, let at):
            members = members.adding([
                "state": .string("settled"), "outcome": .of(Int(outcome.rawValue)), "reason": .of(Int(reason.rawValue)),
                "at": .of(at.microseconds),
            ])
        }
        return members
    }

    /// - Returns: nil for a row that is not one of this format.
    fileprivate init?(_ row: JSONValue) {
        func time(_ value: JSONValue?) -> Timestamp? {
            value?.integer(as: Int64.self).map { Timestamp(microseconds: $0) }
        }
        guard let cause = row["cause"]?.integer(as: UInt64.self), let user = row["user"]?.integer(as: UInt64.self),
            let kind = row["kind"]?.integer(as: UInt8.self).flatMap(NoticesRecorded.Kind.init),
            let room = row["room"]?.integer(as: UInt64.self), let label = row["label"]?.string,
            let title = row["title"]?.string, let dueAt = time(row["dueAt"]), let goodUntil = time(row["goodUntil"]),
            let channel = row["channel"]?.integer(as: UInt8.self).flatMap(NoticesRecorded.Channel.init),
            let name = row["state"]?.string
        else { return nil }
        let state: State
        switch name {
        case "waiting": state = .waiting
        case "sending": state = .sending
        case "settled":
            guard let outcome = row["outcome"]?.integer(as: UInt8.self).flatMap(NoticesRecorded.Outcome.init),
                let reason = row["reason"]?.integer(as: UInt8.self).flatMap(NoticesRecorded.Reason.init),
                let at = time(row["at"])
            else { return nil }
            state = .settled(outcome, reason, at: at)
        default: return nil
        }
        self.init(
            notice: Notice(
                id: NoticeID(cause: cause, user: UserID(user), kind: kind), room: RoomID(room),
                pick: row["pick"]?.integer(as: PickNumber.self), pickLabel: label, title: title,
                deadline: time(row["deadline"]), dueAt: dueAt, goodUntil: goodUntil),
            channel: channel, state: state, isDeferred: row["deferred"]?.boolean == true,
            batch: row["batch"]?.integer(as: UInt64.self))
    }
}
