import Delivery
import Foundation
import Notices

/// The channels over which members are told what happens.
package struct NoticeOptions: Sendable {
    /// A file that takes all notices, in place of the services that deliver them.
    package var file: String?
    /// The file with the key of Firebase's service account.
    package var firebase: String?
    /// The address of Firebase's service for push messages.
    package var pushAddress = FCMChannel.Settings.productionAddress
    /// A file with certificates to trust in addition to those of the system.
    package var trust: String?
    package var apple = Apple()
    package var mail = Mail()

    /// Live Activities by Apple's service.
    package struct Apple: Sendable {
        package var key: String?
        package var keyID: String?
        package var team: String?
        package var bundle: String?
        package var address = APNsChannel.Settings.productionAddress
    }

    /// E-mail by a relay.
    package struct Mail: Sendable {
        package var host: String?
        package var port = 587
        package var from: String?
        /// The file with the name and the password for the relay, a line each.
        package var login: String?
    }

    package init() {}

    /// - Throws: the reason why a channel cannot be used.
    func channels() throws -> [any NoticeChannel] {
        var channels: [any NoticeChannel] = []
        if let file { channels.append(try FileChannel(path: file)) }
        if let firebase {
            channels.append(try FCMChannel(FCMChannel.Settings(serviceAccount: firebase, address: pushAddress)))
        }
        if let host = mail.host { channels.append(try mailChannel(at: host)) }
        return channels
    }

    private func mailChannel(at host: String) throws -> SMTPChannel {
        guard let from = mail.from else {
            throw DeliverySettingsError(.badValue, in: "notices.mail.from", "The sender of e-mails is missing.")
        }
        var settings = SMTPChannel.Settings(host: host, port: mail.port, from: from)
        if let login = mail.login {
            let text = try String(contentsOfFile: login, encoding: .utf8)
            let lines = text.split(whereSeparator: \.isNewline)
            guard lines.count == 2 else {
                throw DeliverySettingsError(
                    .badValue, in: login,
                    "The file has \(lines.count) lines. Write the name and the password, a line each.")
            }
            (settings.user, settings.password) = (String(lines[0]), String(lines[1]))
        }
        settings.trustedCertificates = trust
        return try SMTPChannel(settings)
    }

    /// - Returns: nil where lock screens are not updated.
    /// - Throws: the reason why the channel cannot be used.
    func activityChannel() throws -> APNsChannel? {
        guard let key = apple.key else { return nil }
        guard let keyID = apple.keyID, let team = apple.team, let bundle = apple.bundle else {
            throw DeliverySettingsError(
                .badValue, in: "notices.apple",
                "Set key, keyid, team and bundle: Apple's service accepts a key only with its ID, its team and the app."
            )
        }
        return try APNsChannel(
            APNsChannel.Settings(
                keyFile: key, keyID: keyID, team: team, bundle: bundle, address: apple.address,
                trustedCertificates: trust))
    }
}
