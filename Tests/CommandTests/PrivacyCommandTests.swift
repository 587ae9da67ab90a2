import CommandTesting
import Draft
import DraftLedger
import Foundation
import Records
import TestSupport
import Testing

@testable import CommandLineTool  // what members are given is made without a terminal

/// What one member can get hold of says nothing of another's queue, and nothing of another's case.
@Suite struct PrivacyCommandTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String

    init() {
        ledger = scratch("ledger")
        let simulated = Ran([
            "--ledger", ledger, "simulate", "--rooms", "6", "--teams", "4", "--rounds", "10", "--seed", "2",
        ])
        #expect(simulated.status == 0)
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }

    /// A pick by the rules that passed somebody over, with whom.
    private struct Explained {
        var room: RoomID
        var pick: PickNumber
        var salt: Digest256
        var owner: UserID
        var other: (user: UserID, seat: Seat)
    }

    private func explained() throws -> [Explained] {
        let draft = try DraftLedger.open(at: ledger)
        defer { draft.close() }
        var found: [Explained] = []
        try draft.events(type: .autopickExplained) { recorded in
            guard case .queue(let room, let seat) = recorded.stream,
                case .autopickExplained(let told) = recorded.event, !told.skipped.isEmpty,
                let members = try draft.room(room)?.members, let owner = members[Int(seat)]?.user,
                let other = members.indices.first(where: { Seat($0) != seat && members[$0]?.user != nil }),
                let user = members[other]?.user
            else { return true }
            found.append(
                Explained(room: room, pick: told.pick, salt: told.salt, owner: owner, other: (user, Seat(other))))
            return true
        }
        return found
    }

    private func withdrawAll(of number: UInt64) throws {
        let draft = try DraftLedger.open(at: ledger, for: .writing)
        defer { draft.close() }
        let user = UserID(number)
        let hold = WalletCommand.holdWithdrawal(amount: try draft.wallet(user).available, provider: "bank")
        let held = try draft.sendBlocking(.wallet(user, hold), as: .user(user), id: .random()).get()
        guard case .held(let withdrawal) = held.first?.event.payment else { return }
        let post = WalletCommand.postWithdrawal(withdrawal: withdrawal.withdrawal, reference: "w")
        _ = try draft.sendBlocking(.wallet(user, post), as: .provider(onBehalfOf: user), id: .random()).get()
    }

    private func has(_ bytes: [UInt8], _ salt: Digest256) -> Bool {
        bytes.contains(salt.bytes) || bytes.contains(Array(salt.hexadecimal.utf8))
    }

    private func bytes(at path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    @Test func nobodyElsesQueueIsInTheBytesOfAnythingThatAMemberCanGet() throws {
        let all = try explained()
        let one = try #require(all.first, "with this seed the rules pass somebody over")
        let (room, user) = ("\(one.room)", "\(one.other.user)")
        var given: [(name: String, bytes: [UInt8])] = [
            ("room", run("room", room, "--format", "json").output),
            ("board", run("board", room, "--format", "json").output),
            ("timeline", run("replay", room, "--format", "json").output),
            ("activity", run("activity", user, "--format", "json").output),
        ].map { ($0.0, Array($0.1.utf8)) }
        let (tables, bundle, lines) = (scratch("user.sqlite"), scratch("bundle.tar"), scratch("room.jsonl"))
        #expect(run("export", "--as", "jsonl", "--room", room, "-o", lines).status == 0)
        #expect(run("export", "--as", "sqlite", "--user", user, "-o", tables).status == 0)
        #expect(run("checkpoint").status == 0)
        let made = run(
            "evidence", "create", room, "--pick", "\(one.pick)", "--seat", "\(one.other.seat)", "-o", bundle)
        #expect(made.status == 0, "\(made.messages)")
        given += [
            ("lines", try bytes(at: lines)), ("tables", try bytes(at: tables)), ("bundle", try bytes(at: bundle)),
        ]
        for (name, bytes) in given {
            #expect(bytes.count > 100, "the \(name) is empty")
            for told in all where told.owner != one.other.user {
                #expect(!has(bytes, told.salt), "the \(name) shows the salt of pick \(told.pick) in room \(told.room)")
            }
            let shown = String(decoding: bytes, as: UTF8.self)
            #expect(!shown.contains("\"skipped\":[{\"player\"") || name == "tables" || name == "activity", "\(name)")
        }
    }

    @Test func theWordsOfOneEventCanBeShownAndErased() throws {
        let claim = "My cat stepped on the phone."
        #expect(run("case", "open", "1", "--pick", "5", "--claim", claim).status == 0)
        let draft = try DraftLedger.open(at: ledger)
        var last: UInt64?
        try draft.events(type: .disputeOpened) { recorded in
            last = recorded.position
            return true
        }
        draft.close()
        let position = "\(try #require(last))"
        #expect(run("words", "show", position).output.contains(claim))
        #expect(run("words", "erase", position).status == 64)
        #expect(run("words", "show", position).output.contains(claim))
        #expect(run("words", "erase", position, "--yes").status == 0)
        #expect(run("words", "show", position).output.contains("(erased)"))
        #expect(run("words", "erase", position, "--yes").status == 66)
        #expect(run("words", "show", "999999999").status != 0)
        #expect(run("audit").status == 0)
    }

    @Test func theSeatsOwnUserIsTold() throws {
        let one = try #require(try explained().first)
        let tables = scratch("own.sqlite")
        #expect(run("export", "--as", "sqlite", "--user", "\(one.owner)", "-o", tables).status == 0)
        #expect(has(try bytes(at: tables), one.salt))
        #expect(run("activity", "\(one.owner)").output.contains("skipped"))
    }

    @Test func theWordsOfACaseAreShownUntilTheyAreErased() throws {
        let claim = "My cat stepped on the phone."
        #expect(run("case", "open", "1", "--pick", "5", "--claim", claim).status == 0)
        let cases = try #require(run("case", "list", "--format", "json").list)
        let (number, user) = ("\(cases.last?["case"] ?? "")", "\(cases.last?["claimant"] ?? "")")
        let reason = "The cat is not a member."
        #expect(run("case", "resolve", number, "--verdict", "rejected", "--by", "900", "--reason", reason).status == 0)
        #expect(run("case", "show", number).output.contains(claim))
        #expect(run("case", "show", number).output.contains(reason))
        #expect(run("activity", user).output.contains(claim))
        let tables = scratch("claimant.sqlite")
        #expect(run("export", "--as", "sqlite", "--user", user, "-o", tables).status == 0)
        #expect(try bytes(at: tables).contains(Array(claim.utf8)))
        let lines = scratch("all.jsonl")
        #expect(run("export", "--as", "jsonl", "-o", lines).status == 0)
        let log = String(decoding: try bytes(at: lines), as: UTF8.self)
        #expect(log.contains("claimDigest") && !log.contains(claim) && !log.contains(reason), "the log has the words")
        #expect(run("profiles", "show", user).output.contains("texts of cases"))

        let kept = run("profiles", "erase", user, "--yes")
        #expect(kept.status == 1 && kept.messages.contains("in the account: withdraw them."), "\(kept.messages)")
        #expect(run("case", "show", number).output.contains(claim))
        try withdrawAll(of: try #require(UInt64(user)))
        let erased = run("profiles", "erase", user, "--yes", "--format", "json")
        let answer = try #require(erased.json as? [String: Any])
        #expect(erased.status == 0 && (answer["words"] as? Int ?? 0) >= 2 && answer["complete"] as? Bool == true)
        let shown = run("case", "show", number).output
        #expect(shown.contains("(erased)") && !shown.contains(claim) && !shown.contains(reason))
        #expect(run("audit").status == 0)
    }
}
