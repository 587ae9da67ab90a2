import Draft
import DraftLedger
import Merkle
import Records
import TextFormats

/// By which keys the claimant signs and how each came, and what the claimant has signed: for people, and for OpenSSL.
struct KeysDocument {
    private let history: PickHistory
    private let bundle: EvidenceBundle

    init(_ history: PickHistory, in bundle: EvidenceBundle) {
        self.history = history
        self.bundle = bundle
    }

    private var devices: [KeyRing.DeviceKey] {
        bundle.claim.claimant.map(history.signatures.keys.devices(of:)) ?? []
    }

    /// The commands of the claimant in the room that verify, with all that it takes to verify one.
    struct SignedCommand {
        let position: UInt64
        let key: PublicKey
        let message: [UInt8]
        let signature: [UInt8]
    }

    /// In the order of the ledger.
    var signed: [SignedCommand] {
        guard let claimant = bundle.claim.claimant else { return [] }
        let roots = EvidenceRoots(bundle.earlier)
        return CommandGroup.groups(of: history.room.events).compactMap { group -> SignedCommand? in
            guard let origin = group.origin, origin.actor == .user(claimant), let signature = origin.signature,
                history.signatures.room.genuine.contains(group.first.position),
                let key = devices.first(where: { $0.key.id == signature.key })?.key,
                let root = roots.root(at: signature.anchor)
            else { return nil }
            let sight = CommandSight(anchor: signature.anchor, root: root, seenVersion: signature.seenVersion)
            let seal = CommandSeal(key: key, sight: sight, signature: signature.bytes)
            let messages = (group.commandsTold ?? []).map {
                SignableCommand(
                    $0, id: origin.commandID, actor: origin.actor, dispute: origin.dispute, ledger: bundle.claim.origin)
            }
            guard let signable = messages.first(where: seal.isGenuine) else { return nil }
            return SignedCommand(
                position: group.first.position, key: key, message: signable.message(for: key, at: sight),
                signature: key.signatureInDER(signature.bytes))
        }
    }

    /// As the member `keys` of `details.json`: the keys, and of each signed command the signed bytes, the signature and the
    /// key in the forms that OpenSSL reads, in base64.
    var json: JSON {
        [
            "claimant": .of(bundle.claim.claimant),
            "keys": .array(devices) { device in
                let by = device.added.origin?.signature?.key
                return [
                    "key": .of(device.key.bytes.hexadecimal), "id": .of(device.key.id.description),
                    "added": .of(device.added.position), "addedAt": .of(device.added.recordedAt),
                    "by": .of(by?.description), "removed": .of(device.removed?.position),
                    "removedAt": .of(device.removed?.recordedAt),
                ]
            },
            "signed": .array(signed) { command in
                [
                    "position": .of(command.position), "key": .of(command.key.id.description),
                    "message": .of(Base64.encode(command.message)),
                    "signature": .of(Base64.encode(command.signature)),
                    "keyInDER": .of(Base64.encode(command.key.subjectPublicKeyInfo)),
                ]
            },
        ]
    }
}
