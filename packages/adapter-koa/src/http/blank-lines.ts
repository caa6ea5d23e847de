const LF = 0x0a;

/** Finds where blank lines end, in bytes that come in parts. */
export class BlankLines {
  /** Bytes of the line that the last part has begun; one of them may be the `\r` before its end. */
  #begun = 0;

  /** Where the next blank line of these bytes ends, or all of them. What is asked for next follows that place. */
  endIn(bytes: Uint8Array): number {
    let from = 0;
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
      const length = this.#begun + at - from;
      this.#begun = 0;
      from = at + 1;
      if (length <= 1) return from;
    }
    this.#begun += bytes.length - from;
    return bytes.length;
  }
}
