public import Draft
import DraftLedger
import Records
import TextFormats

/// The subject of a bundle: one pick of one room as one seat sees it, or the points of one entry in one week.
public struct EvidenceClaim: Hashable, Sendable {
    /// The claim about the entry.
    public enum Subject: Hashable, Sendable {
        /// A pick of the room that drafted it, by its overall number.
        case pick(PickNumber)
        /// The points of a week of the season that its contest goes by.
        case week(UInt8)
    }

    /// The ledger's name, under which its checkpoints are signed.
    public var origin: String
    /// In which the entry was drafted.
    public var room: RoomID
    /// The claimant's; the only one whose queue and money may stand in the bundle.
    public var seat: Seat
    public var claimant: UserID?
    public var entry: EntryID
    public var subject: Subject

    /// The overall number of the pick that is claimed; nil in a claim about a week.
    public var pick: PickNumber? { if case .pick(let number) = subject { number } else { nil } }

    /// The week whose points are claimed; nil in a claim about a pick.
    public var week: UInt8? { if case .week(let week) = subject { week } else { nil } }

    /// The subject as text: "pick 42 of room 12 of example.com/drafts, as user 7 sees it".
    public var words: String {
        switch subject {
        case .pick(let pick):
            "pick \(pick) of room \(room) of \(origin), as \(claimant.map { "user \($0)" } ?? "its member") sees it"
        case .week(let week): "the points of week \(week) of entry \(entry) of \(origin)"
        }
    }

    /// The default file name of a bundle about it.
    public var fileName: String {
        switch subject {
        case .pick(let pick): "room-\(room)-pick-\(pick).tar"
        case .week(let week): "entry-\(entry)-week-\(week).tar"
        }
    }

    /// Whether a case is about this.
    func isOf(_ opened: DisputeOpened) -> Bool {
        isOfEntry(opened) && opened.week == week && opened.pick == (pick ?? opened.pick)
    }

    /// Whether a case is about the entry: this claim or another one of its.
    func isOfEntry(_ opened: DisputeOpened) -> Bool { opened.room == room && opened.seat == seat }

    /// Whether the claimant sits on a seat of a room, so that its queue is the claimant's own.
    func isClaimants(_ seat: Seat, of room: RoomID?) -> Bool { room == self.room && seat == self.seat }

    /// As the file `claim.json`.
    var json: [UInt8] {
        let drafted: JSON = ["origin": .of(origin), "room": .of(room)]
        let claimed: JSON =
            switch subject {
            case .pick(let pick): ["pickNumber": .of(pick)]
            case .week(let week): ["week": .of(week)]
            }
        return drafted.adding(claimed).adding(
            ["seat": .of(seat), "claimant": .of(claimant), "entry": .of(entry)]
        ).line
    }
}

extension EvidenceClaim {
    static let file = "claim.json"

    /// - Throws: `badFile` unless the bytes are what `json` writes.
    init(json bytes: [UInt8]) throws(EvidenceError) {
        let root: JSONValue
        do { root = try JSONDocument(bytes).root } catch { throw .badFile(Self.file, "\(error)") }
        let pick = (root["pickNumber"]?.integer(as: PickNumber.self)).map { Subject.pick($0) }
        let week = (root["week"]?.integer(as: UInt8.self)).map { Subject.week($0) }
        guard let origin = root["origin"]?.string, let room = root["room"]?.integer(as: UInt64.self),
            let subject = pick ?? week, let seat = root["seat"]?.integer(as: Seat.self),
            let entry = root["entry"]?.integer(as: UInt64.self),
            room > 0, room <= StreamKey.maximumNumber, seat < .max
        else {
            throw .badFile(Self.file, "it must name an origin, a room, a pick or a week, a seat and an entry")
        }
        let claimant = root["claimant"]?.integer(as: UInt64.self)
        self.init(
            origin: origin, room: RoomID(room), seat: seat,
            claimant: claimant.flatMap { (1...UserID.maximum.number).contains($0) ? UserID($0) : nil },
            entry: EntryID(entry), subject: subject)
        guard json == bytes else { throw .badFile(Self.file, "it is not in the canonical form") }
    }
}
