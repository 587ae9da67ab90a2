import Crypto
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import TestSupport
import Testing
import TextFormats

@testable import Server  // the file of providers is set

/// Providers, deposits and withdrawals, through a real server.
@Suite(.withinTheRun) struct PaymentRouteTests {
    private let directory = TemporaryDirectory()
    private static let secret = Data(repeating: 5, count: 32)

    private func server(_ temporary: TemporaryLedger) async throws -> RunningServer {
        let file = try directory.write(
            #"{"providers":[{"name":"bank","form":"standard","secrets":["whsec_\#(Self.secret.base64EncodedString())"]}],"#
                + #""withdrawals":"bank"}"#, to: "payments.json")
        return try await RunningServer(temporary.ledger) { $0.payments = file }
    }

    /// Sends a message of the bank, signed now unless told otherwise.
    private func report(
        _ body: String, id: String, to server: RunningServer, by provider: String = "bank", secret: Data = secret,
        ago seconds: Int = 0
    ) async throws -> RunningServer.Answer {
        let time = "\(Int(Date().timeIntervalSince1970) - seconds)"
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(id).\(time).\(body)".utf8), using: SymmetricKey(data: secret))
        return try await server.post(
            "/v1/providers/\(provider)/events", body,
            [
                "webhook-id": id, "webhook-timestamp": time,
                "webhook-signature": "v1," + Data(code).base64EncodedString(),
            ])
    }

    private func deposit(_ user: UInt64, _ cents: Int, _ reference: String) -> String {
        #"{"type":"deposit.succeeded","data":{"user":\#(user),"amountCents":\#(cents),"reference":"\#(reference)"}}"#
    }

    @Test func aProvidersMessageIsRecordedOnce() async throws {
        let temporary = try TemporaryLedger()
        let server = try await server(temporary)
        let anna = try await server.signIn("anna")
        let before = try temporary.ledger.wallet(UserID(anna.user)).available
        let first = try await report(deposit(anna.user, 700, "p1"), id: "m1", to: server)
        #expect(try first.status == 200 && first.json["outcome"]?.string == "recorded")
        let again = try await report(deposit(anna.user, 700, "p1"), id: "m1", to: server)
        #expect(try again.json["repeat"]?.boolean == true)
        let refused = try await report(deposit(anna.user, 700, "p1"), id: "m2", to: server)
        #expect(try refused.status == 200 && refused.json["code"]?.string == "alreadyExists")
        #expect(try temporary.ledger.wallet(UserID(anna.user)).available == before + Cents(700))
        // Anybody can send, and only the bank is believed.
        let forged = try await report(deposit(anna.user, 9, "p9"), id: "m9", to: server, secret: Data(count: 32))
        #expect(forged.status == 401)
        #expect(try await report(deposit(anna.user, 9, "p9"), id: "m9", to: server, ago: 400).status == 400)
        #expect(try await report("x", id: "m9", to: server).status == 400)
        #expect(try await report(deposit(anna.user, 9, "p9"), id: "m9", to: server, by: "other").status == 404)
        let early = try await report(
            #"{"type":"dispute.opened","data":{"reference":"p7","dispute":"d7","amountCents":9}}"#, id: "m7", to: server
        )
        #expect(early.status == 409 && early.code == "tooEarly")
        let metrics = try await server.get("/metrics").text
        #expect(metrics.contains(#"draftledger_payments_total{outcome="recorded",provider="bank"} 2"#))
        #expect(metrics.contains(#"draftledger_payments_total{outcome="badSignature",provider="bank"} 1"#))
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    @Test func aWithdrawalGoesFromTheMemberToTheBankAndBack() async throws {
        let temporary = try TemporaryLedger()
        let server = try await server(temporary)
        let anna = try await server.signIn("anna")
        let cora = try await server.signIn("cora", roles: ["cashier"])
        let (mine, account) = ("/v1/users/me/withdrawals", "/v1/users/me/payout-account")
        // Without an account nothing is requested.
        #expect(try await server.post(mine, as: anna.token, #"{"amountCents":300}"#).status == 400)
        #expect(try await server.get(account, as: anna.token).text.hasPrefix(#"{"holder":null,"account":null"#))
        let typo = #"{"holder":"Anna Berg","account":"DE89370400440532013001"}"#
        #expect(try await server.send("PUT", account, as: anna.token, typo).status == 400)
        let right = #"{"holder":"Anna Berg","account":"DE89 3704 0044 0532 0130 00"}"#
        #expect(try await server.send("PUT", account, as: anna.token, right).status == 200)
        // A request that is repeated is one withdrawal.
        let key = ["Idempotency-Key": UUID().uuidString]
        let first = try await server.post(mine, as: anna.token, #"{"amountCents":300}"#, key)
        let again = try await server.post(mine, as: anna.token, #"{"amountCents":300}"#, key)
        #expect(try first.status == 200 && first.json["withdrawal"]?.integer(as: Int.self) == 1)
        #expect(try again.json["withdrawal"]?.integer(as: Int.self) == 1)
        // More than there is cannot be withdrawn.
        #expect(try await server.post(mine, as: anna.token, #"{"amountCents":99999999}"#).status == 402)
        // The cashier sees the end of the account, and nobody else the queue.
        let queue = try await server.get("/v1/withdrawals", as: cora.token)
        #expect(try queue.json.elements.first?["accountEnding"]?.string == "3000")
        #expect(!queue.text.contains("DE89"))
        #expect(try await server.get("/v1/withdrawals", as: anna.token).status == 403)
        #expect(try await server.get(mine, as: anna.token).json.elements.count == 1)
        // The account changes after the request: the payout goes to the old one.
        let other = #"{"holder":"T. Hief","account":"GB82WEST12345698765432"}"#
        #expect(try await server.send("PUT", account, as: anna.token, other).status == 200)
        let payout = try await approve([(anna.user, 1)], as: cora, on: server, temporary.ledger)
        let read = try await server.get("/v1/payouts/\(payout)", as: cora.token, ["Accept": "text/csv"])
        #expect(read.text.contains("P\(payout)-1,300,Anna Berg,DE89370400440532013000,,\(anna.user),1"))
        #expect(try await server.get("/v1/payouts/\(payout)", as: anna.token).status == 403)
        let reads = try temporary.ledger.stream(.user(UserID(anna.user))).filter {
            $0.event.type == .privateDataRead
        }
        #expect(!reads.isEmpty, "the member sees who looked")
        // The bank has paid.
        let paid = #"{"type":"withdrawal.paid","data":{"user":\#(anna.user),"withdrawal":1,"reference":"w1"}}"#
        #expect(try await report(paid, id: "m1", to: server).status == 200)
        let after = try await server.get("/v1/payouts/\(payout)", as: cora.token, ["Accept": "text/csv"])
        #expect(!after.text.contains("DE89"), "what is paid is not in the file again")
        #expect(
            try await server.get("/v1/payouts", as: cora.token).json.elements.first?["open"]?.integer(as: Int.self) == 0
        )
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    private func approve(
        _ withdrawals: [(UInt64, Int)], as cashier: (token: String, user: UInt64), on server: RunningServer,
        _ ledger: DraftLedger
    ) async throws -> UInt64 {
        let list = withdrawals.map { #"{"user":\#($0.0),"withdrawal":\#($0.1)}"# }.joined(separator: ",")
        let command = #"{"kind":"approvePayout","provider":"bank","withdrawals":[\#(list)]}"#
        if try ledger.staff().hasBegun {
            let officer = try await server.signIn("otto", roles: ["officer"])
            let proposal =
                #"{"kind":"proposeMeasure","measure":50,"command":\#(command),"reason":"They wait.","#
                + #""actor":"admin/\#(cashier.user)"}"#
            let proposed = try await server.command(proposal, as: cashier.token)
            #expect(proposed.status == 200, "\(proposed.text)")
            let approved = try await server.command(
                #"{"kind":"approveMeasure","measure":50,"actor":"admin/\#(officer.user)"}"#, as: officer.token)
            #expect(approved.status == 200, "\(approved.text)")
        } else {
            let sent = try await server.command(
                String(command.dropLast()) + #","actor":"admin/\#(cashier.user)"}"#, as: cashier.token)
            #expect(sent.status == 200, "\(sent.text)")
        }
        return try #require(try ledger.payouts().first?.position)
    }

    @Test func aDepositBeginsOnlyWhereAProviderTakesIt() async throws {
        let temporary = try TemporaryLedger()
        let server = try await server(temporary)
        let anna = try await server.signIn("anna")
        let answer = try await server.post("/v1/users/me/deposits", as: anna.token, #"{"amountCents":500}"#)
        #expect(answer.status == 404)
        try await server.stop()
        let bare = try await RunningServer(temporary.ledger)
        let again = try await bare.signIn("anna")
        #expect(try await bare.post("/v1/users/me/withdrawals", as: again.token, #"{"amountCents":1}"#).status == 404)
        try await bare.stop()
        withExtendedLifetime(temporary) {}
    }
}
