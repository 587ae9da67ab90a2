import Crypto
import Draft
import Records
import TextFormats

/// The one decision about the events that leave the ledger by webhook, and the form in which they do.
///
/// The records that are private to somebody never leave: queues, wallets, profiles, cases, approvals and refusals, which
/// are those that carry a salt. Those about the operator itself (software, keys, staff) and the ticks of clocks stay, too.
enum PublicEvent {
    /// The kinds of streams with public events, and the first part of their types' names.
    private static func area(of kind: StreamKind) -> String? {
        switch kind {
        case .room: "draft"
        case .tournament: "contest"
        case .pool: "pool"
        case .season, .notes: "season"
        case .aliases: "player"
        case .system, .queue, .wallet, .user, .dispute, .staff, .measure, .clock: nil
        }
    }

    /// Whether an event is public.
    static func admits(_ event: RecordedEvent) -> Bool {
        // Older ledgers have ticks in the streams of rooms; a refusal is in the stream that its command was for.
        names[event.event.type] != nil && area(of: event.stream.kind) != nil && event.salt == nil
    }

    /// The name of a type: `draft.pick_made`. Nil for one whose events are not public.
    static func name(of type: EventType) -> String? { names[type] }

    /// The type with a name.
    static func type(named name: String) -> EventType? { types[name] }

    private static let names: [EventType: String] = Dictionary(
        uniqueKeysWithValues: EventType.allCases.compactMap { type in
            guard !type.isPrivate, let home = type.facts.home, let area = area(of: home) else { return nil }
            return (type, "\(area).\(snakeCase(type.name))")
        })

    private static let types: [String: EventType] = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })

    private static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if character.isUppercase, !text.isEmpty { text += "_" }
            text += character.lowercased()
        }
    }

    /// Advice for a name that no type has.
    static func advice(for name: String) -> String {
        let last = name.split(separator: ".").last.map(String.init) ?? ""
        let near = types.keys.filter { !last.isEmpty && $0.contains(last) }.sorted()
        return near.isEmpty
            ? "Use names such as draft.pick_made, or leave \"topics\" out for all public types."
            : "Did you mean \(near.joined(separator: " or "))?"
    }

    /// Returns the message of an event.
    ///
    /// - Parameter ledger: tells the ledger of the event from others, in the message's ID.
    static func message(of event: RecordedEvent, in ledger: String) -> WebhookMessage {
        let shown = event.withoutQueueContents
        let body: JSON = [
            "type": .of(name(of: event.event.type)), "timestamp": .string(event.recordedAt.iso8601),
            "data": .encoded(shown.jsonLine),
        ]
        return WebhookMessage(id: "evt_\(ledger)_\(event.position)", body: body.bytes)
    }

    /// A short name of a ledger: a digest, because an origin has characters that an ID cannot have.
    static func shortName(ofLedger origin: String) -> String {
        SHA256.hash(data: Array(origin.utf8)).prefix(6).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
