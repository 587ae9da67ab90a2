// The key of this device, for contests that require signed picks: the browser creates and keeps it, and it cannot be exported.
import { Problem, command, random, request, sealBy, send } from "./api.js";
import { bytes, checkedMessage, digits } from "./staff-key.js";

/** @typedef {{pair: CryptoKeyPair, publicKey: string, isRegistered: boolean}} DeviceKey */

/** @param {"readonly" | "readwrite"} mode @param {(store: IDBObjectStore) => IDBRequest} work @returns {Promise<any>} */
async function stored(mode, work) {
  let opening;
  try {
    opening = indexedDB.open("draftledger", 1);
  } catch {
    throw nothingKept();
  }
  opening.onupgradeneeded = () => { opening.result.createObjectStore("keys"); };
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction("keys", mode).objectStore("keys")));
  } finally {
    database.close();
  }
}

const nothingKept = () => new Error("This browser stores no data for this site, so it cannot keep a key. Allow storage, or use another browser.");

/** @param {IDBRequest} request @returns {Promise<any>} */
const settled = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(nothingKept());
});

/** @param {string} name @param {any} value */
const keep = (name, value) => stored("readwrite", store => store.put(value, name));
/** @param {string} name */
const kept = name => stored("readonly", store => store.get(name));

/** This device's key for a user, created if missing. @param {number} user @returns {Promise<DeviceKey>} */
async function deviceKey(user) {
  const known = await kept(`key ${user}`);
  if (known) return known;
  let pair;
  try {
    pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]));
  } catch {
    throw new Error("This contest requires signed picks, and this browser cannot sign with Ed25519. Use a newer browser.");
  }
  const content = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const key = { pair, publicKey: "01" + digits(content), isRegistered: false };
  await keep(`key ${user}`, key);
  return key;
}

/** @param {DeviceKey} key @param {number} user @param {any} sent the command @param {string} id */
async function seal(key, user, sent, id) {
  const answer = await request("POST", `/v1/commands/signable?key=${key.publicKey}`, { body: { ...sent, id }, tries: 6 });
  const sender = 1n << 60n | BigInt(user) << 30n;
  const message = await checkedMessage(answer, { person: user, onBehalfOf: null, dispute: null, id, publicKey: key.publicKey, sender });
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", key.pair.privateKey, /** @type {any} */ (message)));
  const { anchor, root, seenVersion } = answer;
  return { key: key.publicKey, anchor, root, seenVersion, signature: digits(signature) };
}

/**
 * Signs every later command with this device's key. The first key of a user is accepted as it is; the key of another device
 * must be added from a known device.
 *
 * @param {number} user
 * @throws {Problem} if the user has keys and this is not one of them
 */
export async function signAs(user) {
  const key = await deviceKey(user);
  sealBy((sent, id) => seal(key, user, sent, id));
  if (key.isRegistered) return;
  try {
    await command({ kind: "addDeviceKey", user, keyForm: "ed25519", key: key.publicKey.slice(2) });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "alreadyExists") {
      sealBy(null);
      throw error;
    }
  }
  await keep(`key ${user}`, { ...key, isRegistered: true });
}

/** The commitment of a join to the draw: the digest of stored entropy that is revealed when the room is full. */
export async function sealedEntropy() {
  const secret = random(16), digest = digits(new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {any} */ (bytes(secret)))));
  await keep(`draw ${digest}`, secret);
  return digest;
}

/** Stores the room of a join. @param {number} room @param {string} digest */
export const keepEntropy = async (room, digest) => keep(`room ${room}`, await kept(`draw ${digest}`));

/** The entropy of a join whose answer was lost, found by its recorded digest. @param {number} room @param {number} user */
async function brought(room, user) {
  const lines = (await (await send(`/v1/rooms/${room}/events`)).text()).split("\n").filter(line => line.includes('"SeatTaken"'));
  const own = lines.map(line => JSON.parse(line).body).findLast(seat => seat.user === user);
  return own && kept(`draw ${own.entropy}`);
}

/** Reveals this device's entropy for a room's draw, if it has any. @param {number} room @param {number} user */
export async function reveal(room, user) {
  const secret = await kept(`room ${room}`) ?? await brought(room, user);
  if (secret) await command({ kind: "revealEntropy", room, entropy: secret }).catch(error => { if (error.code !== "alreadyExists") throw error; });
}
