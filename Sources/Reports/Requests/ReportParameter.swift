import Draft

/// A parameter of a report, described once: for the command line, addresses, forms, OpenAPI and attestations.
package struct ReportParameter: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// One of some words.
        case choice([String])
        /// A whole number.
        case number(ClosedRange<UInt64>)
        /// Several whole numbers: repeated on a command line, with commas in an address.
        case numbers(ClosedRange<UInt64>)
        case text
        /// A date or a time.
        case time
        /// A moment of the ledger: a position or a time.
        case moment
        case position
        /// True if it is there.
        case flag
        /// A file of an analyst's own: a parameter of the command line alone.
        case file(ReportFile, isRepeated: Bool)
    }

    /// In stored requests, such as `includeUnfinished`.
    package var name: String
    package var kind: Kind
    /// The value that holds if none is given; nil if the report itself decides.
    package var standard: String?
    package var help: String
    /// The noun for its value in the help of a command.
    package var valueName: String
    /// Above its field in a form.
    package var label: String
    /// The name for people, in addresses and on a command line, if that is another one.
    package var optionName: String?

    package init(
        _ name: String, _ kind: Kind, standard: String? = nil, help: String, valueName: String, label: String? = nil,
        optionName: String? = nil
    ) {
        (self.name, self.kind, self.standard, self.help, self.valueName) = (name, kind, standard, help, valueName)
        self.label = label ?? name.prefix(1).uppercased() + name.dropFirst()
        self.optionName = optionName
    }

    /// In addresses, such as `includeUnfinished`; on a command line `--include-unfinished`.
    package var publicName: String { optionName ?? name }

    package var isFile: Bool { if case .file = kind { true } else { false } }

    /// Whether it may be given several times.
    package var isRepeated: Bool {
        switch kind {
        case .numbers, .file(_, isRepeated: true): true
        default: false
        }
    }

    /// Returns the one form in which a value is kept.
    ///
    /// - Throws: `ReportArgumentError`.
    fileprivate func canonical(_ text: String) throws(ReportArgumentError) -> String {
        switch kind {
        case .choice(let words):
            guard let word = words.first(where: { $0.lowercased() == text.lowercased() }) else {
                throw wrong(text, "expected \(words.count > 1 ? "one of " : "")\(words.joined(separator: ", ")).")
            }
            return word
        case .number(let range), .numbers(let range):
            guard let number = UInt64(text), range.contains(number) else {
                let isOpen = range.upperBound >= Self.most
                throw wrong(
                    text,
                    "expected \(isOpen ? "\(range.lowerBound) or more" : range.words)."
                )
            }
            return String(number)
        case .time:
            guard let time = Timestamp(iso8601: text) else {
                throw wrong(text, "expected a date or a time such as 2026-08-01T20:15:00Z.")
            }
            return time.iso8601
        case .position:
            guard let position = PlayerPosition(abbreviation: text) else {
                let known = PlayerPosition.allCases.map(\.abbreviation).joined(separator: ", ")
                throw wrong(text, "expected one of \(known).")
            }
            return position.abbreviation
        case .flag:
            guard text == "true" else { throw wrong(text, "expected true or no value.") }
            return text
        case .text, .moment, .file: return text
        }
    }

    private func wrong(_ value: String, _ expected: String) -> ReportArgumentError {
        ReportArgumentError(.parameter(name, value), .text(": \(expected)"))
    }

    /// The greatest number that a parameter without a bound takes.
    package static let most = UInt64(Int64.max)
}

/// A file of an analyst's own that a report may read besides the ledger.
package enum ReportFile: Hashable, Sendable { case positions, schedule, projections, prizes }

/// The reason why a report cannot be asked for so; the names of parameters in the form of the place that asks.
package struct ReportArgumentError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Part: Hashable, Sendable {
        case text(String)
        case parameter(String, String? = nil)
    }

    package var parts: [Part]

    package init(_ parts: Part...) { self.parts = parts }

    /// - Parameter parameter: the words for a parameter, and for one with a value.
    package func described(_ parameter: (String, String?) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .parameter(let name, let value): parameter(name, value)
            }
        }.joined()
    }

    package var description: String { described { name, value in value.map { "'\(name)' is '\($0)'" } ?? "'\(name)'" } }
}

/// Values of a report's parameters, each in its one form.
package struct ReportArguments: Hashable, Sendable {
    package let parameters: [ReportParameter]
    /// Those that were given, and standard values.
    package private(set) var values: [String: [String]] = [:]

    /// - Parameters:
    ///   - given: texts by the names of parameters.
    ///   - parameters: those that there are.
    /// - Throws: for a parameter that does not exist or is there twice, and for a value that is not of its kind.
    package init(
        _ given: [String: [String]] = [:], of parameters: [ReportParameter]
    ) throws(ReportArgumentError) {
        self.parameters = parameters
        for name in given.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            let known = parameters.filter { !$0.isFile }.map(\.name).sorted().joined(separator: ", ")
            throw ReportArgumentError(.text("There is no parameter '\(name)' here. The parameters are \(known)."))
        }
        for parameter in parameters {
            var texts = given[parameter.name] ?? []
            if case .numbers = parameter.kind {
                texts = texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
            }
            guard texts.count <= 1 || parameter.isRepeated else {
                throw ReportArgumentError(.parameter(parameter.name), .text(" is given twice."))
            }
            var found: [String] = []
            for text in texts { found.append(try parameter.canonical(text)) }
            if found.isEmpty, let standard = parameter.standard { found = [standard] }
            if !found.isEmpty { values[parameter.name] = found }
        }
    }

    package subscript<Value>(_ key: ReportKey<Value>) -> Value { key.read(values[key.parameter.name] ?? []) }
}

