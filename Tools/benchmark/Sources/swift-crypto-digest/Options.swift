/// The flags of the contract that concern hashing; the others are accepted and ignored.
struct Options {
    var workload = ""
    var shape = "draft"
    var seconds = 1.0
    var threads = 1
    var message = 65

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Collection<String>) throws(UsageError) {
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError(description: "\(flag) needs a value") }
            switch flag {
            case "--workload": workload = value
            case "--shape": shape = value
            case "--seconds": seconds = Double(value) ?? 0
            case "--threads": threads = Int(value) ?? 0
            case "--message": message = Int(value) ?? 0
            default: break
            }
        }
        guard workload == "digest" || workload == "verify" else {
            throw UsageError(description: "--workload: expected digest or verify")
        }
        guard seconds > 0, threads > 0, (32...65536).contains(message) else {
            throw UsageError(description: "--seconds and --threads must be positive, --message 32 to 65536")
        }
    }

    /// The lengths of the messages in one round of hashing.
    ///
    /// For `verify` a round is 13 events, because one in 13 is a pick; each is a leaf and an inner node.
    var messageLengths: [Int] {
        guard workload == "verify" else { return [message] }
        return (1...13).flatMap { number in
            let isPick = shape == "pick" || (shape != "tick" && number == 13)
            return [1 + (shape == "wide" ? 200 : isPick ? 96 : 48), 65]
        }
    }
}
