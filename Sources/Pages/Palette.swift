/// The app's design tokens: its colours, stated once for terminals, pages and charts.
enum Palette {
    static let background = "#101927"
    static let card = "#1f2833"
    static let soft = "#9ca3af"
    static let muted = "#6b7280"
    static let brand = "#2DE2C5"

    static let quarterback = "#F472B6"
    static let runningBack = "#0fba80"
    static let wideReceiver = "#FBBF25"
    static let tightEnd = "#7C3AED"
    static let otherPosition = "#6B7280"

    static let blue = "#1DA1F2"
    static let red = "#EF4444"
    static let warning = "#F59E0B"
    static let success = "#10B981"

    /// By the names that a page's template has for them.
    static let all = [
        "background": background, "card": card, "soft": soft, "muted": muted, "brand": brand,
        "quarterback": quarterback, "runningBack": runningBack, "wideReceiver": wideReceiver, "tightEnd": tightEnd,
        "blue": blue, "red": red, "warning": warning, "success": success,
    ]
}
