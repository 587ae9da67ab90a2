import Draft
import DraftLedger
import Foundation
import Projections
import Records
import Testing

/// A ledger on which `CrashWriter` works and dies, and what it was told about it so far.
final class CrashAudit {
    let path: String
    private var acknowledged: [CommandID: [UInt64]] = [:]

    /// Processes that acknowledged something.
    private(set) var productiveRuns = 0

    /// Requests of which no acknowledgement was seen, though all of their events are there.
    private(set) var unseen = 0

    /// - Parameter folder: where to create the ledger.
    init(in folder: String = FileManager.default.temporaryDirectory.path) async throws {
        path = folder + "/crash-\(UUID().uuidString).ledger"
        let ledger = try DraftLedger.create(at: path, origin: "crash.test/drafts")
        defer { ledger.close() }
        let players = (0..<12 as Range<PlayerIndex>).map { index in
            PlayerListing(
                index: index, position: .wideReceiver, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil,
                externalID: "", name: "Player \(index)", team: "")
        }
        var commands: [(Command, Sender)] = [
            (.pool(1, .publishPool(PublishPool(externalID: "", title: "Crash", players: players))), .admin(nil)),
            (.tournament(1, .createTournament(Self.contest)), .admin(nil)),
        ]
        for number in 1...15 as ClosedRange<UInt64> {
            commands.append((.user(UserID(number), .registerUser), .user(UserID(number))))
        }
        for (command, actor) in commands {
            _ = try await ledger.send(command, as: actor, id: .random()).get()
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private static let contest = TournamentCreated(
        pool: 1, entryFee: Cents(100), maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
        ruleset: .fast(teams: 4, rounds: 2), prizes: [], title: "Crash", externalID: "")

    /// Takes in what a writer reported before it died.
    func note(_ lines: [String]) {
        let before = acknowledged.count
        for line in lines {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            if line.hasPrefix("error") { Issue.record("the writer reports: \(line)") }
            guard words.count == 2, let id = CommandID(String(words[0])) else { continue }
            acknowledged[id] = words[1].split(separator: ",").compactMap { UInt64($0) }
        }
        if acknowledged.count > before { productiveRuns += 1 }
    }

    /// Opens the ledger as a restart does, and holds it against everything that was ever acknowledged.
    func check(_ context: Comment) throws {
        let ledger = try DraftLedger.open(at: path, for: .writing)
        defer { ledger.close() }
        #expect(try ledger.verify().findings == [], context)

        var requests: [CommandID: [RecordedEvent]] = [:]
        var entries: Set<EntryID> = []
        try ledger.events { event in
            if case .seatTaken(let taken) = event.event {
                #expect(entries.insert(taken.entry).inserted, "entry \(taken.entry) twice; \(context)")
            }
            if let origin = event.origin, origin.commandID.high > 0, origin.commandID.high < 1 << 32 {
                requests[origin.commandID, default: []].append(event)
            }
            return true
        }
        for (id, positions) in acknowledged {
            let found = Set((requests[id] ?? []).map(\.position))
            #expect(found.isSuperset(of: positions), "\(id) was acknowledged, its events are lost; \(context)")
        }
        for (id, events) in requests {
            #expect(Self.isWhole(events, of: id), "\(id) is there in part: \(events.map(\.event.type)); \(context)")
        }
        unseen = requests.keys.count { acknowledged[$0] == nil }
        try checkProjections(of: ledger, context)
    }

    /// Whether all events of a request are there: its id says how many it has.
    private static func isWhole(_ events: [RecordedEvent], of id: CommandID) -> Bool {
        let size = Int(id.low & 0xFF)
        func count(_ type: EventType) -> Int { events.count { $0.event.type == type } }
        if id.low >> 48 >= 100 { return count(.alertPreferencesSet) == size && events.count == size }
        if events.count == 1, count(.commandRejected) == 1 { return true }
        if size == 0 { return count(.depositRecorded) == 1 && events.count == 1 }
        let filled = count(.roomFilled)
        return count(.seatTaken) == size && count(.entryFeeHeld) == size && count(.draftOrderDrawn) == filled
            && count(.countdownStarted) == filled
    }

    /// Rows and their progress are written together or not at all: what is stored must be what a rebuild gives.
    private func checkProjections(of ledger: DraftLedger, _ context: Comment) throws {
        let rooms = try ledger.rooms()
        let balances = try ledger.balances()
        let rosters = try ledger.rosterRows()
        #expect(balances.total == .zero, context)
        _ = try ledger.rebuild()
        #expect(try ledger.rooms() == rooms, context)
        #expect(try ledger.balances() == balances, context)
        let rebuilt = try ledger.rosterRows()
        let (gone, new) = (Set(rosters).subtracting(rebuilt), Set(rebuilt).subtracting(rosters))
        #expect(rebuilt == rosters, "gone: \(gone), new: \(new); \(context)")
    }
}
