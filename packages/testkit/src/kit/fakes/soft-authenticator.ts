import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { JsonObject } from '@hundi/core';

// CBOR (RFC 8949), as far as authenticators write it: small maps, texts, byte strings and numbers.
const head = (major: number, n: number): Buffer =>
  n < 24
    ? Buffer.from([(major << 5) | n])
    : n < 256
      ? Buffer.from([(major << 5) | 24, n])
      : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);

/** A value that authenticators write. */
export type Cbor =
  | number
  | string
  | Buffer
  | ReadonlyArray<Cbor>
  | ReadonlyMap<number | string, Cbor>;

const isList = (value: Cbor): value is ReadonlyArray<Cbor> => Array.isArray(value);

const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (isList(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)]);
  return Buffer.concat([head(5, value.size), ...members]);
};

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** What a device says of itself and of the page that asks. */
export interface Saying {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  /** How the device attests to its key: by nothing unless it is said. */
  readonly format?: string;
  readonly statement?: ReadonlyMap<string, Cbor>;
  readonly transports?: unknown;
}

/** An authenticator in software, with one P-256 key: what a browser would send for it, at `https://portal.bank.example`. */
export const softAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const cose = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  const id = credentialId.toString('base64url');

  const clientData = (
    type: string,
    { challenge, origin = 'https://portal.bank.example' }: Saying,
  ) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const data = (
    { rpId = 'bank.example', counter = 1, isVerified = true }: Saying,
    attested?: Buffer,
  ): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (attested === undefined ? 0 : ATTESTED);
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flags]),
      count,
      ...(attested === undefined ? [] : [attested]),
    ]);
  };

  const answer = (response: JsonObject): JsonObject => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    create: (saying: Saying): JsonObject => {
      const size = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, cbor(cose)]);
      const attestation = new Map<string, Cbor>([
        ['fmt', saying.format ?? 'none'],
        ['attStmt', saying.statement ?? new Map()],
        ['authData', data(saying, attested)],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', saying).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: (saying.transports ?? ['internal']) as JsonObject[string],
      });
    },
    get: (saying: Saying): JsonObject => {
      const [client, authenticator] = [clientData('webauthn.get', saying), data(saying)];
      const signed = Buffer.concat([authenticator, sha256(client)]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticator.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
};
