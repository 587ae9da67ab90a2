import Pages
package import TextFormats

extension RouteDescription {
    /// The body that an operation reads.
    package struct Body: Sendable {
        package let type: String
        package let schema: JSON

        package static func json(_ shape: String) -> Body {
            Body(type: "application/json", schema: Shape.schema(of: shape))
        }
        package static let csv = Body(type: "text/csv", schema: ["type": "string"])
    }

    /// The answer of an operation that succeeds.
    package struct Answer: Sendable {
        package var status = 200
        package var contents: [(type: String, schema: JSON)] = []
        package var details = ""
        /// Whether `304` is answered to a client that has the answer already.
        var isCached = false
        /// Whether `Link: rel="next"` leads to the rest.
        var isPaged = false
        /// The status of a refusal that has the shape of a success; nil if refusals are problems only.
        var refusal: Int?
        /// Whether errors have the shape of the app.
        package var isOfApp = false

        private static func of(_ type: String, _ details: String, _ schema: JSON = ["type": "string"]) -> Answer {
            Answer(contents: [(type, schema)], details: details)
        }

        private static let csv = (type: "text/csv", schema: JSON(dictionaryLiteral: ("type", "string")))

        package static func json(_ shape: String) -> Answer {
            of("application/json", "\(shape).", Shape.schema(of: shape))
        }
        static func accepted(_ shape: String) -> Answer {
            var answer = json(shape)
            answer.status = 202
            return answer
        }

        /// JSON, or CSV by `Accept: text/csv`.
        static func page(_ shape: String) -> Answer {
            var answer = json(shape)
            answer.contents.append(csv)
            answer.isCached = true
            return answer
        }

        static func report(_ type: any TabledReport.Type) -> Answer {
            var answer = page(type.shapeName)
            answer.contents.append((type: "application/vnd.sqlite3", schema: ["type": "string", "format": "binary"]))
            return answer
        }

        static func lines(_ shape: String) -> Answer {
            let schema: JSON = [
                "type": "string", "description": .of("One \(shape) a line: #/components/schemas/\(shape)."),
            ]
            var answer = of("application/x-ndjson", "One \(shape) a line.", schema)
            answer.isPaged = true
            return answer
        }

        package static let text = of("text/plain", "Text.")
        static let html = of("text/html", "A page.")
        package static func file(_ type: String) -> Answer {
            of(type, "A file.", ["type": "string", "format": "binary"])
        }
        package static func stream(_ events: String) -> Answer {
            of("text/event-stream", "Server-sent events: \(events).")
        }
        package static let nothing = Answer(status: 204, details: "Done.")
        static let redirect = Answer(status: 303, details: "The address to go to, in Location.")
        package static func app(_ shape: String) -> Answer {
            var answer = json(shape)
            answer.isOfApp = true
            return answer
        }

        /// The same answer, of which `limit` items are sent at a time.
        var paged: Answer {
            var answer = self
            answer.isPaged = true
            return answer
        }

        /// The same answer, also with the status of a refusal.
        func orRefused(_ status: Int) -> Answer {
            var answer = self
            answer.refusal = status
            return answer
        }

        /// The same answer without a tag.
        var uncached: Answer {
            var answer = self
            answer.isCached = false
            return answer
        }

        /// The same answer with the errors of the app.
        package var ofApp: Answer {
            var answer = self
            answer.isOfApp = true
            return answer
        }
    }
}
