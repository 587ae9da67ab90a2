public import Foundation

/// Commands to the ledger itself, signed where there is a device.
extension DraftClient {
    /// Makes this device's key one of the viewer's, which contests that require signatures ask for. Once is enough; again does
    /// nothing.
    ///
    /// - Throws: `refused`, with `badSignature` where the viewer has keys already: one of those has to vouch for this one by
    ///   ``vouch(for:key:)``. `signing` without a device.
    public func enrol(key: UUID = UUID()) async throws(DraftClientError) {
        let signer = try knownSigner()
        guard try await !signer.isEnrolled else { return }
        do {
            _ = try await send(.addDeviceKey(user: try await ownUser(), signer.publicKey), key: key, isSigned: true)
        } catch {
            guard case .refused(let problem) = error, problem.code == .alreadyExists else { throw error }
        }
        try await signer.noteEnrolled()
    }

    /// Makes another device's key one of the viewer's, by this one's.
    public func vouch(for other: DevicePublicKey, key: UUID = UUID()) async throws(DraftClientError) {
        _ = try knownSigner()
        _ = try await send(.addDeviceKey(user: try await ownUser(), other), key: key, isSigned: true)
    }

    /// Takes a key away from the viewer, such as that of a device that was lost.
    public func dismiss(_ other: DevicePublicKey, key: UUID = UUID()) async throws(DraftClientError) {
        _ = try knownSigner()
        _ = try await send(.removeDeviceKey(user: try await ownUser(), other), key: key, isSigned: true)
    }

    /// This device's public key; nil without a device.
    public var publicKey: DevicePublicKey? { signer?.publicKey }

    private func knownSigner() throws(DraftClientError) -> Signer {
        guard let signer else { throw .signing("This takes a device that signs: give the client one.") }
        return signer
    }

    func joinSigned(_ contest: String, _ entries: Int, _ key: UUID) async throws(DraftClientError) -> [JoinedRoom] {
        let signer = try knownSigner()
        let user = try await ownUser()
        let digest = SHA256Digest.of(try await signer.secret(of: key))
        let command = MemberCommand.joinTournament(
            user: user, tournament: try number(contest), entries: entries, entropy: digest)
        var rooms: [JoinedRoom] = []
        for event in try await send(command, key: key).events
        where event.type == "SeatTaken" && event.stream.hasPrefix("room/") {
            let room = String(event.stream.dropFirst(5))
            try await signer.assign(key, to: try number(room))
            rooms.append(JoinedRoom(roomId: room))
        }
        return rooms
    }

    /// Reveals what this device has put into a room's draw; does nothing in a room that this device has not joined.
    ///
    /// - Throws: `refused`, with `wrongStatus` where the room does not wait for it, and `clockExpired` after ten seconds.
    public func revealEntropy(in room: DraftRoom.ID) async throws(DraftClientError) {
        let number = try number(room)
        guard let secret = try await signer?.secret(ofRoom: number) else { return }
        do {
            _ = try await send(.revealEntropy(room: number, entropy: secret), key: UUID())
        } catch {
            guard case .refused(let problem) = error, problem.code == .alreadyExists else { throw error }
        }
    }

    // MARK: Sending

    /// The server's answer to an accepted command.
    struct Accepted: Decodable {
        struct Event: Decodable {
            var position: UInt64
            var stream: String
            var type: String
        }

        var events: [Event]
    }

    /// Sends a command under its key until it has its first outcome. It is signed where this device's key is one of the
    /// viewer's, and once, however often it is sent.
    ///
    /// - Parameters:
    ///   - command: in the viewer's name.
    ///   - key: the command's id.
    ///   - version: of the command's stream, as it stood on the screen.
    ///   - time: within which an outcome is wanted.
    ///   - isSigned: whether it is signed in any case.
    func send(
        _ command: MemberCommand, key: UUID, seenVersion version: Int = 0, within time: Duration? = nil,
        isSigned: Bool = false
    ) async throws(DraftClientError) -> Accepted {
        var members = command.members.filter { if case .null = $0.value { false } else { true } }
        members["id"] = .text(key.uuidString.lowercased())
        if let signer, try await signer.isEnrolled || isSigned {
            let user = try await ownUser()
            members["seal"] = try await signer.seal(command, id: key, from: user, seenVersion: version, for: self)
        }
        let call = try Call.post("/v1/commands", members, key: key)
        return try value(try await write(call, key: key, within: time))
    }
}
