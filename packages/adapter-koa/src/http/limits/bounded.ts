const REMEMBERED_MAX = 10_000;

/** Notes something under a name in a map that forgets its oldest name when it is full. */
export const remember = <A>(map: Map<string, A>, name: string, value: A): void => {
  if (map.size >= REMEMBERED_MAX && !map.has(name)) {
    const [oldest = name] = map.keys();
    map.delete(oldest);
  }
  map.set(name, value);
};
