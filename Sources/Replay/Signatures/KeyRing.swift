import Draft
import Records

/// The keys of staff and of members' devices at each position of a ledger.
struct KeyRing: Sendable {
    /// A key of a device, from where it came to where it went.
    struct DeviceKey: Sendable {
        let key: PublicKey
        let added: RecordedEvent
        var removed: RecordedEvent?

        func isValid(before position: UInt64) -> Bool {
            added.position < position && (removed.map { $0.position >= position } ?? true)
        }
    }

    /// The relation of a key to a sender.
    enum Standing {
        case valid(PublicKey)
        /// It was, up to an event.
        case former(PublicKey, until: UInt64?)
        case unknown
    }

    private var staff: [(position: UInt64, state: StaffState)] = []
    private var devices: [UserID: [DeviceKey]] = [:]

    /// Adds an event of any stream; those that say nothing about keys change nothing. Events come in the order of the
    /// ledger.
    mutating func add(_ recorded: RecordedEvent) {
        if case .staff = recorded.stream {
            var state = staff.last?.state ?? StaffState()
            state.fold(recorded)
            staff.append((recorded.position, state))
        }
        guard case .user(let user) = recorded.stream else { return }
        switch recorded.event.account {
        case .carried(let carried):
            devices[user, default: []] += carried.keys.map { DeviceKey(key: $0, added: recorded) }
        case .keyAdded(let added): devices[user, default: []].append(DeviceKey(key: added.key, added: recorded))
        case .keyRemoved(let removed):
            for index in devices[user, default: []].indices
            where devices[user]?[index].key == removed.key && devices[user]?[index].removed == nil {
                devices[user]?[index].removed = recorded
            }
        case .registered, .alerts, .pushToken, .limits, .excluded, .closed, .access, .notices, nil: break
        }
    }

    /// The keys of a user's devices, in the order in which they came, those that are gone included.
    func devices(of user: UserID) -> [DeviceKey] { devices[user] ?? [] }

    /// The relation of a key to the sender of a command.
    ///
    /// - Parameters:
    ///   - id: the key, as a signature names it.
    ///   - sender: who is said to have signed.
    ///   - commands: what is said to have been sent; contents that come into question.
    ///   - kind: of what kind that is.
    ///   - position: where it stands in the ledger.
    func standing(
        of id: KeyID, for sender: Sender, sending commands: [Command], _ kind: CommandKind?, before position: UInt64
    ) -> Standing {
        switch sender.role {
        case .admin: staffStanding(of: id, for: sender.user, kind, before: position)
        case .user: sender.user.map { deviceStanding(of: id, for: $0, commands, before: position) } ?? .unknown
        case .scheduler, .provider, .importer:
            sender.user.map { staffStanding(of: id, for: $0, kind, before: position) } ?? .unknown
        }
    }

    private func staffStanding(
        of id: KeyID, for person: UserID?, _ kind: CommandKind?, before position: UInt64
    ) -> Standing {
        let states = staff.prefix { $0.position < position }
        func key(in state: StaffState) -> PublicKey? {
            kind == .recoverStaff ? state.recoveryKey : person.flatMap { state.members[$0]?.key }
        }
        if let state = states.last?.state, let key = key(in: state), key.id == id { return .valid(key) }
        guard let last = states.lastIndex(where: { key(in: $0.state)?.id == id }),
            let former = key(in: states[last].state)
        else { return .unknown }
        return .former(former, until: last + 1 < states.count ? states[last + 1].position : nil)
    }

    private func deviceStanding(
        of id: KeyID, for user: UserID, _ commands: [Command], before position: UInt64
    ) -> Standing {
        let keys = devices(of: user)
        let valid = keys.filter { $0.isValid(before: position) }
        if let known = valid.first(where: { $0.key.id == id }) { return .valid(known.key) }
        if valid.isEmpty, case .user(user, .addDeviceKey(let first))? = commands.first, first.id == id {
            // The first one vouches for itself.
            return .valid(first)
        }
        guard let former = keys.last(where: { $0.key.id == id && $0.added.position < position }) else {
            return .unknown
        }
        return .former(former.key, until: former.removed?.position)
    }

    /// The owner of a key at any position of the ledger, or nil.
    func owner(of id: KeyID) -> Sender? {
        for (_, state) in staff {
            guard let (person, member) = state.members.first(where: { $0.value.key.id == id }) else { continue }
            return Sender(member.service?.role ?? .admin, user: person)
        }
        return devices.first { $0.value.contains { $0.key.id == id } }.map { .user($0.key) }
    }
}

extension PublicKey {
    /// The name of the key in records.
    var id: KeyID { KeyID(digest: Digest256(hashing: bytes)) }
}
