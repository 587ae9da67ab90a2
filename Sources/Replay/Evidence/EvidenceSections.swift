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
            events[item.section, default: []].append(event)
        }
    }

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
        self[.authority].lazy.compactMap { if case .enabled(let began) = $0.event.staffChange { began } else { nil } }
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
        case (.ledger, .system): return event.event.statesTerms
        case (.keys, .user): return isWhole(event.stream) || event.event.isAboutDeviceKeys
        default: break
        }
        return switch (subject, section, event.stream) {
        case (.pick, .records, .room(let room)), (.pick, .records, .clock(let room)): room == self.room
        case (.pick, .records, .queue(let room, let seat)): isClaimants(seat, of: room)
        case (.pick, .cases, .dispute): true
        case (.pick, .money, .wallet(let user)):
            user == claimant && (event.event.paidEntry == entry || event.event.casePaid != nil)
        case (.week, .records, .room), (.week, .contest, .tournament), (.week, .season, .season): true
        default: false
        }
    }

    /// Whether a bundle about this has all of a history up to its last record in there; of wallets, clocks, the ledger's
    /// own stream, and other events of users, it has extracts.
    func isWhole(_ stream: StreamKey) -> Bool {
        switch stream {
        case .wallet, .clock, .system: false
        case .user(let user): pick != nil && user == claimant
        default: true
        }
    }
}
