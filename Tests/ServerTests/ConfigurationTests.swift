import Draft
import DraftLedger
import Foundation
import NIOCore
import Platform
import TestSupport
import Testing

@testable import Server  // quotas are the module's own

/// Settings: which word counts, and that none that is wrong goes unnoticed.
@Suite struct ConfigurationTests {
    private let directory = TemporaryDirectory()

    private func options(
        flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil,
        name: String = "settings.json"
    ) throws -> ServerOptions {
        var options = ServerOptions(software: SoftwareStarted(rulesVersion: 3, version: "", commit: ""))
        let path = try file.map { try directory.write($0, to: name) }
        try ServerConfiguration(flags: flags, environment: environment, file: path).apply(to: &options)
        return options
    }

    @Test func flagsGoBeforeTheEnvironmentAndThatBeforeTheFile() throws {
        let file = """
            {"listen": "[::1]:4000", "log": {"level": "debug"}, "rates": {"commands": 7},
             "cors": {"origins": ["https://app.example.com", "http://localhost:5173"]}, "proxy": {"trusted": true}}
            """
        let environment = ["DRAFT_LEDGER_LISTEN": "0.0.0.0:5000", "DRAFT_LEDGER_RATES_READS": "9", "PATH": "/bin"]
        let all = try options(flags: ["listen": "127.0.0.1:0"], environment: environment, file: file)
        #expect(all.host == "127.0.0.1" && all.port == 0 && all.operations.logLevel == "debug")
        #expect(all.operations.rates?.commands.quota == 7 && all.operations.rates?.reads.quota == 9)
        #expect(all.operations.allowedOrigins == ["https://app.example.com", "http://localhost:5173"])
        #expect(all.operations.proxies.includesEveryone)
        let two = try options(environment: environment, file: file)
        #expect(two.host == "0.0.0.0" && two.port == 5000)
        for text in [file, "\u{FEFF}" + file] {
            let one = try options(file: text)
            #expect(one.host == "::1" && one.port == 4000)
        }
        let none = try options()
        #expect(none.host == "127.0.0.1" && none.port == 3_000 && none.operations.rates == nil)
    }

    @Test func variablesThatKubernetesAndDockerInjectAreIgnored() throws {
        let injected = [
            "DRAFT_LEDGER_PORT": "tcp://10.96.0.7:3000", "DRAFT_LEDGER_SERVICE_HOST": "10.96.0.7",
            "DRAFT_LEDGER_SERVICE_PORT": "3000", "DRAFT_LEDGER_SERVICE_PORT_HTTP": "3000",
            "DRAFT_LEDGER_PORT_3000_TCP": "tcp://10.96.0.7:3000", "DRAFT_LEDGER_PORT_3000_TCP_PROTO": "tcp",
            "DRAFT_LEDGER_PORT_3000_TCP_PORT": "3000", "DRAFT_LEDGER_PORT_3000_TCP_ADDR": "fd00::7",
            "DRAFT_LEDGER_READ_SERVICE_HOST": "10.96.0.8", "DRAFT_LEDGER_READ_PORT": "udp://[fd00::8]:53",
            "DRAFT_LEDGER_READ_PORT_53_UDP_ADDR": "fd00::8", "DRAFT_LEDGER_NAME": "/app/draft-ledger",
            "DRAFT_LEDGER_ENV_LANG": "C.UTF-8", "DRAFT_LEDGER_LISTEN": "127.0.0.1:5000",
            "DRAFT_LEDGER_READ_ENV_PATH": "/bin", "DRAFT_LEDGER_READ_NAME": "/app/draft-ledger-read",
            "DRAFT_LEDGER_SERVICE_PORT_HTTP_2": "8080", "DRAFT_LEDGER_PORT_53_SCTP": "sctp://10.96.0.7:53",
            "DRAFT_LEDGER_PORT_3000_TCP_START": "tcp://10.96.0.7:3000", "DRAFT_LEDGER_PORT_3000_TCP_PORT_END": "3009",
        ]
        #expect(try options(environment: injected).port == 5_000)
    }

