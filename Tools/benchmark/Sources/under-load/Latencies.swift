import Foundation

/// How long each of many things took.
struct Latencies: Sendable {
    private var nanoseconds: [Int64] = []

    var count: Int { nanoseconds.count }

    mutating func add(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        nanoseconds.append(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    mutating func add(_ other: Latencies) { nanoseconds += other.nanoseconds }

    /// In microseconds.
    func percentile(_ share: Double) -> Double {
        guard !nanoseconds.isEmpty else { return 0 }
        let sorted = nanoseconds.sorted()
        return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1_000
    }

    /// The usual percentiles; where a disk is given, how often its p50 and p99 go into them.
    func line(_ title: String, seconds: Double? = nil, disk: Latencies? = nil) -> String {
        let sorted = Latencies(nanoseconds: nanoseconds.sorted())
        func text(_ share: Double) -> String { String(format: "%.0f", sorted.percentile(share)) }
        var line = "\(title): n \(count), p50 \(text(0.5)) us, p99 \(text(0.99)), p99.9 \(text(0.999)), max \(text(1))"
        if let seconds { line += String(format: ", %.0f/s", Double(count) / seconds) }
        if let disk {
            line += String(
                format: ", of fdatasync: p50 %.1fx, p99 %.1fx", percentile(0.5) / disk.percentile(0.5),
                percentile(0.99) / disk.percentile(0.99))
        }
        return line
    }

    /// Measures how long the disk alone takes to append 4 KiB to a file next to a ledger.
    static func ofDisk(beside path: String, seconds: Double) -> Latencies {
        var latencies = Latencies()
        let name = path + ".fdatasync"
        let file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer {
            close(file)
            unlink(name)
        }
        let page = [UInt8](repeating: 1, count: 4_096)
        let end = ContinuousClock.now + .seconds(seconds)
        while file >= 0, ContinuousClock.now < end {
            let start = ContinuousClock.now
            guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else { break }
            latencies.add(ContinuousClock.now - start)
        }
        return latencies
    }
}

/// Kibibytes of memory of this process that no file backs; 0 where the system does not say.
func anonymousMemory() -> Int {
    // The file is missing on systems without /proc.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
}
