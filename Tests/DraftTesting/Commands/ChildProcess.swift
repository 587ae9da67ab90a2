package import Foundation
import Platform

/// A program that runs beside the test and whose output is read while it runs.
package final class ChildProcess: Sendable {
    /// How a program ended.
    package enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    private let process: Process
    private let output = LineBuffer()
    private let errors = LineBuffer()
    private let outputEnded = DispatchGroup()

    package init(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
        process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = collect(output)
        process.standardError = collect(errors)
        try process.run()
    }

    private func collect(_ buffer: LineBuffer) -> Pipe {
        let pipe = Pipe()
        let group = outputEnded
        group.enter()
        Thread.detachNewThread {
            while true {
                let data = pipe.fileHandleForReading.availableData
                if data.isEmpty { break }
                buffer.append(data)
            }
            group.leave()
        }
        return pipe
    }

    package var isRunning: Bool { process.isRunning }

    /// Complete lines so far.
    package var lineCount: Int { output.lineCount }

    /// Waits until it has written as many lines.
    ///
    /// - Throws: `EndedEarly` when it ends before.
    package func waitForLines(_ wanted: Int) async throws {
        while lineCount < wanted {
            guard process.isRunning else { throw EndedEarly(end: wait(), errors: errorText) }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    package struct EndedEarly: Error {
        package var end: End
        package var errors: String

        package init(end: End, errors: String) { (self.end, self.errors) = (end, errors) }
    }

    package func kill() { send(SIGKILL) }

    /// Sends it a signal.
    package func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    /// Waits for the end of the program and of its output.
    @discardableResult
    package func wait() -> End {
        process.waitUntilExit()
        outputEnded.wait()
        return process.terminationReason == .exit
            ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
    }

    /// What it wrote to standard output, in complete lines; what was cut off in the middle is left out.
    package var lines: [String] { output.lines }

    package var errorText: String { errors.text }
    package var outputText: String { output.text }

    /// Runs a program to its end.
    package static func run(
        _ program: URL, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (end: End, output: String, errors: String) {
        let child = try ChildProcess(program, arguments, environment: environment)
        let end = child.wait()
        return (end, child.outputText, child.errorText)
    }
}

/// Bytes that one thread adds and others look at.
private final class LineBuffer: @unchecked Sendable {
    private let lock = NSLock()
    private var data = Data()
    private var count = 0

    func append(_ more: Data) {
        lock.withLock {
            data.append(more)
            count += more.count { $0 == UInt8(ascii: "\n") }
        }
    }

    var lineCount: Int { lock.withLock { count } }
    var text: String { lock.withLock { String(decoding: data, as: UTF8.self) } }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
}
