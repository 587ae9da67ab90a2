import CommandTesting
import Crypto
import Foundation
import Merkle
import TestSupport

/// A simulated ledger with keys that never change, so that all that is printed about it, signatures too, is the same
/// everywhere and for ever.
struct GoldenLedger {
    let path: String

    static let origin = "draft-ledger.example/simulation"

    /// What signs its receipts.
    static let receiptKey = key("/receipt", seed: 3)

    private static func key(_ role: String, seed: UInt8) -> SignerKey? {
        KeyName(origin + role).flatMap { try? SignerKey(name: $0, seed: [UInt8](repeating: seed, count: 32)) }
    }

    /// A ledger of two drafts and their season, imported from files.
    static func ofSeason() throws -> GoldenLedger {
        let ledger = GoldenLedger(at: folder("\(UUID().uuidString).ledger"))
        for arguments in try SeasonFiles.write(to: folder) { _ = Ran(["--ledger", ledger.path] + arguments) }
        return ledger
    }

    private init(at path: String) { self.path = path }

    /// What goes with the process.
    private static let folder: TemporaryDirectory = {
        atexit { try? FileManager.default.removeItem(atPath: GoldenLedger.folder.path) }
        return TemporaryDirectory()
    }()

    /// - Parameter simulation: the options of `simulate`.
    init(_ simulation: String) {
        path = Self.folder("\(UUID().uuidString).ledger")
        _ = run("simulate \(simulation)")
        // The keys that it was created with go, and what they have signed.
        for name in ["checkpoint", "checkpoints"] { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
        let keys = [
            ("log", Self.key("", seed: 1)), ("report", Self.key("/report", seed: 2)), ("receipt", Self.receiptKey),
        ]
        for (file, key) in keys {
            let secret = Data("\(key?.secretText ?? "")\n".utf8)
            _ = FileManager.default.createFile(
                atPath: "\(path)/\(file).key", contents: secret, attributes: [.posixPermissions: 0o600])
        }
    }

    /// The path of a file that goes with the process.
    static func scratch(_ name: String) -> String { folder(name) }

    func run(_ command: String) -> Ran { Ran(["--ledger", path] + Self.words(command)) }

    /// A command as somebody types it, what it says, and how it ends.
    ///
    /// - Parameter whole: else what is long is there in its beginning and its SHA-256.
    func session(_ command: String, whole: Bool = false) -> String {
        let ran = run(command)
        let said = (ran.messages + ran.output).replacingOccurrences(of: "\r\n", with: "\n")
            .replacingOccurrences(of: URL(filePath: path).lastPathComponent, with: "golden.ledger")
        return "$ draftledger \(command)\n\(whole ? said : Self.abridged(said))=> \(ran.status)\n\n"
            .replacingOccurrences(of: Self.folder.path, with: "scratch")
    }

    /// Words apart at spaces, those in single quotes being one.
    private static func words(_ command: String) -> [String] {
        command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }

    static func abridged(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 40 || text.utf8.count > 4_000 else { return text }
        let beginning = lines.prefix(8).map { $0.prefix(300) + ($0.count > 300 ? "…\n" : "\n") }
        return beginning.joined() + "… \(lines.count - 1) lines, SHA-256 \(sha256(Data(text.utf8)))\n"
    }

    /// 64 hexadecimal digits.
    static func sha256(_ bytes: some DataProtocol) -> String { hexadecimal(SHA256.hash(data: bytes)) }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
