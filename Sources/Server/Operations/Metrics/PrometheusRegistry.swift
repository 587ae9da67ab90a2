package import CoreMetrics
import Platform

/// Figures of everything that counts by `swift-metrics`, as Prometheus reads them (text format 0.0.4).
///
/// Counters get `_total`, timers become histograms in seconds. The same label with the same dimensions is the same figure,
/// however often it is made.
package final class PrometheusRegistry: MetricsFactory, Sendable {
    private struct Family {
        let type: String
        /// The meaning; nil for figures of other libraries.
        let help: String?
        /// The cells by their labels, in the printed form.
        var cells: [String: any MetricCell] = [:]
    }

    private let families = Guarded<[String: Family]>([:])
    private let helps: [String: String]

    /// - Parameter helps: the meaning of figures by their labels, a line each.
    package init(helps: [String: String] = [:]) { self.helps = helps }

    /// The whole text, families and their lines sorted.
    package var text: String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let help = family.help { text += "# HELP \(name) \(help)\n" }
            text += "# TYPE \(name) \(family.type)\n"
            for (labels, cell) in family.cells.sorted(by: { $0.key < $1.key }) { cell.print(name, labels, to: &text) }
        }
        return text
    }

    /// Returns the metric of a name and labels. If they are unknown, or a metric of another type has the name, it makes
    /// a new one.
    private func cell<Cell: MetricCell>(
        _ label: String, suffix: String, type: String, _ dimensions: [(String, String)], _ make: () -> Cell
    ) -> Cell {
        var name = Self.name(label)
        if !suffix.isEmpty, !name.hasSuffix(suffix) { name += suffix }
        let labels = Self.labels(dimensions)
        return families.withLock { families in
            if let known = families[name]?.cells[labels] as? Cell { return known }
            let cell = make()
            // If two types share a name, only the first is printed.
            let family = Family(type: type, help: helps[label])
            if families[name, default: family].type == type { families[name, default: family].cells[labels] = cell }
            return cell
        }
    }

    /// Sets a counter that is counted elsewhere.
    package func setCounter(_ label: String, to value: Int64) {
        cell(label, suffix: "_total", type: "counter", []) { CounterCell() }.set(value)
    }

    private func forget(_ handler: AnyObject) {
        families.withLock { families in
            for (name, family) in families {
                for (labels, cell) in family.cells where cell === handler { families[name]?.cells[labels] = nil }
                if families[name]?.cells.isEmpty == true { families[name] = nil }
            }
        }
    }

    // MARK: Names

    /// Only what Prometheus allows in a name.
    static func name(_ label: String) -> String {
        let name = label.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") ? $0 : "_" }
        return name.first?.isNumber == true ? "_" + String(name) : String(name)
    }

    /// Returns the labels sorted by name, such as `{kind="makePick",outcome="accepted"}`; empty without labels.
    static func labels(_ dimensions: [(String, String)]) -> String {
        guard !dimensions.isEmpty else { return "" }
        let pairs = dimensions.sorted { $0.0 < $1.0 }.map { "\(name($0.0))=\"\(escaped($0.1))\"" }
        return "{\(pairs.joined(separator: ","))}"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

extension PrometheusRegistry {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        cell(label, suffix: "_total", type: "counter", dimensions) { CounterCell() }
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        cell(label, suffix: "_total", type: "counter", dimensions) { FloatingPointCell() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        cell(label, suffix: "", type: "gauge", dimensions) { GaugeCell() }
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate
            ? cell(label, suffix: "", type: "histogram", dimensions) { HistogramCell(HistogramCell.sizes) }
            : cell(label, suffix: "", type: "gauge", dimensions) { GaugeCell() }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        cell(label, suffix: "_seconds", type: "histogram", dimensions) { HistogramCell(HistogramCell.seconds) }
    }

    package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }
}
