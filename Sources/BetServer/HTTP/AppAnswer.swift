import Server
import TextFormats
import Values

/// The description of an answer in the envelope: its name in the document, and the members of `data`. The answers and their
/// shape follow from it.
///
///     static let games = AppAnswer("GamesAnswer", [.init("games", each: GameView.members) { $0 }], isCached: true)
struct AppAnswer<Value>: Sendable {
    /// The value of an answer, and what it says of itself.
    struct Content {
        var value: Value
        var meta: Envelope.Meta
    }

    let members: Members<Content>
    /// Whether clients may keep the answer for ``Envelope/cacheSeconds``.
    let isCached: Bool

    /// - Parameters:
    ///   - name: of the answer in the catalog.
    ///   - data: the members of `data`. Of an answer that clients may keep, `data` also has the time of its generation, unless
    ///     it has a shape with a name of its own.
    ///   - isCached: whether clients may keep the answer.
    ///   - also: members that clients read at the top level, too.
    init(_ name: String, _ data: Members<Value>, isCached: Bool = false, also: [Member<Value>] = []) {
        let isDated = isCached && data.name == nil
        let time: [Member<Content>] = isDated ? [.init("generatedAt") { $0.meta.generatedAt }] : []
        let content = Members<Content>(data.name, data.of { $0.value } + time)
        members = Members(
            name,
            [
                .init("success") { _ in true }, .init("data", content) { $0 },
                .init("meta", Envelope.Meta.members) { $0.meta },
            ] + also.map { $0.of { $0.value } })
        self.isCached = isCached
    }
}

/// A time in whole seconds: the app's decoder takes no fractions.
struct AppTime: Shaped {
    let moment: Timestamp

    init(_ moment: Timestamp) { self.moment = moment }

    var asJSON: JSON { .seconds(moment) }
    static var shape: Shape { .time }
}

extension RouteDescription.Answer {
    static func app<Value>(_ answer: AppAnswer<Value>) -> Self { app(answer.members) }
    static func app<Subject>(_ members: Members<Subject>) -> Self { app(members.entry) }
    static func app(_ shape: NamedShape) -> Self { app(shape.name) }
}

extension RouteDescription.Body {
    static func json(_ shape: NamedShape) -> Self { json(shape.name) }
}
