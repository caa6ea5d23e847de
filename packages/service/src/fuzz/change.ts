import type { Dice } from '../crash/dice.js';
import type { Pool } from './pool.js';
import { asText, BAD_URLS, NASTY } from './values.js';

type Node = Record<string, unknown> | unknown[];

/** A place in a JSON value: a container, and the member of it. */
interface Place {
  readonly inside: Node;
  readonly key: string;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const placesIn = (value: unknown): ReadonlyArray<Place> =>
  isNode(value)
    ? Object.keys(value).flatMap((key) => [
        { inside: value, key },
        ...placesIn((value as Record<string, unknown>)[key]),
      ])
    : [];

const at = ({ inside, key }: Place): unknown => (inside as Record<string, unknown>)[key];

const put = ({ inside, key }: Place, value: unknown): void => {
  Object.defineProperty(inside, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
};

const drop = ({ inside, key }: Place): void => {
  if (Array.isArray(inside)) inside.splice(Number(key), 1);
  else Reflect.deleteProperty(inside, key);
};

// Later changes must not reach into the list.
const nasty = (dice: Dice): unknown => structuredClone(dice.pick(NASTY));

const COPIES = [2, 6, 30, 101];

/** Copies of copies of copies would fill the memory. */
const COPIED_MAX = 5_000;

const CHANGES: ReadonlyArray<(place: Place, dice: Dice, pool: Pool) => void> = [
  (place, dice) => {
    put(place, nasty(dice));
  },
  (place, dice) => {
    put(place, nasty(dice));
  },
  (place) => {
    drop(place);
  },
  (place) => {
    put(place, [at(place)]);
  },
  (place) => {
    put(place, { [place.key]: at(place) });
  },
  (place, dice) => {
    const original = at(place);
    if (asText(original).length > COPIED_MAX) return;
    const copies = Array.from({ length: dice.pick(COPIES) }, () => structuredClone(original));
    put(place, copies);
  },
  ({ inside }, dice) => {
    if (Array.isArray(inside)) inside.push(nasty(dice));
    else put({ inside, key: asText(dice.pick(NASTY)) }, nasty(dice));
  },
  (place, dice) => {
    const text = asText(at(place));
    const cut = dice.int(0, text.length);
    put(place, text.slice(0, cut) + asText(dice.pick(NASTY)) + text.slice(cut));
  },
  (place, dice, pool) => {
    put(place, pool.known(dice.pick(['id', 'transactionId', 'jobId', 'beneficiaryId']), dice));
  },
];

const CHANGES_MAX = 4;

/** References and names that must be new each time, or all but the first request would be duplicates. */
const FRESH =
  /^(?:transactionReference|beneId|beneName|idempotencyKey|reference|name|accountNumber)$/;

const filled = (value: unknown, name: string, dice: Dice, pool: Pool): unknown => {
  if (Array.isArray(value)) return value.map((one) => filled(one, name, dice, pool));
  if (isNode(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, filled(one, key, dice, pool)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (FRESH.test(name) && dice.chance(0.8)) return String(dice.int(10 ** 9, 10 ** 12));
  return dice.chance(0.9) ? (pool.known(name, dice) ?? value) : value;
};

// No test calls an address off this machine.
const grounded = (value: unknown, dice: Dice): void => {
  for (const place of placesIn(value)) {
    if (place.key === 'url') put(place, dice.pick(BAD_URLS));
  }
};

/** A body like the example: with known ids, new references, and often with a few things wrong. */
export const changed = (example: unknown, dice: Dice, pool: Pool): unknown => {
  const root = { body: filled(example, '', dice, pool) };
  const changes = dice.chance(0.35) ? 0 : dice.int(1, CHANGES_MAX);
  for (let i = 0; i < changes; i += 1) {
    const places = placesIn(root);
    if (places.length === 0) break;
    dice.pick(CHANGES)(dice.pick(places), dice, pool);
  }
  grounded(root, dice);
  return root.body;
};
