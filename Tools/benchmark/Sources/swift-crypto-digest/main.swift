// The floor of verifying, as a Swift program can reach it: SHA-256 through swift-crypto, over the messages of an
// RFC 6962 tree. The same work as contestants/c/digest.c does through OpenSSL: each event costs one leaf (0x00 and the
// record) and, near enough, one inner node (0x01 and two hashes: 65 bytes).

import Contestant
import Crypto
import Dispatch
import Synchronization

/// Events between two looks at the clock.
let stride = 1024

let options = try Options(CommandLine.arguments.dropFirst())
let lengths = messageLengths(of: options)
let stopwatch = Stopwatch(limit: max(options.seconds, 0.001))
let total = Atomic<Int>(0)

DispatchQueue.concurrentPerform(iterations: options.threads) { _ in
    total.add(hash(lengths, until: stopwatch), ordering: .relaxed)
}

let events = total.load(ordering: .relaxed)
Score(events: events, operations: events, seconds: stopwatch.seconds).print(of: "swift-crypto", options)

/// The lengths of the messages in one round of hashing.
///
/// For `verify` a round is 13 events, because one in 13 is a pick; each is a leaf and an inner node.
func messageLengths(of options: Options) -> [Int] {
    guard options.workload == "verify" else { return [options.message] }
    return (1...13).flatMap { number in
        let isPick = options.shape == .pick || (options.shape != .tick && number == 13)
        return [1 + (options.shape == .wide ? 200 : isPick ? 96 : 48), 65]
    }
}

/// Hashes messages of the given lengths in turn until the time is over; returns how many events that were.
///
/// Each digest goes into the next message, so that no hash can be left out.
func hash(_ lengths: [Int], until stopwatch: Stopwatch) -> Int {
    let longest = lengths.max() ?? 0
    return withUnsafeTemporaryAllocation(byteCount: longest, alignment: 8) { message in
        message.initializeMemory(as: UInt8.self, repeating: 0xA5)
        var rounds = 0
        while stopwatch.goesOn {
            for _ in 0..<stride {
                for length in lengths {
                    var function = SHA256()
                    function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: message[..<length]))
                    function.finalize().withUnsafeBytes { message.copyMemory(from: $0) }
                }
            }
            rounds += stride
        }
        // A `verify` round is the 13 events of `messageLengths`, a `digest` round is one message.
        return rounds * max(1, lengths.count / 2)
    }
}
