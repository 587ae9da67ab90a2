import Foundation
import NIOSSL
import TestSupport

@testable import Server  // the files of a certificate

/// A certificate authority in a directory of its own, which the openssl program makes.
final class Authority: Sendable {
    let directory = TemporaryDirectory()

    /// An authority with a certificate for this machine in `server.pem` and `server.key`.
    static let shared = Result { () throws -> Authority in
        let authority = try Authority()
        try authority.issue("server")
        return authority
    }

    private init() throws {
        try openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=tests",
            "-days", "30", "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=keyCertSign", "-keyout",
            directory("ca.key"), "-out", directory("ca.pem"))
        try directory.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n", to: "extensions")
        try directory.write("01\n", to: "ca.srl")
    }

    /// Issues a certificate for this machine.
    @discardableResult
    func issue(_ name: String, days: Int = 30) throws -> Certificates.Files {
        let files = Certificates.Files(certificate: directory("\(name).pem"), key: directory("\(name).key"))
        try openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=\(name)",
            "-keyout", directory("\(name).key"), "-out", directory("\(name).csr"))
        try openssl(
            "x509", "-req", "-in", directory("\(name).csr"), "-CA", directory("ca.pem"), "-CAkey", directory("ca.key"),
            "-CAserial", directory("ca.srl"), "-days", "\(days)", "-extfile", directory("extensions"), "-out",
            directory("\(name).pem"))
        return files
    }

    func openssl(_ words: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }

    var files: Certificates.Files {
        Certificates.Files(certificate: directory("server.pem"), key: directory("server.key"))
    }

    /// The configuration of a client that trusts the authority.
    func client(_ protocols: [String] = []) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(directory("ca.pem")))
        configuration.applicationProtocols = protocols
        return configuration
    }
}
