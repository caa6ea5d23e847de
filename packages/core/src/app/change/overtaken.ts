import { E } from '../../kernel/fp.js';

/** Other units have ended every accepted row of the job since the rule read it: the rule decides again. */
export const Overtaken = () => ({ _tag: 'Overtaken' }) as const;
export type Overtaken = ReturnType<typeof Overtaken>;

/** Attempts it again as often as others were faster. */
export const untilNotOvertaken = async <L extends { readonly _tag: string }, A>(
  attempt: () => Promise<E.Either<L | Overtaken, A>>,
): Promise<E.Either<L, A>> => {
  const isOvertaken = (refusal: L | Overtaken): refusal is Overtaken =>
    refusal._tag === 'Overtaken';
  for (;;) {
    const tried = await attempt();
    if (E.isRight(tried)) return tried;
    if (!isOvertaken(tried.left)) return E.left(tried.left);
  }
};
