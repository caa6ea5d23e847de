/** Lets calls meet that have to overlap, whichever of them is slower. */
export interface Meetings {
  /** Keeps the first who comes to a place until a second one has come; those after it go on at once. */
  readonly meet: (place: string) => Promise<void>;
}

export const meetings = (): Meetings => {
  const waiting = new Map<string, () => void>();
  const over = new Set<string>();
  return {
    meet: (place) =>
      new Promise((resolve) => {
        const letGo = waiting.get(place);
        if (letGo === undefined && !over.has(place)) {
          waiting.set(place, resolve);
          return;
        }
        over.add(place);
        letGo?.();
        resolve();
      }),
  };
};
