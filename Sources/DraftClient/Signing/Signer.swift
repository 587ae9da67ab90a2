import Foundation

extension DraftClient {
    /// The key that signs for the viewer, and the store for the data that must not be lost.
    public struct Device: Sendable {
        public var key: any DeviceKey
        public var store: any DeviceStore

        /// - Parameters:
        ///   - key: made for one ledger alone.
        ///   - store: of the same ledger and member alone.
        public init(key: any DeviceKey, store: any DeviceStore) {
            (self.key, self.store) = (key, store)
        }

        /// A key in a directory of its own, made there the first time.
        public init(directory: String, _ scheme: SoftwareKey.Scheme = .ed25519) throws(DraftClientError) {
            let store = try FileDeviceStore(directory)
            self.init(key: try SoftwareKey(in: store, scheme), store: store)
        }
    }
}

/// Signs a member's commands, each bound to the last head of the ledger that was seen and checked to continue the one before:
/// so two views of a ledger that are shown to two members cannot both be continued.
actor Signer {
    private let device: DraftClient.Device
    private var checkpoint: Checkpoint?
    private var checkedAt: ContinuousClock.Instant?
    private var hasLoaded = false

    /// For so long a head is new enough to be signed with.
    private static let freshness = Duration.seconds(10)

    init(_ device: DraftClient.Device) { self.device = device }

    nonisolated var publicKey: DevicePublicKey { device.key.publicKey }

    /// A command's signature, as `/v1/commands` takes it.
    func seal(
        _ command: MemberCommand, id: UUID, from user: UInt64, seenVersion: Int, for client: DraftClient
    ) async throws(DraftClientError) -> JSONMember {
        let checkpoint = try await anchor(of: client)
        let (key, version) = (device.key, UInt32(clamping: seenVersion))
        let message = command.message(
            from: user, id: id, by: key.publicKey, ledger: checkpoint.origin, anchor: checkpoint.head,
            seenVersion: version)
        let signature: [UInt8]
        do {
            signature = try await key.signature(for: message)
        } catch {
            throw .signing("The device's key does not sign: \(error)")
        }
        return .object([
            "key": .text(key.publicKey.bytes.hexadecimal), "anchor": .number(checkpoint.head.size),
            "root": .text(checkpoint.head.root.hexadecimal), "seenVersion": .number(UInt64(version)),
            "signature": .text(signature.hexadecimal),
        ])
    }

    /// The ledger's name and the last head that continues what was seen before.
    private func anchor(of client: DraftClient) async throws(DraftClientError) -> Checkpoint {
        if !hasLoaded {
            checkpoint = try device.store.read("checkpoint").flatMap { Checkpoint(String(decoding: $0, as: UTF8.self)) }
            hasLoaded = true
        }
        if let checkpoint, let checkedAt, .now - checkedAt < Self.freshness { return checkpoint }
        let answer = try await client.read("/log/checkpoint", mayLag: true)
        guard let found = Checkpoint(String(decoding: answer.body, as: UTF8.self)) else {
            throw .unreadable("The server's checkpoint cannot be read. Check the server's address.")
        }
        if let known = checkpoint, known.head.size > 0 { try await check(found, after: known, client) }
        if found != checkpoint { try device.store.write("checkpoint", found.kept) }
        (checkpoint, checkedAt) = (found, .now)
        return found
    }

    private func check(
        _ found: Checkpoint, after known: Checkpoint, _ client: DraftClient
    ) async throws(DraftClientError) {
        guard found.origin == known.origin else {
            throw .signing("The server has the ledger \(found.origin), this device's key is for \(known.origin).")
        }
        var proof: [[UInt8]] = []
        if known.head.size < found.head.size {
            let path = "/v1/proofs/consistency?from=\(known.head.size)&to=\(found.head.size)"
            let text = String(decoding: try await client.read(path, mayLag: true).body, as: UTF8.self)
            proof = text.split(separator: "\n").map { Data(base64Encoded: String($0)).map { Array($0) } ?? [] }
        }
        guard known.head.isContinued(by: found.head, proof: proof) else {
            throw .signing(
                "The server's ledger of \(found.head.size) events does not continue the one of \(known.head.size) that was "
                    + "seen before. Nothing is signed; keep this device's files as evidence.")
        }
    }

    // MARK: The member's keys

    /// Whether the ledger has this device's key for the member's.
    var isEnrolled: Bool {
        get throws(DraftClientError) { try device.store.read("enrolled") == publicKey.bytes }
    }

    func noteEnrolled() throws(DraftClientError) { try device.store.write("enrolled", publicKey.bytes) }

    // MARK: Draws

    /// Returns the member's secret contribution to the draw of a join. It is created once for each join and kept until
    /// it is revealed.
    func secret(of join: UUID) throws(DraftClientError) -> [UInt8] {
        let name = "draw-\(join.uuidString)"
        if let kept = try device.store.read(name) { return kept }
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try device.store.write(name, bytes)
        return bytes
    }

    /// Remembers in which room the secret of a join is to be revealed.
    func assign(_ join: UUID, to room: UInt64) throws(DraftClientError) {
        try device.store.write("draw-of-room-\(room)", try secret(of: join))
    }

    /// - Returns: nil for a room that this device has not joined.
    func secret(ofRoom room: UInt64) throws(DraftClientError) -> [UInt8]? {
        try device.store.read("draw-of-room-\(room)")
    }
}
