/** The ways in which another system can misbehave on the wire. */
export const WIRE_FAULTS = [
  'refuses_connections',
  'cuts_connections',
  'answers_500',
  'answers_html',
  'answers_half_json',
  'answers_slowly',
] as const;

/**
 * How the other system misbehaves: no connection is made; the request is taken and the connection cut before the answer;
 * status 500; a page of HTML with status 200; an answer that ends in the middle of its JSON; an answer that comes after
 * the time in which the adapter has to give up.
 */
export type WireFault = (typeof WIRE_FAULTS)[number];

type Undo = () => void | Promise<void>;

/** Makes the other system misbehave from now on; the function that it returns makes it well again. */
export type BreakWire = () => Undo | Promise<Undo>;

/** The hooks by which a kit makes the other system misbehave. */
export type WireHooks = Partial<Readonly<Record<WireFault, BreakWire>>>;

/** What a kit knows of the wire behind a port. */
export interface Wired {
  readonly faults?: WireHooks;
  /** In what time a call has to end, in ms. Default: 10,000, as the port asks. */
  readonly givesUpWithinMs?: number;
  /** Lets time pass on both sides, in ms. Default: waits, for a minute at most. */
  readonly pass?: (ms: number) => void | Promise<void>;
}

const GIVES_UP_WITHIN_MS = 10_000;
const WAITS_MAX_MS = 60_000;

const WORDS: Readonly<Record<WireFault, string>> = {
  refuses_connections: 'refuses connections',
  cuts_connections: 'cuts the connection before it has answered',
  answers_500: 'answers 500',
  answers_html: 'answers a page of HTML',
  answers_half_json: 'ends its answer in the middle of the JSON',
  answers_slowly: 'answers too slowly',
};

/** A system that misbehaves, in words. */
export const misbehaving = (who: string, fault: WireFault): string => `${who} that ${WORDS[fault]}`;

/** What a rule about a fault needs. */
export const breaks =
  (who: string, fault: WireFault) =>
  ({ faults }: Wired): string | undefined =>
    faults?.[fault] === undefined ? `give faults.${fault}: ${misbehaving(who, fault)}` : undefined;

/** Makes a call while the other system misbehaves. */
export const during = async <A>(
  { faults }: Wired,
  fault: WireFault,
  call: () => Promise<A>,
): Promise<A> => {
  const heal = await faults?.[fault]?.();
  try {
    return await call();
  } finally {
    await heal?.();
  }
};

/** In what time a call has to end, in ms. */
export const givesUpWithin = ({ givesUpWithinMs = GIVES_UP_WITHIN_MS }: Wired): number =>
  givesUpWithinMs;

/** What a rule needs that waits until absence is final. */
export const finalAfter = (
  { pass }: Wired,
  absenceFinalAfterMs: number | null,
): string | undefined => {
  if (absenceFinalAfterMs === null)
    return 'the port declares absenceFinalAfterMs: null, and absence is never final';
  return pass === undefined && absenceFinalAfterMs > WAITS_MAX_MS
    ? `give pass: time has to pass for ${String(absenceFinalAfterMs)} ms`
    : undefined;
};

/** Lets time pass. */
export const passing = ({ pass }: Wired, ms: number): void | Promise<void> =>
  pass === undefined ? new Promise((resolve) => setTimeout(resolve, ms)) : pass(ms);
