import Pages

/// The shapes of the answers and bodies of all operations, in the notation of ``Shape``.
enum ShapeCatalog {
    /// The shapes, sorted by name: those of pages and reports, which follow from what writes them, and those of the text. If the
    /// text cannot be read, its shapes are missing; a test reads it.
    static let shapes: [NamedShape] =
        (((try? ShapeReader.catalog(text)) ?? []) + PageShapes.all + ServerShapes.all + ReportCatalogue.shapes)
        .sorted { $0.name < $1.name }

    /// Answers of /v1.
    static let text = #"""
        Case = {case: CaseRecord?, verdict: string?, reasons?: [DisputeReason], againstRules: bool?, *: any}
        CommandSeal = {key: string, anchor: int, root: string, seenVersion: int, signature: string}
        DisputeReason = {rule: string, bearing: string?, text: string, positions: [int]}
        PickDispute = {room: int, pickNumber: int, label: string, seat: int, claimant: int?, verdict: string, headline:
            string, case: CaseRecord?, terms?: [string], reasons: [DisputeReason], timeline: [{position: int, type:
            string, occurredAt: time?, recordedAt: time, seat: int?, isClaimants: bool, marginToDeadlineMicroseconds:
            int?, marginToGraceMicroseconds: int?, text: string}]}
        RoomAudit = AuditReport
        ScoreDispute = {entry: int?, claimant: int?, tournament: int?, contest>tournament: int?, season: int?, week:
            int?, round: int, podSize: int?, advancing: int?, correctionsEnd: time?, closedAsOf: int?,
            recordedPointsHundredths: int?, recordedPlace: int?, verdict: string?, headline?: string, reasons: [{rule:
            string?, bearing: string?, text: string?, positions: [int]}], steps: [{positions: [int], seasonVersion:
            int?, recordedAt: time?, isCorrection: bool, counts: bool, weekPointsHundredths: int?,
            roundPointsHundredths: int?, place: int?, changes: [{playerName: string, beforeHundredths: int?,
            afterHundredths: int?, isClaimants: bool, source: string?, reason: string?}], lineup: [Starter]}],
            podEntries: [{entry: int?, weekPointsHundredths: int?, roundPointsHundredths: int?, bestWeekHundredths:
            int?, place: int?, recordedPointsHundredths: int?, recordedPlace: int?, lineup: [Starter]}], draws: [{round:
            int, positions: [int], secret: string, commitment: string?, committedAt: time?, entrants: int?, pods: int?,
            pod: int?}]}
        Starter = {playerName: string, slot: string?, pointsHundredths: int?}
        """#
}
