/** An answer, and whether it was given before. */
export interface KeyedAnswer<A> {
  readonly answer: A;
  readonly replayed: boolean;
}
