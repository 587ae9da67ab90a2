import Draft
import DraftLedger
import Pages
import TextFormats

/// The answer to the app about a join.
struct AppJoin: Sendable {
    struct Place: Sendable {
        var room: RoomID
        var entry: EntryID
    }

    /// The places in the order of the ledger; at least one.
    var places: [Place]
    /// The member's entropy for the draw of each place.
    var entropy: [UInt8]
    /// The source of that entropy.
    var entropySource: EntropySource

    enum EntropySource: String, CaseIterable, Sendable {
        case server, client, idempotencyKey
    }

    /// The first place, which the app opens, and all places. It includes the entropy of the draws, so that the member can
    /// recompute them.
    static let members = Members<AppJoin>(
        "AppJoin",
        place.of { $0.places[0] } + [
            .init("rooms", each: place) { $0.places }, .init("drawEntropy", entropy) { $0 },
        ])

    private static let place: Members<Place> = [
        .init("roomId") { "\($0.room)" }, .init("participantId") { "\($0.entry)" },
    ]

    private static let entropy: Members<AppJoin> = [
        .init("hex") { $0.entropy.hexadecimal },
        .init("from", .choice(EntropySource.allCases.map(\.rawValue))) { .of($0.entropySource.rawValue) },
    ]

    /// Whether all the seats are still the member's.
    func holds(for user: UserID, in ledger: DraftLedger) throws -> Bool {
        try places.allSatisfy { place in
            try ledger.room(place.room)?.members.contains { $0?.entry == place.entry && $0?.user == user } ?? false
        }
    }
}

/// Joins that come without an id: a double tap is one join.
///
/// The same user, contest and count get the answer of the first join while it runs, and for some time afterwards. A
/// refusal is only for the clients that waited for it: a user that has paid meanwhile must be let in.
actor AppJoins {
    struct Wish: Hashable, Sendable {
        var user: UserID
        var contest: TournamentID
        var entries: UInt8
    }

    private struct Answer {
        var task: Task<AppJoin, any Error>
        /// Nil while it is under way.
        var endsAt: ContinuousClock.Instant?
    }

    private var answers: [Wish: Answer] = [:]
    private var sweptAt = ContinuousClock.now

    /// - Parameters:
    ///   - wish: the requested join.
    ///   - memory: for how long the same answer is returned again.
    ///   - stands: whether an answer is still valid. A member that has left one of its seats since then asks for a new
    ///     join.
    ///   - join: joins. It continues if the first client has disconnected.
    func answer(
        _ wish: Wish, for memory: Duration, whileIt stands: @Sendable (AppJoin) async throws -> Bool,
        _ join: @escaping @Sendable () async throws -> AppJoin
    ) async throws -> AppJoin {
        sweep()
        while let answer = answers[wish], answer.endsAt.map({ $0 > .now }) ?? true {
            let joined = try await answer.task.value
            guard answer.endsAt != nil, try await !stands(joined) else { return joined }
            // Another tap may have begun the next one meanwhile.
            if answers[wish]?.task == answer.task { answers[wish] = nil }
        }
        let task = Task { try await join() }
        answers[wish] = Answer(task: task)
        do {
            let joined = try await task.value
            answers[wish] = Answer(task: task, endsAt: .now + memory)
            return joined
        } catch {
            answers[wish] = nil
            throw error
        }
    }

    /// Removes expired answers, at most once a second.
    private func sweep() {
        guard ContinuousClock.now - sweptAt > .seconds(1) else { return }
        sweptAt = .now
        answers = answers.filter { $0.value.endsAt.map { $0 > .now } ?? true }
    }
}
