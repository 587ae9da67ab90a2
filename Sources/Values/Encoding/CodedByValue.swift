/// A type that is encoded as another value, such as the number that it wraps.
///
/// States that are kept between two runs, such as those of an audit, are encoded by `Codable`. Records, JSON of the API
/// and digests have their own encodings, which never change.
public protocol CodedByValue: Codable {
    associatedtype CodedValue: Codable

    /// The value that is encoded.
    var codedValue: CodedValue { get }

    /// The value whose `codedValue` it is; nil for one that `codedValue` never is.
    static func decoding(_ codedValue: CodedValue) -> Self?
}

extension CodedByValue {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(codedValue)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self.decoding(try container.decode(CodedValue.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a valid \(Self.self)")
        }
        self = value
    }
}
