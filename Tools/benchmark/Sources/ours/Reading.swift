import Contestant
import Draft
import DraftLedger

/// The product's fold of every room and of all money, from the first event: on one core, or on as many as it thinks best.
func replay(_ options: Options) throws -> Score {
    let ledger = try DraftLedger.open(at: options.directory)
    var score = Score()
    var rooms: [RoomState] = []
    let stopwatch = Stopwatch(limit: options.seconds)
    repeat {
        let folded = try ledger.fold(cores: options.threads == 1 ? 1 : nil)
        rooms = folded.rooms
        score.events += Int(folded.events)
        score.operations += 1
        score.seconds = stopwatch.seconds
    } while options.seconds > 0 && stopwatch.goesOn
    score.check = try rooms.reduce(0) { $0 &+ (try check(of: $1, in: ledger)) }
    ledger.close()
    return score
}

/// One room after the other, as of the ledger's last event: all of the room's events have to be found and folded.
func readRooms(_ options: Options) throws -> Score {
    let ledger = try DraftLedger.open(at: options.directory)
    let end = try ledger.size
    var score = Score()
    let stopwatch = Stopwatch(limit: options.seconds)
    repeat {
        let id = RoomID(UInt64(score.operations * 7_919 % options.rooms + 1))
        guard let room = try ledger.room(id, at: .position(end)) else {
            throw Options.UsageError(description: "the log has no room \(id.number)")
        }
        score.events += Int(try events(of: room, in: ledger))
        score.operations += 1
        if id == 1 { score.check = try check(of: room, in: ledger) }
        score.seconds = stopwatch.seconds
    } while options.seconds > 0 && stopwatch.goesOn
    ledger.close()
    return score
}

/// Everything that the product verifies, on all cores.
func verify(_ options: Options) throws -> Score {
    let ledger = try DraftLedger.open(at: options.directory)
    var score = Score()
    let stopwatch = Stopwatch(limit: options.seconds)
    repeat {
        let report = try ledger.verify()
        guard report.isSound else { throw Options.UsageError(description: "\(report.findings.prefix(3))") }
        score.events += Int(report.size)
        score.operations += 1
        score.seconds = stopwatch.seconds
    } while options.seconds > 0 && stopwatch.goesOn
    ledger.close()
    return score
}

/// Refolds every projection and writes its stored rows.
func rebuild(_ options: Options) throws -> Score {
    let ledger = try DraftLedger.open(at: options.directory, for: .writing)
    let stopwatch = Stopwatch()
    let events = try ledger.rebuild()
    let score = Score(events: Int(events), operations: 1, seconds: stopwatch.seconds)
    ledger.close()
    return score
}

/// How many events a room has had, those of its clock included.
private func events(of room: RoomState, in ledger: DraftLedger) throws -> UInt64 {
    UInt64(room.version) + UInt64(try ledger.version(of: .clock(room.id)))
}

/// Returns the checksum that the contract asks of a room.
private func check(of room: RoomState, in ledger: DraftLedger) throws -> UInt64 {
    let players = room.picks.reduce(0 as UInt64) { $0 + UInt64($1.player ?? 0) }
    let events = try events(of: room, in: ledger)
    return room.id.number &* (events &+ UInt64(room.picks.count) &* 1_000_003 &+ players)
}
