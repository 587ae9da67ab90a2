import Draft
import DraftLedger
import Foundation
import Logging
import NIOCore
import NIOSSL
import Platform
import Records

/// The certificate of the server and its key, which are read again while it serves.
///
/// New connections use the newest pair that could be read. Open connections keep the pair with which they began.
package final class Certificates: Sendable {
    /// The files of a certificate and its key.
    package struct Files: Sendable, Hashable {
        /// The file with the certificate and the intermediate certificates of its chain, in PEM form.
        package var certificate: String?
        /// The file with the certificate's key, in PEM form.
        package var key: String?

        package init(certificate: String? = nil, key: String? = nil) {
            (self.certificate, self.key) = (certificate, key)
        }
    }

    /// The content of the files when they were read.
    private struct Pair: Sendable {
        var context: NIOSSLContext
        /// Seconds since 1970 from which, and until which, all certificates of the chain are valid.
        var validFrom: Double
        var validUntil: Double
        var isKeyPublic: Bool
    }

    private struct State {
        var pair: Pair
        /// The digest of the bytes that were tried last, whether they could be used or not.
        var tried: Digest256
        /// The fault of the files now; nil if they could be used. It is counted and logged once.
        var fault: String?
        var failures: UInt64 = 0
    }

    /// The names of protocols in TLS (RFC 7301), in the order of preference.
    static let http2 = "h2"
    private static let protocols = [http2, "http/1.1"]

    private let certificate: String
    private let key: String
    private let clock: SecondsClock
    private let state: Guarded<State>

    /// Reads the files; nil if none is named.
    ///
    /// - Throws: `ServerConfigurationError` for files that cannot be used, with what to do.
    package static func reading(
        _ files: Files, by clock: SecondsClock = .system
    ) throws(ServerConfigurationError) -> Certificates? {
        switch (files.certificate, files.key) {
        case (nil, nil): nil
        case (let certificate?, let key?): try Certificates(certificate, key, by: clock)
        case (_?, nil): throw ServerConfigurationError("'tls.certificate' is set without 'tls.key': set both.")
        case (nil, _?): throw ServerConfigurationError("'tls.key' is set without 'tls.certificate': set both.")
        }
    }

    private init(_ certificate: String, _ key: String, by clock: SecondsClock) throws(ServerConfigurationError) {
        (self.certificate, self.key, self.clock) = (certificate, key, clock)
        let bytes = try Self.bytes(certificate, key)
        state = Guarded(State(pair: try Self.pair(bytes, certificate, key), tried: bytes.digest))
    }

    /// The context of new connections.
    var context: NIOSSLContext { state.withLock { $0.pair.context } }

    /// When the first certificate of the chain expires, in Unix time.
    var expiry: Double { state.withLock { $0.pair.validUntil } }

    /// Files that could not be used since the start.
    var failures: UInt64 { state.withLock { $0.failures } }

    /// The faults with which it serves nevertheless.
    package var warnings: [String] {
        let (pair, now) = (state.withLock { $0.pair }, clock.now())
        var warnings: [String] = []
        if pair.validUntil <= now {
            warnings.append(
                "The certificate \(certificate) expired at \(Self.text(of: pair.validUntil)): clients refuse it. "
                    + "Replace the file. The server reads it again by itself.")
        } else if pair.validFrom > now {
            warnings.append(
                "The certificate \(certificate) is valid from \(Self.text(of: pair.validFrom)): clients refuse it until "
                    + "then. Check the machine's clock.")
        }
        if pair.isKeyPublic {
            warnings.append("Every user of this machine can read the key \(key). Run: chmod 600 \(key)")
        }
        return warnings
    }

    private static func text(of seconds: Double) -> String {
        Timestamp(microseconds: Int64(seconds * 1e6)).iso8601
    }

    // MARK: Reading again

    /// Reads the files again at intervals, until the task is cancelled.
    func run(every interval: Duration, _ logger: Logger) async throws {
        while true {
            try await Task.sleep(for: interval)
            reload(logger)
        }
    }

    /// Reads the files again. If they cannot be used, the last pair stays.
    ///
    /// - Parameter isAsked: whether somebody asked for it, so that unchanged files are also reported.
    func reload(isAsked: Bool = false, _ logger: Logger) {
        do throws(ServerConfigurationError) {
            let bytes = try Self.bytes(certificate, key)
            let isKnown = state.withLock { state in
                defer { state.tried = bytes.digest }
                return state.tried == bytes.digest
            }
            guard !isKnown || isAsked else { return }
            let pair = try Self.pair(bytes, certificate, key)
            state.withLock { ($0.pair, $0.fault) = (pair, nil) }
            logger.notice("the certificate was read again; it expires at \(Self.text(of: pair.validUntil))")
            for warning in warnings { logger.warning("\(warning)") }
        } catch {
            let isKnown = state.withLock { state in
                defer { state.fault = error.description }
                if state.fault != error.description { state.failures += 1 }
                return state.fault == error.description
            }
            guard !isKnown || isAsked else { return }
            logger.error("\(error.description) The server continues with the certificate that it has.")
        }
    }

    // MARK: Files

    private struct Bytes {
        var certificate: [UInt8]
        var key: [UInt8]
        var digest: Digest256 { Digest256(hashing: certificate + [0] + key) }
    }

    private static func bytes(_ certificate: String, _ key: String) throws(ServerConfigurationError) -> Bytes {
        Bytes(
            certificate: try bytes(of: certificate, "tls.certificate"), key: try bytes(of: key, "tls.key"))
    }

    private static func bytes(of path: String, _ setting: String) throws(ServerConfigurationError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ServerConfigurationError(
                "'\(setting)' names \(path), which cannot be read: \(error.reason). "
                    + "Name a file in PEM form that the server's user can read.")
        }
    }

    private static func pair(
        _ bytes: Bytes, _ certificate: String, _ key: String
    ) throws(ServerConfigurationError) -> Pair {
        let chain = (try? NIOSSLCertificate.fromPEMBytes(bytes.certificate)) ?? []  // the reason is always the form
        guard let last = chain.map(\.notValidAfter).min(), let first = chain.map(\.notValidBefore).max() else {
            throw ServerConfigurationError(
                "\(certificate) has no certificate in PEM form, which begins with -----BEGIN CERTIFICATE-----. "
                    + "Name a file with the server's certificate, followed by its intermediate certificates.")
        }
        guard !String(decoding: bytes.key, as: UTF8.self).contains("ENCRYPTED") else {
            throw ServerConfigurationError(
                "The key \(key) is encrypted, and a server cannot ask for the passphrase. "
                    + "Decrypt it: openssl pkey -in \(key) -out decrypted.key")
        }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: bytes.key, format: .pem) else {  // as above
            throw ServerConfigurationError(
                "\(key) has no private key in PEM form, such as -----BEGIN PRIVATE KEY-----. "
                    + "Name the file with the key of \(certificate).")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = ciphers
        configuration.applicationProtocols = protocols
        configuration.shutdownTimeout = .seconds(2)
        do {
            return Pair(
                context: try NIOSSLContext(configuration: configuration), validFrom: Double(first),
                validUntil: Double(last), isKeyPublic: isPublic(key))
        } catch {
            throw ServerConfigurationError(
                "The key \(key) does not belong to the first certificate of \(certificate). Name the key with which that "
                    + "certificate was requested, and put the server's own certificate before the others.")
        }
    }

    /// Ciphers of TLS 1.2 that HTTP/2 allows (RFC 9113, appendix A). Those of TLS 1.3 are always allowed.
    private static let ciphers: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func isPublic(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)  // a key that can be read has some
        return (attributes?[.posixPermissions] as? NSNumber).map { $0.intValue & 0o004 != 0 } ?? false
    }
}
