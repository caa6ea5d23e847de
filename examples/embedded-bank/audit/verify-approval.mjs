// Says who signed a payout: node verify-approval.mjs evidence.json
// The file is what `hundi journal evidence TRANSACTION` prints. docs/verify-approvals.md has the recipe.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
const digest = (text) => sha256(text).toString('base64url');
const bytesOf = (base64url) => Buffer.from(base64url, 'base64url');

/** JSON without blanks, the keys of an object in order. All values here are flat: texts and whole numbers. */
const canonical = (object) => JSON.stringify(object, Object.keys(object).sort());

/** A COSE key (RFC 9052) is a CBOR map (RFC 8949) of whole numbers to whole numbers and byte strings. */
const coseMap = (bytes) => {
  let at = 0;
  const item = () => {
    const [major, short] = [bytes[at] >> 5, bytes[at] & 31];
    at += 1;
    const size = short < 24 ? 0 : 2 ** (short - 24);
    const number = size === 0 ? short : bytes.readUIntBE(at, size);
    at += size;
    if (major === 0) return number;
    if (major === 1) return -1 - number;
    if (major === 2) return bytes.subarray(at, (at += number)).toString('base64url');
    if (major === 5) return new Map(Array.from({ length: number }, () => [item(), item()]));
    throw new Error('the public key is no COSE key of this kind');
  };
  return item();
};

const CURVES = { 1: 'P-256', 2: 'P-384', 3: 'P-521', 6: 'Ed25519' };
const HASHES = { '-7': 'sha256', '-35': 'sha384', '-36': 'sha512', '-257': 'sha256' };

/** Whether the passkey made this signature. */
const isSigned = (publicKey, data, signature) => {
  const key = coseMap(bytesOf(publicKey));
  const [crv, x, y] = [CURVES[key.get(-1)], key.get(-2), key.get(-3)];
  const jwk = {
    1: { kty: 'OKP', crv, x },
    2: { kty: 'EC', crv, x, y },
    3: { kty: 'RSA', n: key.get(-1), e: key.get(-2) },
  }[key.get(1)];
  return verify(HASHES[key.get(3)], data, createPublicKey({ key: jwk, format: 'jwk' }), signature);
};

/** Whether this is the SHA-256 of the page's host or of a domain above it. */
const isDomainOf = (origin, hashed) => {
  const labels = new URL(origin).hostname.split('.');
  return labels.some((_, i) => sha256(labels.slice(i).join('.')).equals(hashed));
};

/** What keeps a signature from being that of this person under this payout; else where they signed. */
const look = (payout, userId, signature) => {
  const { leaves, bankTenantId, corporateTenantId, signatureId, response, passkey } = signature;
  const wrong = (why) => ({ why });
  if (signature.userId !== userId) return wrong(`${signature.userId} signed, not ${userId}`);
  const leaf = leaves.split('\n').find((line) => line.startsWith(`${payout.transactionId} `));
  if (leaf === undefined) return wrong('the payout is not among those that were signed');
  if (leaf !== `${payout.transactionId} ${digest(canonical(payout))}`)
    return wrong('the payout is not as it was signed: its digest differs');
  const decision = { action: 'approve', bankTenantId, corporateTenantId, userId };
  const root = digest(
    canonical({ ...decision, challengeId: signatureId, payouts: digest(leaves) }),
  );
  const { clientDataJSON, authenticatorData, ...answer } = JSON.parse(response).response;
  const [client, authenticator] = [bytesOf(clientDataJSON), bytesOf(authenticatorData)];
  const { type, challenge, origin } = JSON.parse(client.toString());
  if (type !== 'webauthn.get' || challenge !== root)
    return wrong('the passkey signed another challenge');
  if (!isDomainOf(origin, authenticator.subarray(0, 32)))
    return wrong('the device answered to another domain');
  if ((authenticator[32] & 0b101) !== 0b101) return wrong('the device did not verify its person');
  const data = Buffer.concat([authenticator, sha256(client)]);
  return isSigned(passkey.publicKey, data, bytesOf(answer.signature))
    ? { origin, passkey: passkey.credentialId }
    : wrong('the signature is not one of this passkey');
};

const { payout, approvals } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let faults = 0;
for (const { userId, level, at, signatureId, signature } of approvals) {
  const who = `payout ${payout.transactionId}, level ${level}:`;
  const day = new Date(at).toISOString();
  if (signatureId === undefined) {
    console.log(`${who} approved by ${userId} on ${day}, without a signature`);
    continue;
  }
  const found = signature ? look(payout, userId, signature) : { why: 'its signature is missing' };
  if (found.why === undefined)
    console.log(
      `${who} signed by ${userId} on ${day} at ${found.origin}, passkey ${found.passkey}`,
    );
  else {
    faults += 1;
    console.log(`${who} NOT SIGNED by ${userId}: ${found.why}`);
  }
}
process.exitCode = faults > 0 ? 1 : 0;
