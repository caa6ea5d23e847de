// Preloaded into a process: the clock of its machine is five minutes ahead of all others.

const { now } = Date;
const AHEAD_MS = 300_000;
const ahead = (): number => now() + AHEAD_MS;

globalThis.Date = new Proxy(Date, {
  construct: (Real, given: ReadonlyArray<string | number>) =>
    given.length === 0 ? new Real(ahead()) : (Reflect.construct(Real, [...given]) as Date),
  get: (Real, name) => (name === 'now' ? ahead : (Reflect.get(Real, name) as unknown)),
});
