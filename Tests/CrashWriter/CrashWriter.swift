import Dispatch
import Draft
import DraftLedger
import LMDB
import Records

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A process for tests that kill it: sixteen writers at once on one ledger, until it dies.
///
///     CrashWriter LEDGER RUN commands|mixed|growing [LIMIT [waiting]]
///     CrashWriter LEDGER RUN life|hasty|relaxed [LIMIT]
///     CrashWriter LEDGER RUN starved
///
/// The second form is a `Life`: as it should be, with acknowledgements that come too early, and with a durability that
/// promises less. The third touches no ledger: work waits for threads while no descriptor is free.
///
/// With "waiting" it waits for its end after the last request, so that a test that is late has no more to read.
///
/// In the first all of them send commands; or two of them append past the commands, the way imports do; or there is one
/// more, which writes a mebibyte at a time beside the log, so that the map has to grow under whoever reads it.
///
/// Each acknowledged request is told on standard output, in a line of its own: the command's id and the positions of
/// its events. The ids say what belongs to a request, so that whoever reads the ledger afterwards can tell whether all
/// of it is there; see `Request`.
@main
struct CrashWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let run = UInt64(arguments[2]) else {
            return report("usage: CrashWriter LEDGER RUN commands|mixed|growing|life|hasty|relaxed|starved [LIMIT]")
        }
        if arguments[3] == "starved" { return starve() }
        let appenders: UInt64 = arguments[3] == "mixed" ? 2 : 0
        let limit = arguments.count > 4 ? UInt64(arguments[4]) ?? .max : .max
        if ["life", "hasty", "relaxed"].contains(arguments[3]) {
            let life = Life(
                path: arguments[1], durability: arguments[3] == "relaxed" ? .relaxed : .full,
                saysTooEarly: arguments[3] == "hasty", length: min(limit, 1_000))
            try await life.live()
            return report("done")
        }
        let ledger: DraftLedger
        do {
            ledger = try DraftLedger.open(at: arguments[1], for: .writing)
        } catch {
            report("error \(error)")
            exit(74)
        }
        report("ready")
        await withTaskGroup(of: Void.self) { group in
            for sender in 1...(15 - appenders) {
                group.addTask { await send(as: UserID(sender), run, limit, to: ledger) }
            }
            for appender in 0..<appenders {
                group.addTask { await append(from: Request.firstAppender + appender, run, limit, to: ledger) }
            }
            group.addTask { await project(limit, in: ledger) }
            if arguments[3] == "growing" { group.addTask { await grow(limit, ledger) } }
        }
        // A test that is killed itself leaves the process for a minute.
        if arguments.count > 5 { try await Task.sleep(for: .seconds(60)) }
        ledger.close()
        report("done")
    }

    /// Keeps work waiting for a second and a half, in which libdispatch counts its threads at least once.
    private static func starve() {
        // A timer, whose descriptors are there before the limit.
        let (timer, second) = (DispatchSource.makeTimerSource(), DispatchSemaphore(value: 0))
        timer.setEventHandler { second.signal() }
        timer.schedule(deadline: .now(), repeating: .milliseconds(500))
        timer.activate()
        DispatchQueue.global().async {}
        for _ in 0..<2 { second.wait() }
        var none = rlimit(rlim_cur: 3, rlim_max: 3)
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
        #else
            setrlimit(RLIMIT_NOFILE, &none)
        #endif
        guard open("/", O_RDONLY) == -1 else { return report("error There are descriptors left.") }
        let work = DispatchGroup()
        let end = DispatchTime.now() + .milliseconds(1_500)
        for _ in 0..<1_000 {
            DispatchQueue.global().async(group: work) {
                if DispatchTime.now() < end { usleep(50_000) }
            }
        }
        work.wait()
        report("done")
    }

    /// Deposits and joins in turn: requests of one stream, and of up to three rooms and a wallet.
    private static func send(as user: UserID, _ run: UInt64, _ limit: UInt64, to ledger: DraftLedger) async {
        for number in 1...limit {
            let entries = UInt8(number % 4)
            let id = Request(run: run, sender: user.number, number: number, size: entries).id
            let command =
                entries == 0
                ? Command.wallet(user, .recordDeposit(amount: Cents(3_000), provider: "bank", reference: "\(id)"))
                : .wallet(user, .joinTournament(1, entries: entries))
            let actor = entries == 0 ? Sender.provider(onBehalfOf: user) : .user(user)
            do {
                switch try await ledger.send(command, as: actor, id: id) {
                case .accepted(let events, _): acknowledge(id, events.map(\.position))
                case .refused(_, let record, _): acknowledge(id, record.map { [$0.position] } ?? [])
                }
            } catch {
                return report("error \(error)")
            }
        }
    }

    /// Events for as many streams as the request is large, past all deciding: the road of imports.
    private static func append(from sender: UInt64, _ run: UInt64, _ limit: UInt64, to ledger: DraftLedger) async {
        for number in 1...limit {
            let size = UInt8(2 + number % 40)
            let id = Request(run: run, sender: sender, number: number, size: size).id
            let events = (0..<UInt64(size)).map { index in
                PendingEvent(
                    stream: .user(UserID(1_000 * sender + index)),
                    event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)),
                    origin: CommandOrigin(occurredAt: nil, actor: .importer, commandID: id))
            }
            do {
                acknowledge(id, try ledger.append(events).map { $0 })
            } catch {
                return report("error \(error)")
            }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Writes the rows of the projections all the while, too.
    private static func project(_ limit: UInt64, in ledger: DraftLedger) async {
        for _ in 0..<limit {
            do {
                try ledger.catchUp()
            } catch {
                return report("error \(error)")
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Profiles take any length, and no record does.
    private static func grow(_ limit: UInt64, _ ledger: DraftLedger) async {
        let name = String(repeating: "x", count: 1 << 20)
        for number in 1...limit {
            do {
                try ledger.setProfiles([(UserID(number), Profile(externalID: "\(number)", displayName: name))])
            } catch {
                return report("error \(error)")
            }
        }
    }

    private static func acknowledge(_ id: CommandID, _ positions: [UInt64]) {
        report("\(id) \(positions.map(String.init).joined(separator: ","))")
    }

    /// One write a line: a pipe takes it whole or not at all, also when the process is killed in the middle. Without a reader
    /// the process ends: the test that started it was killed.
    static func report(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        let written = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if written < 0, errno == EPIPE { exit(74) }
    }
}
