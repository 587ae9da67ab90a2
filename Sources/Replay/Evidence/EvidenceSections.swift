import Draft
import DraftLedger
import Records

/// The records of a bundle, decoded, each where a claim of its kind has a place for it.
struct EvidenceSections {
    private var events: [EvidenceRecord.Section: [RecordedEvent]] = [:]

    /// - Throws: `badFile` for a file that is not an event, does not belong here, or must not be withheld.
    init(of bundle: EvidenceBundle) throws {
        for item in bundle.records {
            let event = try item.decoded()
            guard bundle.claim.hasPlace(for: event, among: item.section) else {
                throw EvidenceError.badFile(
                    item.name,
                    "\(event.event.type.name.withArticle) of \(event.stream) does not belong among the \(item.section.rawValue)"
                )
            }
            if let fault = try item.faultOfWithholding(event, under: bundle.claim) {
                throw EvidenceError.badFile(item.name, fault)
            }
            let section = bundle.claim.isBound(event) ? .bounds : item.section
            events[section, default: []].append(event)
        }
    }

    /// All events.
    var all: [RecordedEvent] { events.values.flatMap(\.self) }

    /// By position.
    subscript(section: EvidenceRecord.Section) -> [RecordedEvent] { events[section] ?? [] }

    /// That a section has records of one history and of no other: by another one's the rules would come to something else.
    func check(_ section: EvidenceRecord.Section, isOf stream: StreamKey) throws(EvidenceError) {
        guard let other = self[section].first(where: { $0.stream != stream }) else { return }
        throw .badFile(section.rawValue, "position \(other.position) is of \(other.stream), not of \(stream)")
    }

    /// The pool that was drafted from, published, and no other's records.
    func pool(_ id: PoolID) throws(EvidenceError) -> PoolLibrary {
        try check(.pool, isOf: .pool(id))
        var pools = PoolLibrary()
        pools.add(id, self[.pool])
        guard pools.pool(id, before: .max) != nil else {
            throw .badFile(
                EvidenceRecord.Section.pool.rawValue,
                "the publication of pool \(id), which the room drafts from, is missing")
        }
        return pools
    }

    /// With which authority began; nil where it has not.
    var began: AuthorityBegan? {
        self[.authority].lazy.compactMap { $0.event.foundation }
            .first
    }

    /// The terms under which the bundle's events are judged.
    var terms: HistoryTerms { HistoryTerms(of: self[.ledger]) }

    /// The missing statement of the ledger's first event, as a list of one sentence; empty if it is there.
    var missingTerms: [String] {
        let isThere = self[.ledger].contains { if case .created = $0.event.service { true } else { false } }
        return isThere ? [] : ["The ledger's first event, which states its rules, is missing."]
    }

    /// The events about keys and staff, in the order of the ledger.
    var grounds: [RecordedEvent] { (self[.keys] + self[.authority]).sorted { $0.position < $1.position } }
}

extension EvidenceClaim {
    /// Whether a record may stand in a folder of a bundle about this.
    fileprivate func hasPlace(for event: RecordedEvent, among section: EvidenceRecord.Section) -> Bool {
        switch (section, event.stream) {
        case (.pool, .pool), (.authority, .staff), (.authority, .measure): return true
        case (.ledger, .system): return true
        case (.keys, .user): return isWhole(event.stream, inFormatOfEnds: true) || event.event.isAboutDeviceKeys
        default: break
        }
        return switch (subject, section, event.stream) {
        case (.pick, .records, .room(let room)): room == self.room
        case (.pick, .records, .clock): true
        case (.pick, .records, .queue(let room, let seat)): isClaimants(seat, of: room)
        case (.pick, .cases, .dispute): true
        case (.pick, .money, .wallet(let user)): user == claimant
        // The event that states the rules of the rooms. Other events of a contest are not about the draft.
        case (.pick, .contest, .tournament): event.version == 1
        case (.week, .records, .room), (.week, .contest, .tournament), (.week, .season, .season): true
        default: false
        }
    }

    /// Whether an event is of another room's clock: it shows when the ledger was silent.
    func isBound(_ event: RecordedEvent) -> Bool {
        if pick != nil, case .clock(let room) = event.stream { room != self.room } else { false }
    }

    /// Whether a bundle about this has all of a history up to its last record in there; of wallets, clocks and other events of
    /// users, it has extracts.
    ///
    /// - Parameter statesEnds: whether the bundle states the ends of its histories. Earlier ones have an extract of the
    ///   ledger's own stream.
    func isWhole(_ stream: StreamKey, inFormatOfEnds statesEnds: Bool) -> Bool {
        switch stream {
        case .wallet, .clock: false
        case .system: statesEnds
        case .user(let user): pick != nil && user == claimant
        case .tournament: week != nil
        case .pool, .room, .queue, .dispute, .staff, .measure, .season, .aliases, .notes: true
        }
    }

    /// Whether a bundle has single events of a history, wherever it ends: ticks of the disputed turn, the beginning of the
    /// contest, keys of other users.
    func isExtract(_ stream: StreamKey) -> Bool {
        !isWhole(stream, inFormatOfEnds: true) && !isAccount(stream)
    }

    /// Whether a history is the claimant's account, of which a bundle has the events since the room opened.
    func isAccount(_ stream: StreamKey) -> Bool { pick != nil && claimant.map { stream == .wallet($0) } ?? false }

    /// The histories whose ends every bundle about this states.
    var required: [StreamKey] {
        let own: [StreamKey] = claimant.map { [.wallet($0), .user($0)] } ?? []
        let drafted: [StreamKey] = [.clock(room), .queue(room, seat)]
        return [.system, .staff, .room(room)] + (pick == nil ? [] : drafted + own)
    }
}
