/// A type with one JSON form wherever it occurs, and the shape of that form.
package protocol Shaped: JSONConvertible, SendableMetatype {
    static var shape: Shape { get }
}

extension Bool: Shaped { package static var shape: Shape { .bool } }
extension String: Shaped { package static var shape: Shape { .string } }
extension Double: Shaped { package static var shape: Shape { .number } }
extension Optional: Shaped where Wrapped: Shaped { package static var shape: Shape { .nullable(Wrapped.shape) } }
extension Array: Shaped where Element: Shaped { package static var shape: Shape { .list(Element.shape) } }

extension Shaped where Self: CaseIterable {
    package static var shape: Shape { .choice(allCases.map { String(describing: $0) }) }
}

extension Shaped where Self: FixedWidthInteger { package static var shape: Shape { .integer } }

extension Int: Shaped {}
extension Int32: Shaped {}
extension Int64: Shaped {}
extension UInt8: Shaped {}
extension UInt16: Shaped {}
extension UInt32: Shaped {}
extension UInt64: Shaped {}

/// A text where an empty one stands for none: null then.
package struct Name: Shaped {
    let text: String

    package init(_ text: String) { self.text = text }

    package var asJSON: JSON { .name(text) }
    package static var shape: Shape { .nullable(.string) }
}
