import Draft

@testable import Records  // the fields of every event, as its coders walk them

/// Puts an event together again from the values of its fields, one of them changed.
///
/// All changes that its fields allow are counted through in the order of the fields, so that whoever knows an event's types
/// needs to know nothing else: a field that an event gets tomorrow is changed tomorrow.
struct FieldChanger: CommandCoder {
    /// What was changed: the field, what stood there, and what stands there now.
    struct Change {
        var field: String
        var old: String
        var new: String
    }

    /// Changes that were offered so far.
    private(set) var count = 0
    private(set) var change: Change?

    private let target: Int
    private let vocabulary: Vocabulary
    private var values: ArraySlice<Any>
    private var isWithin: Bool
    private var path: [String] = []

    /// - Parameters:
    ///   - target: the number of the change to make; -1 for none.
    ///   - values: of the event's fields; nil where the value itself is handed in, as that of a command is.
    init(_ target: Int, of values: [Any]?, _ vocabulary: Vocabulary) {
        self.target = target
        self.vocabulary = vocabulary
        self.values = (values ?? [])[...]
        isWithin = values == nil
    }

    /// The event with one change made; nil when it has fewer.
    static func changed(_ event: Event, _ target: Int, _ vocabulary: Vocabulary) -> (event: Event, change: Change)? {
        var reading = FieldReading(vocabulary: vocabulary)
        event.write(&reading)
        var changer = FieldChanger(target, of: reading.values, vocabulary)
        let changed = Event(event.type, reading: &changer)
        return changer.change.map { (changed, $0) }
    }

    /// The event put together again as it was, and how many changes its fields allow.
    static func unchanged(_ event: Event, _ vocabulary: Vocabulary) -> (event: Event, count: Int) {
        var reading = FieldReading(vocabulary: vocabulary)
        event.write(&reading)
        var changer = FieldChanger(-1, of: reading.values, vocabulary)
        let copy = Event(event.type, reading: &changer)
        return (copy, changer.count)
    }

    /// The command with one change made; nil when it has fewer.
    static func changed(
        _ command: Command, _ target: Int, _ vocabulary: Vocabulary
    ) -> (command: Command, change: Change)? {
        var command = command
        var changer = FieldChanger(target, of: nil, vocabulary)
        command.fields(&changer)
        return changer.change.map { (command, $0) }
    }

    /// The changes that a command's fields allow.
    static func count(of command: Command, _ vocabulary: Vocabulary) -> Int {
        var command = command
        var changer = FieldChanger(-1, of: nil, vocabulary)
        command.fields(&changer)
        return changer.count
    }

    /// The value that the event had, where a blank one is to be filled in.
    private mutating func take<Value>(_ value: inout Value) {
        guard !isWithin, let boxed = values.popFirst(), let stored = boxed as? Value else { return }
        value = stored
    }

    private mutating func offer<Value>(_ name: StaticString, _ value: inout Value, _ others: [Value]) {
        defer { count += others.count }
        guard change == nil, target >= count, target < count + others.count else { return }
        let new = others[target - count]
        change = Change(
            field: (path + [String(describing: name)]).joined(separator: "."), old: "\(value)", new: "\(new)")
        value = new
    }

    private mutating func within(_ name: StaticString?, _ body: (inout Self) -> Void) {
        let outside = isWithin
        isWithin = true
        if let name { path.append(String(describing: name)) }
        body(&self)
        if name != nil { path.removeLast() }
        isWithin = outside
    }

    // MARK: CommandCoder

    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value) { scalar(name, &value) }

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        take(&value)
        offer(name, &value, vocabulary.others(than: value))
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        take(&value)
        let blank = Value(wire: 0) ?? Value(wire: 1)
        let others: [Value?] =
            value.map { vocabulary.others(than: $0) + [nil] }
            ?? blank.map { [$0] + vocabulary.others(than: $0) } ?? []
        offer(name, &value, others)
    }

    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) { optional(name, &value) }

    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        optional(name, &value)
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        optionalDigest(name, &value)
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        take(&value)
        offer(name, &value, vocabulary.others(than: value))
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        take(&value)
        let others: [Digest256?] = vocabulary.others(than: value ?? .zero)
        offer(name, &value, value == nil ? others : others + [nil])
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        take(&values)
        var others = Self.rearranged(values)
        for index in [0, values.count - 1] where values.indices.contains(index) {
            others += vocabulary.others(than: values[index]).map { other in
                var changed = values
                changed[index] = other
                return changed
            }
        }
        if values.isEmpty { others += (Value(wire: 0) ?? Value(wire: 1)).map { [[$0]] } ?? [] }
        offer(name, &values, others)
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        take(&elements)
        offer(name, &elements, Self.rearranged(elements) + (elements.isEmpty ? [[Element.blank]] : []))
        for index in Set([0, elements.count - 1]).sorted() where elements.indices.contains(index) {
            var element = elements[index]
            within(name) { element.fields(&$0) }
            elements[index] = element
        }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?]) {
        take(&elements)
        offer(name, &elements, Self.rearranged(elements))
    }

    /// One left out, one twice, two in each other's place.
    private static func rearranged<Element>(_ elements: [Element]) -> [[Element]] {
        guard let first = elements.first, let last = elements.last else { return [] }
        var others = [Array(elements.dropFirst()), elements + [last]]
        guard elements.count > 1 else { return others }
        others.append([first] + elements)
        others.append(elements.dropLast())
        var swapped = elements
        swapped.swapAt(0, 1)
        others.append(swapped)
        return others
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        take(&value)
        offer(name, &value, value.isEmpty ? ["x"] : [value + "x", ""])
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        take(&value)
        offer(name, &value, vocabulary.others(than: value))
    }

    mutating func addition(bytes name: StaticString, _ value: inout [UInt8]) { bytes(name, &value) }
    mutating func addition(text name: StaticString, _ value: inout String) { text(name, &value) }

    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        take(&part)
        offer(Part.firstMember, &part, part == nil ? [Part.blank] : [nil])
        within(nil) { part?.fields(&$0) }
    }

    mutating func command(_ name: StaticString, _ command: inout Command) {
        take(&command)
        within(name) { command.fields(&$0) }
    }
}
