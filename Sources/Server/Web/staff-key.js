// The key of a staff member, read from its file into this page. It never leaves the page and cannot be exported.

/** @typedef {{publicKey: string, sign: (message: Uint8Array) => Promise<Uint8Array>}} Signer */

const fileHead = "draft-ledger/key@v1 ed25519 ";
/** The prefix of a 32-byte Ed25519 private key in PKCS #8 (RFC 8410). */
const prefix = "302e020100300506032b657004220420";

/** @type {Signer | null} */
let current = null;

/** The loaded key, or null. */
export const signer = () => current;

export function forgetKey() { current = null; }

/** @param {string} digits */
export const bytes = digits => Uint8Array.from(digits.match(/../g) ?? [], pair => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
export const digits = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");

/**
 * Parses a key file, as `draftledger staff key` creates it.
 *
 * @param {string} text
 * @throws {Error} if the file is not a key file, or in a browser without Ed25519
 */
export async function readKey(text) {
  const line = text.trim(), seed = line.slice(fileHead.length);
  if (!line.startsWith(fileHead) || !/^[0-9a-f]{64}$/.test(seed))
    throw new Error("This is not a key file. A key file has one line that starts with draft-ledger/key@v1 ed25519.");
  const document = bytes(prefix + seed);
  let open;
  try {
    open = await crypto.subtle.importKey("pkcs8", document, "Ed25519", true, ["sign"]);
  } catch {
    throw new Error("This browser cannot sign with Ed25519. Use a newer browser or the command line.");
  }
  const { x } = await crypto.subtle.exportKey("jwk", open);
  const closed = await crypto.subtle.importKey("pkcs8", document, "Ed25519", false, ["sign"]);
  document.fill(0);
  const content = Uint8Array.from(atob((x ?? "").replaceAll("-", "+").replaceAll("_", "/")), part => part.charCodeAt(0));
  current = {
    publicKey: "01" + digits(content),
    sign: async message => new Uint8Array(await crypto.subtle.sign("Ed25519", closed, /** @type {any} */ (message))),
  };
  return current;
}

/**
 * Compares the message to sign with the requested command: ledger, sender, case, key, observed state and id, each at its place
 * in the format of signed commands. Only the command's own fields are not checked.
 *
 * @param {any} answer of `/v1/commands/signable`
 * @param {{person: number, onBehalfOf: number | null, dispute: number | null, id: string, publicKey: string, sender?: bigint}} asked
 *   `sender`: as recorded, if it is not a staff member
 * @returns {Promise<Uint8Array>} the bytes to sign
 */
export async function checkedMessage(answer, asked) {
  const message = bytes(answer.message), text = new TextEncoder().encode(answer.origin);
  const numbers = new DataView(message.buffer);
  let at = 0;
  const expect = (part, what) => {
    const found = message.subarray(at, at += part.length);
    if (found.length !== part.length || part.some((byte, index) => byte !== found[index]))
      throw new Error(`The server returned a different command than requested: another ${what}. Nothing was signed.`);
  };
  const word = number => { const made = new Uint8Array(8); new DataView(made.buffer).setBigUint64(0, number, true); return made; };
  expect(new TextEncoder().encode("draft-ledger/command@v1\n"), "kind of text");
  expect(word(BigInt(text.length)), "ledger");
  expect(text, "ledger");
  expect(word(asked.sender ?? (3n << 60n | BigInt(asked.person) << 30n | BigInt(asked.onBehalfOf ?? 0))), "sender");
  expect(word(asked.dispute ? BigInt(asked.dispute) : 0xffffffffffffffffn), "case");
  expect(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(asked.publicKey))), "key");
  expect(word(BigInt(answer.anchor)), "checkpoint");
  expect(bytes(answer.root), "checkpoint");
  at += 8 + Number(numbers.getBigUint64(at, true));
  expect(bytes(asked.id), "id");
  expect(word(BigInt(answer.seenVersion)).slice(0, 4), "version");
  if (at !== message.length) throw new Error("The server returned a different command than requested. Nothing was signed.");
  return message;
}
