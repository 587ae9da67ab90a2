import Foundation

/// The public key of an X.509 certificate (RFC 5280), with the time for which it holds.
///
/// Nothing else of the certificate is looked at: the address that it was read from is what makes it an issuer's.
struct Certificate {
    private let notBefore: Double
    private let notAfter: Double
    private let publicKey: VerificationKey

    private static let maximumBytes = 16 << 10

    init(pem: String) throws(KeyFault) {
        let lines = pem.split(whereSeparator: \.isNewline)
        guard pem.utf8.count <= Self.maximumBytes, lines.first == "-----BEGIN CERTIFICATE-----",
            let end = lines.firstIndex(of: "-----END CERTIFICATE-----"),
            let bytes = Base64URL.decodePadded(lines[1..<end].joined().utf8)
        else { throw KeyFault("it is not a PEM certificate") }
        try self.init(der: bytes)
    }

    init(der: [UInt8]) throws(KeyFault) {
        var file = DERReader(der[...])
        var certificate = try file.sequence()
        var body = try certificate.sequence()
        // The version, where it is said; the serial number; the algorithm; the issuer.
        if body.next == 0xA0 { _ = try body.element() }
        for _ in 0..<3 { _ = try body.element() }
        var validity = try body.sequence()
        (notBefore, notAfter) = (try validity.time(), try validity.time())
        _ = try body.element()
        publicKey = try Self.key(in: try body.sequence())
    }

    func key(at now: Double) throws(KeyFault) -> VerificationKey {
        guard (notBefore...max(notBefore, notAfter)).contains(now) else {
            throw KeyFault("its certificate is not valid now")
        }
        return publicKey
    }

    private static func key(in info: DERReader) throws(KeyFault) -> VerificationKey {
        var info = info
        var algorithm = try info.sequence()
        let kind = try algorithm.element(0x06)
        let bits = try info.element(0x03)
        guard bits.first == 0 else { throw KeyFault("its certificate has a key of no whole number of bytes") }
        switch Array(kind) {
        // rsaEncryption
        case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]:
            var key = DERReader(bits.dropFirst())
            var numbers = try key.sequence()
            return try .rsa(modulus: Array(try numbers.element(0x02)), exponent: Array(try numbers.element(0x02)))
        // id-ecPublicKey
        case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]:
            let curves: [[UInt8]: String] = [
                [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]: "P-256", [0x2B, 0x81, 0x04, 0x00, 0x22]: "P-384",
                [0x2B, 0x81, 0x04, 0x00, 0x23]: "P-521",
            ]
            let point = bits.dropFirst()
            guard let curve = curves[Array(try algorithm.element(0x06))], point.first == 0x04 else {
                throw KeyFault("its certificate has a key of an unknown curve")
            }
            return try .elliptic(curve, point: Array(point.dropFirst()))
        // id-Ed25519
        case [0x2B, 0x65, 0x70]: return try .ed25519(Array(bits.dropFirst()))
        default: throw KeyFault("its certificate has an unknown kind of key")
        }
    }
}

/// Reads elements of DER one after the other, each within the bytes of the one that holds it.
struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The tag of the next element.
    var next: UInt8? { rest.first }

    mutating func sequence() throws(KeyFault) -> DERReader { DERReader(try element(0x30)) }

    /// Takes the content of the next element.
    ///
    /// - Parameter tag: the one that it has to have; nil for any.
    mutating func element(_ tag: UInt8? = nil) throws(KeyFault) -> ArraySlice<UInt8> {
        guard let found = rest.popFirst(), found & 0x1F != 0x1F, tag == nil || found == tag, var length = size() else {
            throw KeyFault("its certificate is not DER")
        }
        if length >= 0x80 {
            let count = length & 0x7F
            guard (1...3).contains(count), rest.count >= count else { throw KeyFault("its certificate is not DER") }
            length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            rest.removeFirst(count)
        }
        guard length <= rest.count else { throw KeyFault("its certificate ends too early") }
        defer { rest.removeFirst(length) }
        return rest.prefix(length)
    }

    private mutating func size() -> Int? { rest.popFirst().map(Int.init) }

    /// Takes a time, as seconds since 1970.
    mutating func time() throws(KeyFault) -> Double {
        let tag = next
        var text = String(decoding: try element(), as: UTF8.self)
        // Two digits of a year are of 1950 to 2049.
        if tag == 0x17 { text = (text < "50" ? "20" : "19") + text }
        guard tag == 0x17 || tag == 0x18, text.utf8.count == 15, text.hasSuffix("Z"),
            text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw KeyFault("its certificate has a time of an unknown form") }
        let digits = Array(text.utf8.dropLast()).map { Int($0) - 0x30 }
        func number(_ place: Int) -> Int { digits[place] * 10 + digits[place + 1] }
        let (year, month, day) = (number(0) * 100 + number(2), number(4), number(6))
        guard (1...12).contains(month), (1...31).contains(day) else {
            throw KeyFault("its certificate has a time of an unknown form")
        }
        let seconds = (number(8) * 60 + number(10)) * 60 + number(12)
        return Double(Self.days(year, month, day) * 86_400 + seconds)
    }

    /// Days from 1970 to a date of the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (year / 400, year % 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