    @Test(arguments: [
        ("DRAFT_LEDGER_LISTN", "127.0.0.1:1", "DRAFT_LEDGER_LISTEN"),
        ("DRAFT_LEDGER_LOG_LEVLE", "debug", "DRAFT_LEDGER_LOG_LEVEL"), ("DRAFT_LEDGER_PORT", "3000", ""),
        ("DRAFT_LEDGER_SERVICE_HOST", "0.0.0.0:80/x", ""), ("DRAFT_LEDGER_PORT_3000_TCP", "3000", ""),
        ("DRAFT_LEDGER_NAME", "drafts", ""), ("DRAFT_LEDGER_ENV", "production", ""),
        ("DRAFT_LEDGER_SERVICE_PORT", "70000", ""), ("DRAFT_LEDGER_PORT_3000_TCP_PROTO", "http", ""),
        ("DRAFT_LEDGER_PORT", "http://10.96.0.7:3000", ""), ("DRAFT_LEDGER_SERVICE_HOST", "", ""),
    ])
    func aMistypedSettingIsStillRefused(name: String, value: String, nearest: String) throws {
        let error = #expect(throws: ServerConfigurationError.self) {
            try options(environment: [name: value])
        }
        let text = try #require(error?.description)
        #expect(text.contains(name) && (nearest.isEmpty || text.contains("Did you mean '\(nearest)'?")), "\(text)")
    }

    /// Earlier versions read YAML: its users are told what to do, and no setting is ignored.
    @Test(arguments: ["settings.yaml", "settings.YML"])
    func aFileOfYAMLIsToldHowToBecomeJSON(name: String) throws {
        let error = #expect(throws: ServerConfigurationError.self) {
            try options(file: "listen: \"[::1]:4000\"\n", name: name)
        }
        let text = try #require(error?.description)
        #expect(text.contains(name) && text.contains("--print-configuration"), "\(text)")
    }

    @Test func namesMayBeNestedOrDottedAndNullIsTheDefault() throws {
        let file = #"{"rates.commands": 7, "rates": {"reads": 9}, "public": {"origin": null}, "limits": {}}"#
        let all = try options(file: file)
        #expect(all.operations.rates?.commands.quota == 7 && all.operations.rates?.reads.quota == 9)
        #expect(all.publicOrigin == nil)
        #expect(throws: ServerConfigurationError.self) {
            try options(file: #"{"rates.commands": 7, "rates": {"commands": 9}}"#)
        }
    }

    @Test func proxiesAreAddressesOrTheOlderWord() throws {
        let file = #"{"proxy": {"trusted": ["10.0.0.0/8", "::1"], "header": "forwarded", "protocol": true}}"#
        let proxies = try options(file: file).operations.proxies
        #expect(proxies.ranges.map(\.description) == ["10.0.0.0/8", "::1"] && !proxies.includesEveryone)
        #expect(proxies.field == .forwarded && proxies.sendProxyHeader)
        for word in ["true", "false"] {
            let old = try options(environment: ["DRAFT_LEDGER_PROXY_TRUSTED": word]).operations.proxies
            #expect(old.includesEveryone == (word == "true") && old.ranges.isEmpty)
        }
        let several = try options(environment: ["DRAFT_LEDGER_PROXY_TRUSTED": "127.0.0.1,10.0.0.0/8"])
        #expect(several.operations.proxies.ranges.count == 2)
    }

    /// A flag for any setting is read as the environment is.
    @Test func everySettingCanBeAFlag() throws {
        let flags = [
            "times.idle": "7", "metrics.public": "true", "cors.origins": "https://a.example,https://b.example",
            "public.origin": "https://drafts.example.com", "address.connections": "3", "ready.disk": "1",
        ]
        let all = try options(flags: flags, environment: ["DRAFT_LEDGER_TIMES_IDLE": "9"])
        #expect(all.limits.idleTime == .seconds(7) && all.operations.showsMetricsToAll)
        #expect(all.operations.allowedOrigins.count == 2 && all.publicOrigin == "https://drafts.example.com")
        #expect(all.limits.connectionsPerAddress == 3 && all.operations.diskFloor == 1 << 20)
    }

    /// The documentation has a row for each setting, made of the same description.
    @Test func theDocumentationListsEverySetting() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "Sources/Server/Server.docc/Settings.md"), encoding: .utf8)
        var options = ServerOptions(software: SoftwareStarted(rulesVersion: 3, version: "", commit: ""))
        options.operations.logLevel = "notice"
        options.operations.rates = RateLimits()
        let table = ServerConfiguration.table(of: options)
        #expect(page.contains(table), "Sources/Server/Server.docc/Settings.md needs this table:\n\(table)")
    }

    /// The files of settings in the articles are read as a server reads them.
    @Test(arguments: ["Settings", "RunningAServer"])
    func theFilesInArticlesAreRead(article: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "Sources/Server/Server.docc/\(article).md"), encoding: .utf8)
        let files = text.matches(of: #/```json\n(?<json>\{[^`]+)```/#).map { String($0.output.json) }
        #expect(files.count == 1)
        for file in files { #expect(try !options(file: file).operations.proxies.includesEveryone) }
    }

    @Test func whatIsShownIsAFileOfSettings() throws {
        let changed = try options(file: #"{"rates": {"commands": 7}, "streams": {"most": 3}}"#)
        let again = try options(file: ServerConfiguration.document(of: changed))
        #expect(ServerConfiguration.document(of: again) == ServerConfiguration.document(of: changed))
        #expect(again.operations.streamsPerClient == 3 && again.operations.rates?.commands.quota == 7)
    }

    @Test(arguments: [
        "{", "[]", "7", #"{"lisen": "x:1"}"#, #"{"log": {"levle": "info"}}"#, #"{"log": "info"}"#,
        #"{"log": {"level": "loud"}}"#, #"{"log": {"level": 3}}"#, #"{"listen": "nowhere"}"#, #"{"listen": "a:70000"}"#,
        #"{"listen": ":1"}"#, #"{"listen": "::1:80"}"#, #"{"rates": {"commands": 0}}"#, #"{"rates": {"commands": -1}}"#,
        #"{"rates": {"commands": "many"}}"#, #"{"rates": {"commands": 1.5}}"#, #"{"metrics": {"public": "yes"}}"#,
        #"{"cors": {"origins": ["https://a.example/path"]}}"#, #"{"cors": {"origins": ["*"]}}"#,
        #"{"cors": {"origins": "https://a.example"}}"#, #"{"limits": {"readers": 0}}"#,
        #"{"proxy": {"trusted": ["10.0.0.0/33"]}}"#, #"{"proxy": {"trusted": ["true", "::1"]}}"#,
        #"{"proxy": {"trusted": "::1"}}"#, #"{"proxy": {"header": "via"}}"#, #"{"public": {"origin": "drafts"}}"#,
        #"{"public": {"origin": "https://a.example/"}}"#, #"{"times": {"idle": 0}}"#, #"{"log": {"addresses": "no"}}"#,
    ])
    func aFileThatIsWrongIsTold(file: String) throws {
        let error = #expect(throws: ServerConfigurationError.self) { try options(file: file) }
        #expect(error?.description.contains("settings.json") == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        ["DRAFT_LEDGER_LISTN": "x"], ["DRAFT_LEDGER_RATES_COMMANDS": "many"], ["DRAFT_LEDGER_LISTEN": ""],
        ["DRAFT_LEDGER_METRICS_PUBLIC": "perhaps"],
    ])
    func anEnvironmentThatIsWrongIsTold(environment: [String: String]) throws {
        let error = #expect(throws: ServerConfigurationError.self) { try options(environment: environment) }
        #expect(error?.description.contains("environment") == true)
        // A secret of the environment is not repeated: only names are.
        #expect(error?.description.contains("many") != true)
    }

    @Test func aFileThatIsNotThereIsTold() throws {
        #expect(throws: ServerConfigurationError.self) {
            try ServerConfiguration(flags: [:], environment: [:], file: directory("nothing.json"))
        }
    }

    @Test(arguments: [
        (Errno.addressInUse, "127.0.0.1", "Another program listens on 127.0.0.1:3000. Stop it, or"),
        (.addressInUse, "::1", "Another program listens on [::1]:3000. Stop it, or"),
        (.addressNotAvailable, "192.0.2.1", "does not have the address 192.0.2.1:3000"),
        (.accessDenied, "127.0.0.1", "may not listen on 127.0.0.1:3000: Permission denied"),
        (.inputOutput, "127.0.0.1", "The server at 127.0.0.1:3000 ended: "),
    ])
    func aServerThatEndsSaysWhy(error: Errno, host: String, words: String) {
        let reason = IOError(errnoCode: error.rawValue, reason: "bind").reason(ofServerAt: HostAndPort(host, 3000))
        #expect(reason.contains(words))
    }
}