/// A parameter with the type of its value.
package struct ReportKey<Value: Sendable>: Sendable {
    package let parameter: ReportParameter
    /// Reads texts that are of the parameter's kind.
    fileprivate let read: @Sendable ([String]) -> Value

    private init(_ parameter: ReportParameter, _ read: @escaping @Sendable ([String]) -> Value) {
        (self.parameter, self.read) = (parameter, read)
    }
}

extension ReportKey {
    /// A choice that holds until another is made.
    package static func choice(
        _ name: String, standard: Value, help: String, label: String? = nil, optionName: String? = nil
    ) -> Self where Value: RawRepresentable<String> & CaseIterable {
        Self(parameter(name, standard: standard.rawValue, help: help, label: label, optionName: optionName)) {
            $0.first.flatMap { Value(rawValue: $0) } ?? standard
        }
    }

    /// A choice that need not be made.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, help: String, label: String? = nil
    ) -> Self where Value == Choice? {
        ReportKey<Choice?>(ReportKey<Choice>.parameter(name, standard: nil, help: help, label: label)) {
            $0.first.flatMap { Choice(rawValue: $0) }
        }
    }

    private static func parameter(
        _ name: String, standard: String?, help: String, label: String?, optionName: String? = nil
    ) -> ReportParameter where Value: RawRepresentable<String> & CaseIterable {
        let words = Value.allCases.map(\.rawValue)
        return ReportParameter(
            name, .choice(words), standard: standard, help: help, valueName: words.joined(separator: "|"), label: label,
            optionName: optionName)
    }
}

extension ReportKey where Value == Int {
    /// - Parameter range: of the numbers that may be asked for.
    package static func number(
        _ name: String, standard: Int, in range: ClosedRange<UInt64> = 1...ReportParameter.most, help: String,
        label: String? = nil, optionName: String? = nil
    ) -> Self {
        let parameter = ReportParameter(
            name, .number(range), standard: String(standard), help: help, valueName: "n", label: label,
            optionName: optionName
        )
        return Self(parameter) { $0.first.flatMap { Int($0) } ?? standard }
    }
}

extension ReportKey where Value == Int? {
    /// - Parameter range: of the numbers that may be asked for.
    package static func number(
        _ name: String, in range: ClosedRange<UInt64> = 1...ReportParameter.most, help: String, valueName: String = "n",
        label: String? = nil, optionName: String? = nil
    ) -> Self {
        let parameter = ReportParameter(
            name, .number(range), help: help, valueName: valueName, label: label, optionName: optionName)
        return Self(parameter) { $0.first.flatMap { Int($0) } }
    }
}

extension ReportKey where Value == UInt64 {
    /// A seed: any number.
    package static func seed(_ name: String, standard: UInt64, help: String) -> Self {
        let parameter = ReportParameter(
            name, .number(0...UInt64.max), standard: String(standard), help: help, valueName: "number")
        return Self(parameter) { $0.first.flatMap { UInt64($0) } ?? standard }
    }
}

extension ReportKey where Value == [UInt8] {
    /// Weeks of a season.
    package static func weeks(_ name: String, help: String, label: String) -> Self {
        let parameter = ReportParameter(
            name, .numbers(ReportKey<Int?>.weeks), help: help, valueName: "n", label: label)
        return Self(parameter) { $0.compactMap { UInt8($0) } }
    }
}

extension ReportKey where Value == Int? {
    /// The numbers of weeks.
    package static var weeks: ClosedRange<UInt64> {
        UInt64(SeasonState.weeks.lowerBound)...UInt64(SeasonState.weeks.upperBound)
    }
}

extension ReportKey where Value == String? {
    package static func text(
        _ name: String, help: String, valueName: String? = nil, label: String? = nil
    ) -> Self {
        Self(ReportParameter(name, .text, help: help, valueName: valueName ?? name, label: label)) { $0.first }
    }
}

extension ReportKey where Value == Timestamp? {
    package static func time(_ name: String, help: String, label: String? = nil) -> Self {
        Self(ReportParameter(name, .time, help: help, valueName: "time", label: label)) {
            $0.first.flatMap { Timestamp(iso8601: $0) }
        }
    }
}

extension ReportKey where Value == PlayerPosition? {
    /// The players that a report lists.
    package static func position(_ name: String, help: String) -> Self {
        Self(ReportParameter(name, .position, help: help, valueName: "position")) {
            $0.first.flatMap { PlayerPosition(abbreviation: $0) }
        }
    }
}

extension ReportKey where Value == Bool {
    /// A parameter that is true if it is given.
    package static func flag(_ name: String, help: String, label: String? = nil) -> Self {
        Self(ReportParameter(name, .flag, help: help, valueName: "true", label: label)) { !$0.isEmpty }
    }
}

extension ReportKey where Value == [String] {
    /// The paths of files of an analyst's own.
    package static func files(_ name: String, _ file: ReportFile, isRepeated: Bool = false, help: String) -> Self {
        Self(ReportParameter(name, .file(file, isRepeated: isRepeated), help: help, valueName: "file")) { $0 }
    }
}
