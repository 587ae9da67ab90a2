import Foundation
import NIOCore
import Testing

@testable import BetServer  // the files of the pages are the module's own

@Suite struct WebFilesTests {
    private static let web = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/BetServer/Web")

    /// A file that C does not embed is on no page.
    @Test func everyFileOfThePagesIsPartOfTheBinary() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.web.path)
        #expect(names.count > 15)
        for name in names {
            let bytes = try Data(contentsOf: Self.web.appending(path: name))
            #expect(BetSite.contents[name].map { Data($0) } == bytes, "\(name)")
        }
    }

    @Test func scriptsImportOnlyFilesOfThePages() {
        for (name, content) in BetSite.contents where name.hasSuffix(".js") {
            for match in String(decoding: content, as: UTF8.self).matches(of: #/from "\.\/([^"]+)"/#) {
                #expect(BetSite.contents[String(match.output.1)] != nil, "\(name) imports \(match.output.1)")
            }
        }
    }

    @Test func everyPageHasItsScriptAndNoPlaceIsLeftOver() {
        let site = BetSite(isDev: false)
        #expect(site.pages.count == BetPage.all.count)
        for page in BetPage.all {
            let html = site.pages[page.path].map { String(buffer: $0.plain) } ?? ""
            #expect(html.contains("/web/\(site.version)/\(page.name).js") && !html.contains("{{"), "\(page.path)")
        }
    }

    @Test func theVersionFollowsFromTheContent() {
        #expect(BetSite(isDev: true).version == BetSite(isDev: true).version)
        #expect(BetSite(isDev: true).version != BetSite(isDev: false).version)
    }
}
