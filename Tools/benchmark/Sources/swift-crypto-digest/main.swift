// The floor of verifying, as a Swift program can reach it: SHA-256 through swift-crypto, over the messages of an
// RFC 6962 tree. The same work as contestants/c/digest.c does through OpenSSL: each event costs one leaf (0x00 and the
// record) and, near enough, one inner node (0x01 and two hashes: 65 bytes).

import Crypto
import Dispatch
import Foundation
import Synchronization

/// Events between two looks at the clock.
let stride = 1024

let options = try Options(CommandLine.arguments.dropFirst())
let start = ContinuousClock.now
let deadline = start + .seconds(options.seconds)
let total = Atomic<Int>(0)

DispatchQueue.concurrentPerform(iterations: options.threads) { _ in
    total.add(hash(options.messageLengths, until: deadline), ordering: .relaxed)
}

let elapsed = ContinuousClock.now - start
let events = total.load(ordering: .relaxed)
let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
print(
    """
    {"contestant":"swift-crypto","workload":"\(options.workload)","shape":"\(options.shape)","events":\(events),\
    "operations":\(events),"seconds":\(seconds),"bytes":0,"peakRSS":\(peakResidentBytes()),"check":"0000000000000000"}
    """
)

/// Hashes messages of the given lengths in turn until the deadline; returns how many times it went through them all.
///
/// Each digest goes into the next message, so that no hash can be left out.
func hash(_ lengths: [Int], until deadline: ContinuousClock.Instant) -> Int {
    let longest = lengths.max() ?? 0
    return withUnsafeTemporaryAllocation(byteCount: longest, alignment: 8) { message in
        message.initializeMemory(as: UInt8.self, repeating: 0xA5)
        var rounds = 0
        while ContinuousClock.now < deadline {
            for _ in 0..<stride {
                for length in lengths {
                    var function = SHA256()
                    function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: message[..<length]))
                    function.finalize().withUnsafeBytes { message.copyMemory(from: $0) }
                }
            }
            rounds += stride
        }
        // A `verify` round is the 13 events of `Options.messageLengths`, a `digest` round is one message.
        return rounds * max(1, lengths.count / 2)
    }
}

/// Not `getrusage` on Linux, whose `ru_maxrss` begins at the size of the process that called exec: the driver's.
func peakResidentBytes() -> Int {
    #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #else
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return (kibibytes ?? 0) * 1024
    #endif
}
