import Draft
import TextFormats

/// Writes the fields of an event's body as members of a JSON object. What is missing is null.
struct JSONFieldWriter: FieldCoder {
    var json: JSONWriter

    private mutating func put(_ scalar: JSONScalar) {
        switch scalar {
        case .integer(let value): json.value(value)
        case .unsigned(let value): json.value(value)
        case .string(let value): json.value(value)
        case .bool(let value): json.value(value)
        }
    }

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        json.name(name)
        if let moment = value as? Timestamp { json.value(moment) } else { put(value.json) }
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        guard var value else {
            json.name(name)
            return json.null()
        }
        scalar(name, &value)
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        json.name(name)
        json.hexadecimal(value.words.0, value.words.1, value.words.2, value.words.3)
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        guard var value else {
            json.name(name)
            return json.null()
        }
        digest(name, &value)
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        json.name(name)
        json.beginArray()
        for value in values { put(value.json) }
        json.endArray()
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        json.name(name)
        json.beginArray()
        for var element in elements {
            json.beginObject()
            element.fields(&self)
            json.endObject()
        }
        json.endArray()
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        json.name(name)
        json.value(value)
    }
}
