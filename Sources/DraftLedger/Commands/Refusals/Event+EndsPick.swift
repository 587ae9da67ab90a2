import Draft

extension Event {
    /// Whether what was counted of the room's current pick has to be stated before it: none or another follows.
    var endsPick: Bool {
        switch self {
        case .pickMade, .pickAutomated, .pickCorrected, .draftCompleted, .roomVoided: true
        default: false
        }
    }
}
