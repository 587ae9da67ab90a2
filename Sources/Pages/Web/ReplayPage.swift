import CTexts
public import Draft
public import DraftLedger
import Merkle
public import Replay
import TextFormats

/// A draft as one HTML page that replays it: self-contained, no network, nothing to build.
///
/// Every state that the page shows was folded here, by the fold of the live service; the page only plays what each step
/// has changed, so it cannot disagree with `board`. Events have the hashes of their records, so that readers can
/// compare the page with the ledger and its proofs.
public struct ReplayPage: Sendable {
    /// The content of the page and its reader.
    public struct Options: Sendable {
        /// The heading; "Room 12" by default.
        public var title: String?

        /// The seat whose queue the page may show; the page never has another queue.
        public var viewer: Seat?

        /// The names of seats; "user 7" or the entry's external ID by default.
        public var seatNames: [Seat: String]

        /// Links to other pages, such as the draft's own, for a page that a server sends.
        package var links: [(label: String, address: String)] = []

        /// Which of the room's events the page shows; what it leaves out is folded all the same. Refusals are left out for
        /// readers that may not see them.
        package var shows: @Sendable (RecordedEvent) -> Bool = { _ in true }

        public init(title: String? = nil, viewer: Seat? = nil, seatNames: [Seat: String] = [:]) {
            self.title = title
            self.viewer = viewer
            self.seatNames = seatNames
        }
    }

    private let history: RoomHistory
    private let ledger: DraftLedger
    private let options: Options

    /// - Parameters:
    ///   - history: the room's, from the same ledger.
    ///   - ledger: the ledger to read.
    ///   - options: what the page shows.
    public init(_ history: RoomHistory, in ledger: DraftLedger, options: Options = Options()) {
        self.history = history
        self.ledger = ledger
        self.options = options
    }

    /// The page: about 200 KB for a live draft of 12 x 18. The same history gives the same bytes.
    ///
    /// - Throws: what keeps the records from being read.
    public func html() throws -> String {
        let tape = try PageTape(history, in: ledger, viewer: options.viewer, shows: options.shows)
        let room = tape.room
        let title =
            options.title ?? (room.externalID.isEmpty ? "Room \(room.id)" : "Room \(room.id), \(room.externalID)")
        let data = tape.json(names: slotNames(of: room), foot: try foot(tape), viewer: options.viewer)
        return Self.fill(
            String(cString: ctexts_replay_page()),
            [
                "title": HTML.escaped(title), "links": links,
                "style": SharedFiles.tokens + SharedFiles.boardStyle + String(cString: ctexts_replay_style()),
                "script": SharedFiles.boardScript + String(cString: ctexts_replay_script()),
                "data": Self.scriptSafe(data.plain.bytes),
            ])
    }

    private var links: String {
        guard !options.links.isEmpty else { return "" }
        let all = options.links.map { "<a href=\"\(HTML.escaped($0.address))\">\(HTML.escaped($0.label))</a>" }
        return "<nav aria-label=\"Pages\">\(all.joined(separator: " "))</nav>"
    }

    private func slotNames(of room: RoomState) -> [String] {
        (0..<Int(room.ruleset.teams)).map { slot in
            let seat = slot < room.seatOfSlot.count ? room.seatOfSlot[slot] : Seat(slot)
            if let name = options.seatNames[seat] { return name }
            guard let member = room.member(at: seat) else { return room.isImported ? "not known" : "free seat" }
            if let user = member.user { return "user \(user)" }
            return member.externalID.isEmpty ? "entry \(member.entry)" : String(member.externalID.prefix(12))
        }
    }

    private func foot(_ tape: PageTape) throws -> String {
        let size = try ledger.size
        let root = try ledger.treeEdge(at: size).root
        return
            "Room \(history.room) of \(try ledger.origin ?? "a ledger without a name"), as of \(size) events with root "
            + "\(root.bytes.hexadecimal). Hashes are SHA-256(0x00 ‖ record), the leaves of the ledger's RFC 6962 tree. "
            + "\(tape.ticks) ticks of the clock are left out."
    }

    /// Puts values in the places of a template in one pass, so that no value is searched for places itself.
    static func fill(_ template: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = template[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            result += rest[..<open.lowerBound]
            result += values[String(rest[open.upperBound..<close.lowerBound])] ?? ""
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// JSON that can stand inside a script element: the characters by which it could end, or begin a comment, occur
    /// inside strings only, where they may be escaped.
    static func scriptSafe(_ json: [UInt8]) -> String {
        var safe: [UInt8] = []
        safe.reserveCapacity(json.count)
        for byte in json {
            switch byte {
            case UInt8(ascii: "<"): safe += Array("\\u003c".utf8)
            case UInt8(ascii: ">"): safe += Array("\\u003e".utf8)
            case UInt8(ascii: "&"): safe += Array("\\u0026".utf8)
            default: safe.append(byte)
            }
        }
        return String(decoding: safe, as: UTF8.self)
    }
}
