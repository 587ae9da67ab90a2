import Foundation
import PackagePlugin

/// Writes the commit of the sources into the program before each build.
///
/// The manifest cannot: SwiftPM keeps what it once said, so that a later build would name an earlier commit.
@main
struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
        let folder = context.pluginWorkDirectoryURL.appending(path: "Commit")
        return [
            .prebuildCommand(
                displayName: "Reading the commit", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", Self.script, "sh", context.package.directoryURL.path(), folder.path()],
                outputFilesDirectory: folder)
        ]
    }

    /// The arguments are the package and the folder of the file, which stays untouched while the commit is the same. Sources
    /// that differ from the commit are `modified`; without Git the commit is nil.
    private static let script = #"""
        cd "$1" && file=$2/Commit.swift commit=nil && mkdir -p "$2"
        if [ -e .git ] && id=$(git rev-parse --short=12 HEAD 2>/dev/null); then
            [ -z "$(git status --porcelain -- Package.swift Sources 2>/dev/null)" ] || id=$id.modified
            commit="\"$id\""
        fi
        text="/// The commit of the sources; nil if it is unknown.
        let sourceCommit: String? = $commit"
        [ "$(cat "$file" 2>/dev/null)" = "$text" ] || printf '%s\n' "$text" >"$file"
        """#
}
