import Foundation
import Merkle
import Testing

@Suite struct NoteVectorTests {
    private struct Cases: Decodable {
        struct Case: Decodable {
            let Name, Go_note_Open: String
            let Note_b64: Data
            let Verified, Unverified: Int
        }
        let cases: [Case]
        let vkey: String
    }

    /// The verdicts of Go's `note.Open`. We refuse two that it accepts: it looks only at the first line of a key, and
    /// takes base64 with stray bits.
    @Test func notesOpenAsInGoOrMoreStrictly() throws {
        let stricter: Set = ["forged_second_log_sig", "noncanonical_base64"]
        let file = try TestFiles.json(Cases.self, "note-open-cases.json", in: TestFiles.fixture)
        let key = try VerifierKey(file.vkey)
        #expect(file.cases.count == 19)
        for given in file.cases {
            do {
                let verified = try SignedNote(Array(given.Note_b64)).verified(by: [key])
                #expect(given.Go_note_Open == "accept" && !stricter.contains(given.Name), "\(given.Name)")
                #expect(verified.signatures.count == given.Verified, "\(given.Name)")
                #expect(verified.unknown.count == given.Unverified, "\(given.Name)")
            } catch is FormatError {
                let isMalformed = given.Go_note_Open == "reject: malformed note" || given.Name == "noncanonical_base64"
                #expect(isMalformed, "\(given.Name)")
            } catch TrustError.badSignature(_, let id) {
                let isBad = given.Go_note_Open == "reject: invalid signature for key \(key.name)+\(id)"
                #expect(isBad || given.Name == "forged_second_log_sig", "\(given.Name)")
            } catch TrustError.noKnownSigner {
                #expect(given.Go_note_Open == "reject: note has no verifiable signatures", "\(given.Name)")
            }
        }
    }

    private struct Vector: Decodable {
        let name, vkey: String
        let skey, note: String?
        let vkey_valid, valid: Bool?
        let note_type: Int?
    }

    @Test(.enabled(if: TestFiles.hasVectors, Comment(rawValue: TestFiles.noVectors)))
    func keysAndNotesOfGoC2SPAndTransparencyDev() throws {
        let path = "signed-note/signed-note-vectors.json"
        let vectors = try TestFiles.json([Vector].self, path, in: TestFiles.vectors)
        #expect(vectors.count == 8)
        for vector in vectors {
            let isOurs = vector.vkey_valid ?? (vector.note_type == nil)
            guard isOurs else {
                // Malformed, or the ECDSA key of another log: refused by its type.
                #expect(throws: FormatError.self, "\(vector.name)") { try VerifierKey(vector.vkey) }
                if let note = vector.note { _ = try SignedNote(Array(note.utf8)) }
                continue
            }
            let key = try VerifierKey(vector.vkey)
            #expect(key.text == vector.vkey)
            if let secret = vector.skey { #expect(try SignerKey(secret).verifierKey == key, "\(vector.name)") }
            if let note = vector.note {
                #expect(try SignedNote(Array(note.utf8)).verified(by: [key]).signatures.count == 1, "\(vector.name)")
                #expect(try SignedNote(Array(note.utf8)).description == note)
            }
        }
    }
}
