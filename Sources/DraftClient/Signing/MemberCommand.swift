import Foundation

/// A member's command to the ledger: one of those of `/v1/commands` that a client sends, as its JSON and as the bytes
/// that a device signs.
///
/// The ledger's own description of its commands has many more; tests hold these equal to it, byte for byte.
enum MemberCommand: Hashable, Sendable {
    case joinTournament(user: UInt64, tournament: UInt64, entries: Int, entropy: [UInt8])
    case leaveRoom(user: UInt64, room: UInt64)
    case makePick(room: UInt64, pick: Int, player: Int, claimedAt: Date?)
    case setAutodraft(room: UInt64, seat: Int, on: Bool)
    case revealEntropy(room: UInt64, entropy: [UInt8])
    case setQueue(room: UInt64, seat: Int, players: [Int], expectedVersion: Int?)
    case addDeviceKey(user: UInt64, DevicePublicKey)
    case removeDeviceKey(user: UInt64, DevicePublicKey)
}

// MARK: JSON

extension MemberCommand {
    /// The members of the command's object, without ID, sender and signature.
    var members: [String: JSONMember] {
        switch self {
        case .joinTournament(let user, let tournament, let entries, let entropy):
            [
                "kind": "joinTournament", "user": .number(user), "tournament": .number(tournament),
                "entries": .number(UInt64(clamping: entries)), "entropy": .text(entropy.hexadecimal),
            ]
        case .leaveRoom(let user, let room):
            ["kind": "leaveRoom", "user": .number(user), "room": .number(room)]
        case .makePick(let room, let pick, let player, let claimedAt):
            [
                "kind": "makePick", "room": .number(room), "pick": .number(UInt64(clamping: pick)),
                "player": .number(UInt64(clamping: player)),
                "claimedAt": claimedAt.map { .text(WireFormat.text($0)) } ?? .null,
            ]
        case .setAutodraft(let room, let seat, let on):
            ["kind": "setAutodraft", "room": .number(room), "seat": .number(UInt64(clamping: seat)), "on": .flag(on)]
        case .revealEntropy(let room, let entropy):
            ["kind": "revealEntropy", "room": .number(room), "entropy": .text(entropy.hexadecimal)]
        case .setQueue(let room, let seat, let players, let version):
            [
                "kind": "setQueue", "room": .number(room), "seat": .number(UInt64(clamping: seat)),
                "players": .list(players.map { .number(UInt64(clamping: $0)) }),
                "expectedVersion": version.map { .number(UInt64(clamping: $0)) } ?? .null,
            ]
        case .addDeviceKey(let user, let key):
            Self.members(of: key, of: user, "addDeviceKey")
        case .removeDeviceKey(let user, let key):
            Self.members(of: key, of: user, "removeDeviceKey")
        }
    }

    private static func members(
        of key: DevicePublicKey, of user: UInt64, _ kind: String
    ) -> [String: JSONMember] {
        [
            "kind": .text(kind), "user": .number(user), "keyForm": .text(key.form.name),
            "key": .text(key.bytes.dropFirst().hexadecimal),
        ]
    }
}

/// A value in the JSON of a command.
enum JSONMember: Encodable, Sendable, ExpressibleByStringLiteral {
    case text(String)
    case number(UInt64)
    case flag(Bool)
    case list([JSONMember])
    case object([String: JSONMember])
    case null

    init(stringLiteral text: String) { self = .text(text) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        case .null: try container.encodeNil()
        }
    }
}

// MARK: What is signed

extension MemberCommand {
    /// Kind, stream and fields: numbers in eight bytes each, lists and texts with their length before them, and a byte before
    /// what may be missing.
    var content: [UInt8] {
        var bytes: [UInt8] = []
        func add(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        // Numbers that a server has made up are the server's to refuse.
        func add(_ number: Int) { add(UInt64(clamping: number)) }
        func head(_ kind: UInt64, _ stream: UInt64, _ number: UInt64, part: UInt64 = 0) {
            add(kind)
            add(stream << 56 | number << 8 | part)
        }
        func add(_ key: DevicePublicKey) { bytes.append(contentsOf: key.bytes) }
        switch self {
        case .joinTournament(let user, let tournament, let entries, let entropy):
            head(30, Self.wallet, user)
            add(tournament)
            add(entries)
            if !entropy.isEmpty {
                add(entropy.count)
                bytes += entropy
            }
        case .leaveRoom(let user, let room):
            head(31, Self.wallet, user)
            add(room)
        case .makePick(let room, let pick, let player, _):
            head(44, Self.room, room)
            add(pick)
            add(player)
            // No seat is named: the sender's own.
            bytes.append(0)
        case .setAutodraft(let room, let seat, let on):
            head(47, Self.room, room)
            add(seat)
            add(on ? 1 : 0)
        case .revealEntropy(let room, let entropy):
            head(55, Self.room, room)
            add(entropy.count)
            bytes += entropy
        case .setQueue(let room, let seat, let players, let version):
            head(60, Self.room, room, part: UInt64(clamping: seat) + 1)
            add(players.count)
            for player in players { add(player) }
            bytes.append(version == nil ? 0 : 1)
            if let version { add(version) }
        case .addDeviceKey(let user, let key):
            head(93, Self.user, user)
            add(key)
        case .removeDeviceKey(let user, let key):
            head(94, Self.user, user)
            add(key)
        }
        return bytes
    }

    /// Kinds of streams.
    private static let (room, wallet, user): (UInt64, UInt64, UInt64) = (3, 4, 5)

    /// The bytes that a device signs, as the ledger's article on signed commands has them.
    ///
    /// - Parameters:
    ///   - user: who signs.
    ///   - id: the command's.
    ///   - key: the public half of what signs.
    ///   - ledger: the ledger's name.
    ///   - anchor: the last head of the ledger that the device has checked.
    ///   - seenVersion: the version of the command's stream that stood on the screen.
    func message(
        from user: UInt64, id: UUID, by key: DevicePublicKey, ledger: String, anchor: LedgerHead, seenVersion: UInt32
    ) -> [UInt8] {
        var bytes = Array("draft-ledger/command@v1\n".utf8)
        func add(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        add(UInt64(ledger.utf8.count))
        bytes += ledger.utf8
        // The role of a user in the top four bits, then the acting user. No user acts on behalf of another.
        add(UInt64(1) << 60 | user << 30)
        // Because of no case.
        add(UInt64.max)
        bytes += SHA256Digest.of(key.bytes)
        add(anchor.size)
        bytes += anchor.root
        let content = content
        add(UInt64(content.count))
        bytes += content
        bytes += withUnsafeBytes(of: id.uuid) { Array($0) }
        add(seenVersion)
        return bytes
    }
}
