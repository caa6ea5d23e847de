import type * as t from 'io-ts';
import { E } from '../fp.js';
import { decodeInput, InvalidInput, pointerTo, type Issue } from './decode.js';
import { nearest } from './nearest.js';

/** As much of an io-ts codec, or of our `record`, as is needed to know the members of its objects. */
interface Structure {
  readonly _tag?: string;
  readonly type?: t.Mixed;
  readonly types?: ReadonlyArray<t.Mixed>;
  readonly props?: t.Props;
  readonly required?: t.Props;
  readonly optional?: t.Props;
}

type Members = ReadonlyMap<string, ReadonlyArray<t.Mixed>>;

/** A member that the codec of its object does not name, and the names that it does. */
interface Unknown {
  readonly pointer: string;
  readonly key: string;
  readonly names: ReadonlyArray<string>;
  readonly object: object;
}

/**
 * The members of a value, at any depth, that its codec would drop in silence, each with the name that was
 * most likely meant. Maps of free keys, such as metadata, have no unknown ones.
 */
export const unknownMembers = (codec: t.Mixed, value: unknown, at = ''): ReadonlyArray<Issue> =>
  unknownTo([codec], value, at).map(({ pointer, key, names }) => {
    const meant = nearest(key, names);
    return isNoMember(
      pointer,
      meant === undefined ? `it may have ${names.join(', ')}` : didYouMean(meant),
    );
  });

/**
 * Decodes untrusted input as {@link decodeInput} does, and refuses it if a member that the codec does not name, at any
 * depth, misses a name by letter case, or by one or two letters: the caller meant that name, and without the member the
 * engine would do something else than was asked for (decisions §2). A member that names a tenant is `forbidden` (§4.5).
 */
export const decodeSpelt = <A>(
  codec: t.Decoder<unknown, A>,
  input: unknown,
): E.Either<InvalidInput, A> => {
  const decoded = decodeInput(codec, input);
  const misspelt = unknownTo([codec as unknown as t.Mixed], input, '').flatMap(
    ({ pointer, key, names, object }) => misspeltMember(pointer, key, names, object),
  );
  if (misspelt.length === 0) return decoded;
  return E.left(InvalidInput([...misspelt, ...(E.isLeft(decoded) ? decoded.left.issues : [])]));
};

/** Without letter case and what joins words. */
const plain = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/** Members that would name the tenant or the user: the key or the session names them (§4.5). */
const NEVER_SENT: ReadonlySet<string> = new Set(
  ['bankTenantId', 'corporateTenantId', 'corporateId', 'actorUsername'].map(plain),
);

/** Names that are shorter miss others by chance: `tan` is no `tag`. */
const SHORTEST_SLIP = 4;

/**
 * The fault of a member of `object` that `names` lack: it names a tenant, or misses one of the names by letter case, or by
 * one or two letters. Where the object has the name that was meant, too, only another writing of it is a fault (`cancelUrl`
 * beside `cancel_url`): `bankName` beside `beneName` is a member of a newer client, and none.
 */
export const misspeltMember = (
  pointer: string,
  key: string,
  names: Iterable<string>,
  object: object,
): ReadonlyArray<Issue> => {
  if (NEVER_SENT.has(plain(key)))
    return [
      {
        pointer,
        code: 'forbidden',
        detail: 'must not be sent: the key or session identifies the user',
      },
    ];
  const meant = nearest(key, names);
  if (meant === undefined) return [];
  const isSlip =
    plain(meant) === plain(key) || (key.length >= SHORTEST_SLIP && !Object.hasOwn(object, meant));
  return isSlip ? [isNoMember(pointer, didYouMean(meant))] : [];
};

const didYouMean = (meant: string): string => `did you mean ${meant}?`;

const isNoMember = (pointer: string, hint: string): Issue => ({
  pointer,
  code: 'unknown',
  detail: `is not a member of this object; ${hint}`,
});

const unknownTo = (
  codecs: ReadonlyArray<t.Mixed>,
  value: unknown,
  at: string,
): ReadonlyArray<Unknown> => {
  if (typeof value !== 'object' || value === null) return [];
  const parts = codecs.flatMap((codec) => partsOf(codec, value));
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ _tag, type }) =>
      _tag === 'ArrayType' || _tag === 'ReadonlyArrayType' ? [type] : [],
    ) as ReadonlyArray<t.Mixed>;
    if (items.length === 0) return [];
    return value.flatMap((item, i) => unknownTo(items, item, pointerTo(at, String(i))));
  }
  const members = membersOf(parts);
  if (members === undefined) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const known = members.get(key);
    const pointer = pointerTo(at, key);
    return known === undefined
      ? [{ pointer, key, names: [...members.keys()], object: value }]
      : unknownTo(known, member, pointer);
  });
};

/** The codecs that all hold for a value: those inside wrappers, of intersections, and of the union's branch. */
const partsOf = (codec: t.Mixed, value: unknown): ReadonlyArray<Structure> => {
  const structure = codec as unknown as Structure;
  const { _tag: tag, type, types = [] } = structure;
  if (tag === 'IntersectionType') return types.flatMap((one) => partsOf(one, value));
  if (tag === 'UnionType') return branchFor(types, value).flatMap((one) => partsOf(one, value));
  return tag !== undefined && WRAPPERS.has(tag) && type !== undefined
    ? partsOf(type, value)
    : [structure];
};

const WRAPPERS: ReadonlySet<string> = new Set(['ExactType', 'ReadonlyType', 'RefinementType']);

/** The branch that takes the value; where none does, every one: it is refused anyway. */
const branchFor = (branches: ReadonlyArray<t.Mixed>, value: unknown): ReadonlyArray<t.Mixed> => {
  const taking = branches.find((one) => E.isRight(one.decode(value)));
  return taking === undefined ? branches : [taking];
};

/** Every member that the codecs of an object name; undefined when none of them names any. */
const membersOf = (parts: ReadonlyArray<Structure>): Members | undefined => {
  const named = parts.flatMap(({ props, required, optional }) =>
    [props, required, optional].filter((one) => one !== undefined),
  );
  if (named.length === 0) return undefined;
  const members = new Map<string, t.Mixed[]>();
  for (const [key, codec] of named.flatMap((one) => Object.entries(one)))
    members.set(key, [...(members.get(key) ?? []), codec]);
  return members;
};
