import type { Made } from '../pair/made.js';
import type { Pair } from '../pair/pair.js';
import { ask } from '../pair/statements.js';
import { until } from '../pair/until.js';
import { startEtcd } from './etcd.js';
import { newNode, type PatroniNode } from './node.js';
import type { Programs } from './programs.js';

/** A pair of which Patroni promotes the one that is left, and brings back the one that was lost. */
export interface PatroniPair extends Pair {
  /** Starts the lost node; resolves when it follows as the synchronous standby, and the database is empty. */
  readonly comeBack: () => Promise<void>;
}

const PATIENCE_MS = 120_000;

type Nodes = ReadonlyArray<PatroniNode>;

/** Waits for a node that says yes. @throws with the last words of all when none does. */
const oneOf = async (
  nodes: Nodes,
  says: (node: PatroniNode) => Promise<boolean>,
  otherwise: string,
): Promise<PatroniNode> => {
  let found: PatroniNode | undefined;
  const look = async (): Promise<boolean> => {
    const answers = await Promise.all(nodes.map(says));
    found = nodes.find((_, n) => answers[n]);
    return found !== undefined;
  };
  try {
    await until(look, PATIENCE_MS, otherwise);
  } catch (error) {
    const words = await Promise.all(nodes.map(({ lastWords }) => lastWords()));
    throw new Error(words.join('\n\n'), { cause: error });
  }
  if (found === undefined) throw new Error(otherwise);
  return found;
};

const leaderOf = (nodes: Nodes): Promise<PatroniNode> =>
  oneOf(nodes, (node) => node.isPrimary(), 'Patroni promotes no node');

const inStep = (nodes: Nodes): Promise<PatroniNode> =>
  oneOf(nodes, (node) => node.isInStep(), 'no node follows as the synchronous standby');

/** Makes an etcd and two nodes, all in temporary folders and on the loopback address. */
export const patroniPair = async (programs: Programs, made: Made): Promise<PatroniPair> => {
  const etcd = await startEtcd(programs, made);
  // Not "first": PostgreSQL reads that as a word of its own in `synchronous_standby_names`.
  const one = await newNode(programs, 'one', etcd, made);
  const two = await newNode(programs, 'two', etcd, made);
  const nodes = [one, two];
  for (const node of nodes) await node.start();
  let primary = await leaderOf(nodes);
  let rounds = 0;
  const prepare = async (): Promise<void> => {
    await inStep(nodes);
    rounds += 1;
    await ask(`${primary.server}/postgres`, `CREATE DATABASE round_${String(rounds)}`);
  };
  await prepare();
  return {
    primary: () => `${primary.server}/round_${String(rounds)}`,
    lose: () => primary.lose(),
    takeOver: async () => {
      primary = await leaderOf(nodes);
    },
    comeBack: async () => {
      for (const node of nodes) if (node !== primary) await node.start();
      await prepare();
    },
  };
};
