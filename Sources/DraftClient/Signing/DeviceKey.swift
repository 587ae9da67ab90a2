import Crypto

#if canImport(CryptoKit)
    public import Foundation
#else
    import Foundation
#endif

/// The key with which a device signs its member's commands. The private half never leaves the device.
public protocol DeviceKey: Sendable {
    var publicKey: DevicePublicKey { get }

    /// Signs.
    ///
    /// - Parameter message: the bytes as they are; ECDSA hashes them with SHA-256.
    /// - Returns: r and s, 32 bytes each.
    /// - Throws: where the key cannot be used, such as while the device is locked.
    func signature(for message: [UInt8]) async throws -> [UInt8]
}

/// The public key that verifies a device's signatures.
public struct DevicePublicKey: Hashable, Sendable {
    public enum Form: UInt8, Sendable {
        case ed25519 = 1
        /// Points of P-256 whose y is even, or odd.
        case p256Even = 2
        case p256Odd = 3

        var name: String {
            switch self {
            case .ed25519: "ed25519"
            case .p256Even: "p256Even"
            case .p256Odd: "p256Odd"
            }
        }
    }

    public let form: Form
    /// 33: the form, and the key or the point's x. Of a point, SEC 1's compressed form.
    public let bytes: [UInt8]

    /// - Returns: nil for another count of bytes than 33, and for an unknown form.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 33, let form = bytes.first.flatMap(Form.init) else { return nil }
        (self.form, self.bytes) = (form, bytes)
    }

    fileprivate init(_ form: Form, _ content: some Sequence<UInt8>) {
        (self.form, bytes) = (form, [form.rawValue] + content)
    }
}

/// A key in this process's memory, and perhaps in a file: for systems without a place of their own for keys.
public struct SoftwareKey: DeviceKey {
    public enum Scheme: String, Sendable {
        case ed25519, p256
    }

    private enum Secret: Sendable {
        case ed25519(Curve25519.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
    }

    private let secret: Secret

    /// Creates a new random key.
    public init(_ scheme: Scheme = .ed25519) {
        switch scheme {
        case .ed25519: secret = .ed25519(Curve25519.Signing.PrivateKey())
        case .p256: secret = .p256(P256.Signing.PrivateKey())
        }
    }

    /// The key of 32 secret bytes.
    ///
    /// - Throws: `signing` for bytes that are no key of the scheme.
    public init(_ scheme: Scheme, secret bytes: [UInt8]) throws(DraftClientError) {
        do {
            switch scheme {
            case .ed25519: secret = .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes))
            case .p256: secret = .p256(try P256.Signing.PrivateKey(rawRepresentation: bytes))
            }
        } catch {
            throw .signing("These \(bytes.count) bytes are no key of \(scheme.rawValue).")
        }
    }

    /// Reads the key that a store has under `device-key`. If the store has no key, creates one and stores it.
    public init(in store: some DeviceStore, _ scheme: Scheme = .ed25519) throws(DraftClientError) {
        if let kept = try store.read("device-key") {
            let text = String(decoding: kept, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            guard text.count == 2, let scheme = Scheme(rawValue: String(text[0])),
                let bytes = [UInt8](hexadecimal: String(text[1]))
            else {
                throw .signing("The stored device key is not valid. Remove it and enroll the device again.")
            }
            try self.init(scheme, secret: bytes)
            return
        }
        self.init(scheme)
        let words =
            switch secret {
            case .ed25519(let key): "ed25519 \(key.rawRepresentation.hexadecimal)\n"
            case .p256(let key): "p256 \(key.rawRepresentation.hexadecimal)\n"
            }
        try store.write("device-key", Array(words.utf8))
    }

    public var publicKey: DevicePublicKey {
        switch secret {
        case .ed25519(let key): DevicePublicKey(.ed25519, key.publicKey.rawRepresentation)
        case .p256(let key): DevicePublicKey(compressed: key.publicKey.compressedRepresentation)
        }
    }

    public func signature(for message: [UInt8]) async throws -> [UInt8] {
        switch secret {
        case .ed25519(let key): Array(try key.signature(for: message))
        case .p256(let key): Array(try key.signature(for: message).rawRepresentation)
        }
    }
}

extension DevicePublicKey {
    /// - Parameter point: as SEC 1 compresses it.
    fileprivate init(compressed point: Data) {
        self.init(point.first == Form.p256Even.rawValue ? .p256Even : .p256Odd, point.dropFirst())
    }
}

enum SHA256Digest {
    static func of(_ bytes: some Sequence<UInt8>) -> [UInt8] { Array(SHA256.hash(data: Array(bytes))) }
}

#if canImport(CryptoKit)
    /// A key of P-256 in the Secure Enclave, which signs and never tells it. Held line by line against Apple's documentation;
    /// it has not been tried on a device.
    public struct SecureEnclaveKey: DeviceKey {
        private let key: SecureEnclave.P256.Signing.PrivateKey

        /// Whether this machine has a Secure Enclave.
        public static var isAvailable: Bool { SecureEnclave.isAvailable }

        /// A new one.
        public init() throws { key = try SecureEnclave.P256.Signing.PrivateKey() }

        /// The key of this device that was made before.
        ///
        /// - Parameter data: what ``dataRepresentation`` was; of use on this device only.
        public init(dataRepresentation data: Data) throws {
            key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: data)
        }

        /// The data from which the key can be restored; keep it in the keychain.
        public var dataRepresentation: Data { key.dataRepresentation }

        public var publicKey: DevicePublicKey {
            DevicePublicKey(compressed: key.publicKey.compressedRepresentation)
        }

        public func signature(for message: [UInt8]) async throws -> [UInt8] {
            Array(try key.signature(for: Data(message)).rawRepresentation)
        }
    }
#endif
