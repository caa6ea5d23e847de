import type { Middleware } from 'koa';

/** Koa middleware that knows which paths it answers. It passes on the others. */
export interface HundiMount extends Middleware {
  /** Whether it answers requests for this path, which is seen from where it is mounted. */
  readonly owns: (path: string) => boolean;
}

export const mountOf = (owns: HundiMount['owns'], answer: Middleware): HundiMount =>
  Object.assign(answer, { owns });
