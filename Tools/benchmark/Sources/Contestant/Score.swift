import Foundation

/// The result of one call of a contestant.
public struct Score: Sendable {
    public var events = 0
    /// Transactions, passes or queries.
    public var operations = 0
    public var seconds = 0.0
    /// A checksum that must be equal for all contestants.
    public var check: UInt64 = 0

    public init(events: Int = 0, operations: Int = 0, seconds: Double = 0, check: UInt64 = 0) {
        self.events = events
        self.operations = operations
        self.seconds = seconds
        self.check = check
    }

    /// Prints the line of the contract.
    public func print(of contestant: String, _ options: Options) {
        let digits = String(check, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        Swift.print(
            """
            {"contestant":"\(contestant)","workload":"\(options.workload)","shape":"\(options.shape.rawValue)",\
            "events":\(events),"operations":\(operations),"seconds":\(seconds),\
            "bytes":\(bytesOnDisk(in: options.directory)),"peakRSS":\(peakResidentBytes()),"check":"\(padded)"}
            """)
    }
}

/// Blocks on disk of the files in a directory.
private func bytesOnDisk(in directory: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.reduce(0) { total, name in
        var status = stat()
        return stat(directory + "/" + name, &status) == 0 ? total + Int(status.st_blocks) * 512 : total
    }
}

/// Not `getrusage` on Linux, whose `ru_maxrss` begins at the size of the process that called exec: the driver's.
private func peakResidentBytes() -> Int {
    #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #else
        // If the file does not exist, the figure is visibly 0.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return (kibibytes ?? 0) * 1024
    #endif
}
