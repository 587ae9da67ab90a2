import ArgumentParser
struct SimulateCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(commandName: "simulate")
    func execute(on console: Console) throws -> ExitStatus { .done }
}
struct ImportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(commandName: "import")
    func execute(on console: Console) throws -> ExitStatus { .done }
}
struct ExportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(commandName: "export")
    func execute(on console: Console) throws -> ExitStatus { .done }
}
