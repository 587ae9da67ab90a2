import DraftClient
import Foundation

/// Drafts a team from the terminal against a server for development: what an app does with the library, in small.
///
///     Tools/live                                                    in another terminal
///     swift run --package-path Tools/drafter Drafter anna           with bots for the other seats: --bots
@main
enum Drafter {
    static let usage = """
        usage: Drafter NAME [--server URL] [--contest ID] [--room ID] [--bots] [--keys DIRECTORY]

          NAME       whom to sign in as; a server for development gives a token for any
          --server   where it is (http://127.0.0.1:3000)
          --contest  which contest to join; the first that takes entries
          --room     go on in a room that was joined before
          --bots     fill the room's free seats with bots
          --keys     the device's key, for contests that require signatures; made there the first time

        In the draft, type
          pick NAME    or a part of it that only one player has; or the number in the list
          queue        show the queue; queue NAME adds, unqueue NAME removes, top NAME puts first
          auto on|off  have the rules pick, or not
          list [QB|RB|WR|TE]   who is left
          team         what you have
          quit         leave; the draft goes on without you
        """

    static func main() async {
        do {
            let wishes = try Wishes(Array(CommandLine.arguments.dropFirst()))
            try await run(wishes)
        } catch let error as Wishes.Misused {
            complain("\(error.words)\n\n\(usage)")
            exit(64)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    private static func run(_ wishes: Wishes) async throws {
        let guest = try DraftClient(wishes.server)
        let device = try wishes.keys.map { try DraftClient.Device(directory: $0) }
        let client = try DraftClient(wishes.server, device: device) { _ in
            try await guest.developmentToken(for: wishes.name)
        }
        let room: DraftRoom.ID
        if let known = wishes.room {
            room = known
        } else {
            room = try await join(wishes, client)
        }
        if wishes.bots { try await client.fillWithBots(room) }
        guard try await !Session(client, room).run() else { return }
        let server = wishes.server == Wishes().server ? "" : " --server \(wishes.server)"
        print("The draft goes on without you; back to it: Drafter \(wishes.name)\(server) --room \(room)")
    }

    private static func join(_ wishes: Wishes, _ client: DraftClient) async throws -> DraftRoom.ID {
        let contests = try await client.tournaments()
        let open = contests.filter { [.open, .filling].contains($0.status) }
        let wanted = wishes.contest.map { id in contests.first { $0.id == id } } ?? open.first
        guard let contest = wanted else {
            let names = open.map { "\($0.id) \($0.title)" }.joined(separator: ", ")
            throw Wishes.Misused("There is no such contest. " + (names.isEmpty ? "None is open." : "Open: \(names)."))
        }
        if contest.requiresSignatures { try await client.enrol() }
        guard let joined = try await client.join(contest).first else { throw Wishes.Misused("No seat was given.") }
        FileHandle.standardOutput.write(Data("\(contest.title): you have a seat in room \(joined.roomId).\n".utf8))
        return joined.roomId
    }

    static func complain(_ words: String) { FileHandle.standardError.write(Data("\(words)\n".utf8)) }
}

/// The options of the command line.
struct Wishes {
    var name = ""
    var server = "http://127.0.0.1:3000"
    var contest: String?
    var room: String?
    var bots = false
    var keys: String?

    struct Misused: Error, CustomStringConvertible {
        var words: String
        var description: String { words }

        init(_ words: String) { self.words = words }
    }

    init() {}

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw Misused("\(option) wants a value.") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--server": server = try value(of: argument)
            case "--contest": contest = try value(of: argument)
            case "--room": room = try value(of: argument)
            case "--keys": keys = try value(of: argument)
            case "--bots": bots = true
            default:
                guard name.isEmpty, !argument.hasPrefix("-") else { throw Misused("'\(argument)' is not understood.") }
                name = argument
            }
        }
        guard !name.isEmpty else { throw Misused("Who drafts?") }
    }
}
