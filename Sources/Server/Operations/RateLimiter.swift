import Draft
import HTTPTypes
import Platform

/// Counts what clients ask, each by itself.
final class RateLimiter: Sendable {
    /// Who asks: a user wherever he is, or an address whoever is behind it.
    enum Client: Hashable, Sendable {
        case user(UserID)
        case address(String)
    }

    /// How a client stands with a policy.
    struct Standing: Hashable, Sendable {
        var policy: RatePolicy
        /// Whether this request goes through.
        var isWithin: Bool
        var left: Int
        /// Until all of the quota is there again; until one request goes through, where none does.
        var seconds: Int

        var policyField: String { "\"\(policy.name)\";q=\(policy.quota);w=\(policy.window)" }
        var field: String { "\"\(policy.name)\";r=\(left);t=\(seconds)" }
    }

    private struct Key: Hashable {
        var policy: String
        var client: Client
    }

    private struct Bucket {
        var level: Double
        var filledAt: ContinuousClock.Instant
    }

    /// So many are remembered; of more, those that are full again are forgotten.
    private static let most = 100_000
    private let buckets = Guarded<[Key: Bucket]>([:])

    /// Takes one request from a client's quota, or finds that the quota is used up.
    func take(
        _ policy: RatePolicy, for client: Client, at now: ContinuousClock.Instant = .now
    ) -> Standing {
        buckets.withLock { buckets in
            let key = Key(policy: policy.name, client: client)
            var bucket = Self.filled(buckets[key], by: policy, at: now)
            let isWithin = bucket.level >= 1
            if isWithin { bucket.level -= 1 }
            if buckets.count >= Self.most, buckets[key] == nil { Self.forget(in: &buckets, at: now, policy) }
            buckets[key] = bucket
            return Self.standing(bucket, isWithin: isWithin, policy)
        }
    }

    /// How a client would stand with one request more, of which none is taken.
    func standing(
        _ policy: RatePolicy, of client: Client, at now: ContinuousClock.Instant = .now
    ) -> Standing {
        let bucket = Self.filled(
            buckets.withLock { $0[Key(policy: policy.name, client: client)] }, by: policy, at: now)
        return Self.standing(bucket, isWithin: bucket.level >= 1, policy)
    }

    /// A client's quota with what has come back of it since it was taken from.
    private static func filled(_ bucket: Bucket?, by policy: RatePolicy, at now: ContinuousClock.Instant) -> Bucket {
        var bucket = bucket ?? Bucket(level: Double(policy.quota), filledAt: now)
        let rest = Double(policy.quota) - bucket.level
        bucket.level += min(rest, max(0, (now - bucket.filledAt) / .seconds(1)) * rate(policy))
        bucket.filledAt = max(now, bucket.filledAt)
        return bucket
    }

    private static func standing(_ bucket: Bucket, isWithin: Bool, _ policy: RatePolicy) -> Standing {
        let missing = isWithin ? Double(policy.quota) - bucket.level : 1 - bucket.level
        return Standing(
            policy: policy, isWithin: isWithin, left: Int(bucket.level),
            seconds: Int((missing / rate(policy)).rounded(.up)))
    }

    /// Requests a second.
    private static func rate(_ policy: RatePolicy) -> Double { Double(policy.quota) / Double(policy.window) }

    /// Forgets those who have not asked for a whole window; where all have, everybody, since the alternative is to run
    /// out of memory at the hands of whoever has many addresses.
    private static func forget(in buckets: inout [Key: Bucket], at now: ContinuousClock.Instant, _ policy: RatePolicy) {
        buckets = buckets.filter { now - $0.value.filledAt < .seconds(policy.window) }
        if buckets.count >= most { buckets = [:] }
    }
}

/// Who holds streams, so that nobody takes them all.
final class StreamPlaces: Sendable {
    /// One stream's place, until nobody has this any more.
    final class Place: Sendable {
        private let places: StreamPlaces
        private let client: RateLimiter.Client

        fileprivate init(_ places: StreamPlaces, _ client: RateLimiter.Client) {
            self.places = places
            self.client = client
        }

        deinit { places.leave(client) }
    }

    private struct Taken {
        var byClient: [RateLimiter.Client: Int] = [:]
        var inAll = 0
    }

    private let taken = Guarded(Taken())

    var count: Int { taken.withLock { $0.inAll } }

    /// - Throws: `tooManyRequests` for who has too many, `unavailable` where all have.
    func place(for client: RateLimiter.Client, atMost most: Int, inAll mostOfAll: Int) throws -> Place {
        try taken.withLock { taken in
            let count = taken.byClient[client, default: 0]
            guard count < most else {
                throw Problem(.tooManyRequests, "You have \(count) streams already. One can carry many rooms.")
            }
            guard taken.inAll < mostOfAll else {
                throw Problem(.unavailable, "There are \(taken.inAll) streams, no more can be. Come back later.")
            }
            taken.byClient[client] = count + 1
            taken.inAll += 1
        }
        return Place(self, client)
    }

    private func leave(_ client: RateLimiter.Client) {
        taken.withLock { taken in
            let left = taken.byClient[client, default: 1] - 1
            taken.byClient[client] = left > 0 ? left : nil
            taken.inAll -= 1
        }
    }
}
