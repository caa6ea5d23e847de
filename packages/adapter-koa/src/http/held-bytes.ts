/** How many bytes of one kind this process holds: for one caller, and in all. */
export interface HeldLimits {
  readonly ofCaller: number;
  readonly inAll: number;
}

/** Counts the bytes of one kind that this process holds for one engine. */
export class HeldBytes {
  #bytes = 0;
  readonly #byCaller = new Map<string, number>();

  /** The limit that so many bytes more would pass. */
  over(who: string, bytes: number, { ofCaller, inAll }: HeldLimits): keyof HeldLimits | undefined {
    if ((this.#byCaller.get(who) ?? 0) + bytes > ofCaller) return 'ofCaller';
    return this.#bytes + bytes > inAll ? 'inAll' : undefined;
  }

  /** Counts so many bytes more, or fewer. */
  add(who: string, bytes: number): void {
    this.#bytes += bytes;
    const mine = (this.#byCaller.get(who) ?? 0) + bytes;
    if (mine > 0) this.#byCaller.set(who, mine);
    else this.#byCaller.delete(who);
  }
}
