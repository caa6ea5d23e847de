/** A page of a list that is counted from 1. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface Page<A> extends PageRequest {
  readonly items: ReadonlyArray<A>;
  readonly total: number;
}
