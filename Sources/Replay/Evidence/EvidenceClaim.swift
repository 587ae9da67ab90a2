public import Draft
import DraftLedger
import Records
import TextFormats

/// What a bundle is evidence about: one pick of one room, as one seat sees it.
public struct EvidenceClaim: Hashable, Sendable {
    /// The ledger's name, under which its checkpoints are signed.
    public var origin: String
    public var room: RoomID
    public var pick: PickNumber
    /// The claimant's; the only one whose queue and money stand in the bundle.
    public var seat: Seat
    public var claimant: UserID?
    public var entry: EntryID

    /// Whether a case is about this.
    func isOf(_ opened: DisputeOpened) -> Bool { opened.room == room && opened.pick == pick && opened.seat == seat }

    /// Whether a case is about the entry: this pick or another one of its.
    func isOfEntry(_ opened: DisputeOpened) -> Bool { opened.room == room && opened.seat == seat }

    /// As the file `claim.json`.
    var json: [UInt8] {
        let json: JSON = [
            "origin": .of(origin), "room": .of(room), "pickNumber": .of(pick), "seat": .of(seat),
            "claimant": .of(claimant), "entry": .of(entry),
        ]
        return json.line
    }
}

extension EvidenceClaim {
    static let file = "claim.json"

    /// - Throws: `badFile` unless the bytes are what `json` writes.
    init(json bytes: [UInt8]) throws(EvidenceError) {
        let root: JSONValue
        do { root = try JSONDocument(bytes).root } catch { throw .badFile(Self.file, "\(error)") }
        guard let origin = root["origin"]?.string, let room = root["room"]?.integer(as: UInt64.self),
            let pick = root["pickNumber"]?.integer(as: PickNumber.self),
            let seat = root["seat"]?.integer(as: Seat.self), let entry = root["entry"]?.integer(as: UInt64.self),
            room > 0, room <= StreamKey.maximumNumber, seat < .max
        else {
            throw .badFile(Self.file, "it does not name an origin, a room, a pick, a seat and an entry")
        }
        let claimant = root["claimant"]?.integer(as: UInt64.self)
        self.init(
            origin: origin, room: RoomID(room), pick: pick, seat: seat,
            claimant: claimant.flatMap { (1...UserID.maximum.number).contains($0) ? UserID($0) : nil },
            entry: EntryID(entry))
        guard json == bytes else { throw .badFile(Self.file, "it is written otherwise than a bundle writes it") }
    }
}
