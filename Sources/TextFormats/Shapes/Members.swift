/// One member of a JSON object: the one statement of its name, its shape and its value.
package struct Member<Subject>: Sendable {
    package let name: String
    package let isRequired: Bool
    package let shape: Shape
    /// Nil where the member is left out.
    package let value: @Sendable (Subject) -> JSON?

    private init(
        _ name: String, isRequired: Bool, _ shape: Shape, reading value: @escaping @Sendable (Subject) -> JSON?
    ) {
        (self.name, self.isRequired, self.shape, self.value) = (name, isRequired, shape, value)
    }

    package init<Value: Shaped>(_ name: String, _ value: @escaping @Sendable (Subject) -> Value) {
        self.init(name, isRequired: true, Value.shape) { value($0).asJSON }
    }

    /// A member that is left out where there is no value.
    ///
    /// The label is necessary. Without it, a closure with an optional value makes a member that is null.
    @_disfavoredOverload
    package init<Value: Shaped>(_ name: String, ifAny value: @escaping @Sendable (Subject) -> Value?) {
        self.init(name, isRequired: false, Value.shape) { value($0)?.asJSON }
    }

    /// A member whose type does not tell its shape.
    package init(_ name: String, _ shape: Shape, _ value: @escaping @Sendable (Subject) -> JSON) {
        self.init(name, isRequired: true, shape) { value($0) }
    }

    /// The same, left out where there is no value.
    @_disfavoredOverload
    package init(_ name: String, _ shape: Shape, ifAny value: @escaping @Sendable (Subject) -> JSON?) {
        self.init(name, isRequired: false, shape, reading: value)
    }

    package init<Part>(_ name: String, _ part: Members<Part>, _ value: @escaping @Sendable (Subject) -> Part) {
        self.init(name, isRequired: true, part.shape) { part.json(of: value($0)) }
    }

    package init<Part>(_ name: String, _ part: Members<Part>, orNull value: @escaping @Sendable (Subject) -> Part?) {
        self.init(name, isRequired: true, .nullable(part.shape)) { value($0).map(part.json) ?? .null }
    }

    @_disfavoredOverload
    package init<Part>(_ name: String, _ part: Members<Part>, ifAny value: @escaping @Sendable (Subject) -> Part?) {
        self.init(name, isRequired: false, part.shape) { value($0).map(part.json) }
    }

    package init<Part>(_ name: String, each part: Members<Part>, _ value: @escaping @Sendable (Subject) -> [Part]) {
        self.init(name, isRequired: true, .list(part.shape)) { .array(value($0).map(part.json)) }
    }

    package init<Part>(
        _ name: String, each part: Members<Part>, orNull value: @escaping @Sendable (Subject) -> [Part]?
    ) {
        self.init(name, isRequired: true, .nullable(.list(part.shape))) {
            value($0).map { .array($0.map(part.json)) } ?? .null
        }
    }

    @_disfavoredOverload
    package init<Part>(
        _ name: String, each part: Members<Part>, ifAny value: @escaping @Sendable (Subject) -> [Part]?
    ) {
        self.init(name, isRequired: false, .list(part.shape)) { value($0).map { .array($0.map(part.json)) } }
    }

    /// Returns the same member under its name of earlier versions, which the schema marks as deprecated.
    ///
    ///     .init("draftPosition") { $0.slot }, .init("slot") { $0.slot }.former(today: "draftPosition")
    package func former(today: String) -> Self {
        Self(name, isRequired: isRequired, .former(shape, today: today), reading: value)
    }

    /// Returns the same member under a name of earlier versions.
    package func former(_ former: String) -> Self {
        Self(former, isRequired: isRequired, .former(shape, today: name), reading: value)
    }

    /// Returns the same member of what has its subject as a part.
    package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Subject) -> Member<Whole> {
        Member<Whole>(name, isRequired: isRequired, shape) { value(part($0)) }
    }
}

/// The members of a JSON object, each stated once: the object, its shape in the catalog and its columns in CSV follow.
///
///     static let members = Members<Row>("ContestSummary", [
///         .init("title") { $0.title }, .init("entries") { $0.entries },
///     ])
package struct Members<Subject>: Sendable, ExpressibleByArrayLiteral {
    /// In the catalog of shapes; nil for an object that is described where it occurs.
    package let name: String?
    package let members: [Member<Subject>]
    /// The shape of the members that it has besides those that are named.
    package let others: Shape?

    package init(_ name: String? = nil, _ members: [Member<Subject>], others: Shape? = nil) {
        (self.name, self.members, self.others) = (name, members, others)
    }

    package init(arrayLiteral members: Member<Subject>...) { self.init(nil, members) }

    package static func + (these: Self, more: [Member<Subject>]) -> Self {
        Self(these.name, these.members + more, others: these.others)
    }

    /// The same members, of what has their subject as a part.
    package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Subject) -> [Member<Whole>] {
        members.map { $0.of(part) }
    }

    package func json(of subject: Subject) -> JSON {
        .object(members.compactMap { member in member.value(subject).map { JSON.Member(member.name, $0) } })
    }

    /// As it is where it occurs: the object, or its name in the catalog.
    package var shape: Shape { name.map(Shape.named) ?? object }

    /// The object with all its members.
    package var object: Shape {
        .object(
            members.map { Shape.Member(name: $0.name, isRequired: $0.isRequired, shape: $0.shape) }
                + (others.map { [Shape.Member(name: Shape.others, isRequired: false, shape: $0)] } ?? []))
    }

    /// The entry in the catalog; the name must be given.
    package var entry: NamedShape { (name ?? "", object) }
}
