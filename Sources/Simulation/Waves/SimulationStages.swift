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
    private let house: House
    private let contests: [Contest]
    private let threads: Int
    private var stage = Stage.setUp
    private var world: World?
    private var run: ContestRun
    private var waves = 0

    init(_ options: SimulationOptions, from start: SimulationStart, words: WordBook?) {
        self.options = options
        self.start = start
        house = House(options, from: start, words: words)
        contests = Contest.all(of: options)
        threads = options.threads ?? Cores.count
        run = ContestRun(contests[0], as: start.tournament, options)
    }

    /// The events of the next stage, in the order of time; nil when the simulation is over.
    mutating func next() throws(SimulationError) -> [PendingEvent]? {
        switch stage {
        case .setUp:
            world = try house.setUp()
            stage = .open(contest: 0)
        case .open(let index):
            run = ContestRun(contests[index], as: TournamentID(start.tournament.number + UInt64(index)), options)
            try house.open(run.contest, as: run.id)
            stage = .wave
        case .wave:
            let events = try draftWave()
            if run.filled == run.roomsToFill { stage = .close }
            return events
        case .close:
            try house.close(&run)
            try house.finish(run)
            let next = contests.firstIndex { $0.title == run.contest.title }.map { $0 + 1 } ?? contests.count
            if next == contests.count {
                try house.registerEverybody()
                if options.isLively { try house.endSeason() }
            }
            stage = next < contests.count ? .open(contest: next) : options.meetsAuthority ? .authority : .over
        case .authority:
            try house.meetAuthority()
            stage = .over
        case .over: return nil
        }
        return house.takeEvents()
    }

    /// Fills a number of rooms, drafts them all, and looks after what they leave behind.
    private mutating func draftWave() throws(SimulationError) -> [PendingEvent] {
        guard let world else { return [] }
        house.outage = Wave.outage(of: waves, from: house.now, options)
        waves += 1
        let target = min(run.roomsToFill, run.filled + Wave.rooms(options))
        let setups = try house.fill(&run, upTo: target)
        var outcomes = try Cores.map(setups, threads: threads) { setup throws(SimulationError) in
            try RoomDraft(setup, world: world).run()
        }
        try house.endOutage(of: outcomes)
        var desks = [house.takeEvents()]
        for index in outcomes.indices { desks.append(outcomes[index].takeEvents()) }
        var events = Wave.merged(consume desks)
        try house.settle(outcomes, of: &run)
        events += house.takeEvents()
        return events
    }
}
