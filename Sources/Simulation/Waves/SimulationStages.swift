import Draft
import DraftLedger
import Platform
import Records

/// The simulation stage by stage: users and staff are set up; each contest opens, is drafted wave by wave, and is paid out; in
/// the end staff roles may be enabled.
struct SimulationStages {
    private enum Stage {
        case setUp
        case open(contest: Int)
        case wave
        case close
        case authority
        case over
    }

    private let options: SimulationOptions
    private let start: SimulationStart
    private let company: SimulatedOperator
    private let contests: [Contest]
    private let threads: Int
    private var stage = Stage.setUp
    private var world: World?
    private var run: ContestRun
    private var waves = 0

    init(_ options: SimulationOptions, from start: SimulationStart, words: WordBook?) {
        self.options = options
        self.start = start
        company = SimulatedOperator(options, from: start, words: words)
        contests = Contest.all(of: options)
        threads = options.threads ?? Cores.count
        run = ContestRun(contests[0], as: start.tournament, options)
    }

    /// The events of the next stage, in the order of time; nil when the simulation is over.
    mutating func next() throws(SimulationError) -> [PendingEvent]? {
        switch stage {
        case .setUp:
            world = try company.setUp()
            stage = .open(contest: 0)
        case .open(let index):
            run = ContestRun(contests[index], as: TournamentID(start.tournament.number + UInt64(index)), options)
            try company.open(run.contest, as: run.id)
            stage = .wave
        case .wave:
            let events = try draftWave()
            if run.filled == run.roomsToFill { stage = .close }
            return events
        case .close:
            try company.close(&run)
            try company.finish(run)
            let next = contests.firstIndex { $0.title == run.contest.title }.map { $0 + 1 } ?? contests.count
            if next == contests.count {
                try company.registerEverybody()
                if options.isLively { try company.endSeason() }
            }
            stage = next < contests.count ? .open(contest: next) : options.meetsAuthority ? .authority : .over
        case .authority:
            try company.meetAuthority()
            stage = .over
        case .over: return nil
        }
        return company.takeEvents()
    }

    /// Fills a number of rooms, drafts them all, and looks after what they leave behind.
    private mutating func draftWave() throws(SimulationError) -> [PendingEvent] {
        guard let world else { return [] }
        company.outage = Wave.outage(of: waves, from: company.now, options)
        waves += 1
        let target = min(run.roomsToFill, run.filled + Wave.rooms(options))
        let setups = try company.fill(&run, upTo: target)
        var outcomes = try Cores.map(setups, threads: threads) { setup throws(SimulationError) in
            try RoomDraft(setup, world: world).run()
        }
        try company.endOutage(of: outcomes)
        var desks = [company.takeEvents()]
        for index in outcomes.indices { desks.append(outcomes[index].takeEvents()) }
        var events = Wave.merged(consume desks)
        try company.settle(outcomes, of: &run)
        events += company.takeEvents()
        return events
    }
}
