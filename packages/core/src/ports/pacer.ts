import type { Token } from '../kernel/token.js';
import { Pacer as Whole, type Pacer as WholePacer } from './whole-pacer.js';

/** The pacer as use cases and duties have it: they wake no worker, and never wait for what falls due. */
export type Pacer = Pick<WholePacer, 'breathe' | 'alarm'>;
export const Pacer: Token<Pacer> = Whole;
