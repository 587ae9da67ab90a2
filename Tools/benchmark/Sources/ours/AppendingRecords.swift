import Contestant
import Ledger

/// One writer: `batch` events in each durable append.
func appendAlone(_ options: Options) throws -> Score {
    let ledger = try Ledger.create(at: options.directory)
    var source = RecordSource(options)
    var score = Score()
    let stopwatch = Stopwatch(limit: options.seconds)
    while score.events < options.events, stopwatch.goesOn {
        let count = min(options.batch, options.events - score.events)
        var records = RecordBatch(reservingRecords: count, bytes: count * 64)
        var expectations: [StreamExpectation] = []
        for _ in 0..<count {
            let expectation = source.write(to: &records)
            if count == 1 { expectations = [expectation] }
        }
        try ledger.appendBlocking(AppendRequest(records: records, expectations: expectations))
        score.events += count
        score.operations += 1
    }
    score.seconds = stopwatch.seconds
    ledger.close()
    return score
}

/// Many tasks, each with a room of its own and one event at a time.
func appendTogether(_ options: Options) async throws -> Score {
    let ledger = try Ledger.create(at: options.directory)
    let quota = options.events / options.clients
    let stopwatch = Stopwatch(limit: options.seconds)
    let events = try await withThrowingTaskGroup(of: Int.self) { group in
        for client in 0..<options.clients {
            group.addTask {
                var source = RecordSource(options, from: client, step: options.rooms)
                var count = 0
                while count < quota, stopwatch.goesOn {
                    var record = RecordBatch(reservingRecords: 1, bytes: 200)
                    let expectation = source.write(to: &record)
                    try await ledger.append(AppendRequest(records: record, expectations: [expectation]))
                    count += 1
                }
                return count
            }
        }
        return try await group.reduce(0, +)
    }
    let score = Score(events: events, operations: events, seconds: stopwatch.seconds)
    ledger.close()
    return score
}
