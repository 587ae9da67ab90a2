package import Draft
import Records
package import TextFormats

/// A type with one JSON form wherever it occurs, and the shape of that form.
package protocol Shaped: JSONConvertible, SendableMetatype {
    static var shape: Shape { get }
}

extension Bool: Shaped { package static var shape: Shape { .bool } }
extension String: Shaped { package static var shape: Shape { .string } }
extension Double: Shaped { package static var shape: Shape { .number } }
extension Timestamp: Shaped { package static var shape: Shape { .time } }
extension Interval: Shaped { package static var shape: Shape { .integer } }
extension Cents: Shaped { package static var shape: Shape { .integer } }
extension Optional: Shaped where Wrapped: Shaped { package static var shape: Shape { .nullable(Wrapped.shape) } }
extension Array: Shaped where Element: Shaped { package static var shape: Shape { .list(Element.shape) } }

extension Shaped where Self: FixedWidthInteger { package static var shape: Shape { .integer } }
extension Shaped where Self: NumericID { package static var shape: Shape { .integer } }

extension Int: Shaped {}
extension Int32: Shaped {}
extension Int64: Shaped {}
extension UInt8: Shaped {}
extension UInt16: Shaped {}
extension UInt32: Shaped {}
extension UInt64: Shaped {}
extension RoomID: Shaped {}
extension TournamentID: Shaped {}
extension PoolID: Shaped {}
extension UserID: Shaped {}
extension CaseID: Shaped {}
extension EntryID: Shaped {}
extension MeasureID: Shaped {}
extension SeasonID: Shaped {}

/// A text where an empty one stands for none: null then.
package struct Name: Shaped {
    let text: String

    package init(_ text: String) { self.text = text }

    package var asJSON: JSON { .name(text) }
    package static var shape: Shape { .nullable(.string) }
}

/// One member of a JSON object: the one statement of its name, its shape and its value.
package struct Member<Subject>: Sendable {
    let name: String
    let isRequired: Bool
    let shape: Shape
    /// Nil where the member is left out.
    let value: @Sendable (Subject) -> JSON?

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
    let name: String?
    let members: [Member<Subject>]
    /// The shape of the members that it has besides those that are named.
    let others: Shape?

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

    /// The names of the members that are neither lists nor objects.
    package var columns: [String] { members.filter { $0.shape.isColumn }.map(\.name) }

    /// Rows for spreadsheets: the members that are neither lists nor objects.
    ///
    /// - Parameter leaving: members that have no column.
    package func csv(of subjects: [Subject], leaving: Set<String> = []) -> CSVTable {
        let columns = members.filter { $0.shape.isColumn && !leaving.contains($0.name) }
        return CSVTable(
            columns.map(\.name), subjects.map { subject in columns.map { $0.value(subject) ?? .null } })
    }
}

extension Shape {
    /// Whether a value of it fits into one field of a table.
    fileprivate var isColumn: Bool {
        switch self {
        case .integer, .within, .number, .string, .length, .pattern, .bool, .time, .choice: true
        case .nullable(let shape), .described(let shape, _), .former(let shape, _): shape.isColumn
        case .any, .list, .object, .map, .named, .either, .anyOf: false
        }
    }
}
