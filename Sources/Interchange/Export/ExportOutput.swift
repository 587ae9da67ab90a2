import Foundation

/// The output of an export: a file that appears whole or not at all, or standard output.
enum ExportOutput {
    case standardOutput
    case file(AtomicFile)

    /// - Parameter path: nil or "-" for standard output.
    init(path: String?) throws(InterchangeError) {
        guard let path, path != "-" else {
            self = .standardOutput
            return
        }
        self = .file(try AtomicFile(path: path))
    }

    func write(_ bytes: [UInt8]) throws(InterchangeError) {
        switch self {
        case .file(let file): try file.write(bytes)
        case .standardOutput:
            do {
                try FileHandle.standardOutput.write(contentsOf: bytes)
            } catch {
                throw InterchangeError(
                    .outputFailed, "Standard output cannot be written: \(error.localizedDescription)")
            }
        }
    }

    func finish() throws(InterchangeError) {
        if case .file(let file) = self { try file.commit() }
    }
}
