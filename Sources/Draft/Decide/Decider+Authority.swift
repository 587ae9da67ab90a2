/// Who may send what. Everybody else is refused as `forbidden`.
///
/// | command | who |
/// |---|---|
/// | createTournament | admin, importer |
/// | closeEntries, finalizeTournament | admin, scheduler |
/// | cancelTournament, awardPrizes, adjustBalance, resolveDispute | admin |
/// | voidRoom | admin; importer, of a room that was imported |
/// | cancelRoom | admin, scheduler |
/// | joinTournament, leaveRoom, holdWithdrawal, setAlertPreferences, registerPushToken | the user himself, admin |
/// | recordDeposit, recordChargeback | provider |
/// | postWithdrawal, releaseWithdrawal | provider, admin |
/// | registerUser | the user himself, admin, importer |
/// | openDispute | the claimant, who sits in the room; admin for whomever |
/// | attachEvidence | the claimant, admin |
///
/// An admin or a provider who says on whose behalf he acts may act for that user only.
extension Decider {
    /// Refuses everybody but the user himself and the roles listed, which act for the user.
    func permit(_ user: UserID, or roles: Sender.Role..., act: @autoclosure () -> String) throws(Refusal) {
        let actor = origin.actor
        if actor.role == .user, actor.user == user { return }
        guard roles.contains(actor.role), actor.onBehalfOf == nil || actor.onBehalfOf == user else {
            throw notAllowed(act())
        }
    }

    /// Refuses everybody but the roles listed, which act for the user: the user himself cannot.
    func permit(_ roles: Sender.Role..., for user: UserID, act: @autoclosure () -> String) throws(Refusal) {
        let actor = origin.actor
        guard roles.contains(actor.role), actor.onBehalfOf == nil || actor.onBehalfOf == user else {
            throw notAllowed(act())
        }
    }

    private func notAllowed(_ act: String) -> Refusal {
        let actor = origin.actor
        let user = actor.user.map { " \($0)" } ?? ""
        let behalf = actor.onBehalfOf.map { " for user \($0)" } ?? ""
        return Refusal(.forbidden, "\(actor.role)\(user)\(behalf) may not \(act).")
    }
}
