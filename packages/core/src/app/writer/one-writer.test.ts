import test from 'ava';
import type { Pacer } from '../../ports/pacer.js';
import type { Pacer as WholePacer } from '../../ports/whole-pacer.js';
import type { Stores } from '../../storage/storage.js';
import { whole, type Stores as WholeStores } from '../../storage/whole-storage.js';

/** The stores of which use cases and duties have less than the writer. */
type Guarded = 'jobs' | 'payouts' | 'journal' | 'work';

type Withheld<Whole, Given> = ReadonlyArray<Exclude<keyof Whole, keyof Given>>;

/** What writes the journal, the queue or a state, and what wakes workers. None compiles for a use case or a duty. */
const WITHHELD: { readonly [S in Guarded]: Withheld<WholeStores[S], Stores[S]> } = {
  jobs: ['add', 'advance'],
  payouts: ['decide', 'advance', 'explain', 'useLimits'],
  journal: ['append', 'raise'],
  work: ['add', 'wake', 'finish', 'drop', 'defer', 'giveBack', 'fail', 'skipTokens'],
};
const WITHHELD_OF_PACER: Withheld<WholePacer, Pacer> = ['wake', 'wakes', 'idle'];

/** However it is spelled. */
const SPELLINGS: ReadonlyArray<(stores: Stores, pacer: Pacer) => void> = [
  // @ts-expect-error the writer appends
  (stores) => void stores.journal.append,
  // @ts-expect-error the writer appends
  ({ journal }) => void journal['append'],
  // @ts-expect-error the writer appends
  ({ journal: { append } }) => void append,
  (stores) => {
    const renamed = stores.journal;
    // @ts-expect-error the writer appends
    void renamed.append;
  },
  // @ts-expect-error the frame of duties wakes workers
  (_, { wake }) => void wake,
];

test('the writer writes by the stores of a use case, which themselves offer nothing that writes', async (t) => {
  const written: string[] = [];
  const storeOf = (methods: ReadonlyArray<string>) =>
    Object.fromEntries(methods.map((name) => [name, async () => void written.push(name)]));
  const given = Object.fromEntries(
    Object.entries(WITHHELD).map(([name, methods]) => [name, storeOf(methods)]),
  ) as unknown as Stores;
  for (const spelling of SPELLINGS) spelling(given, storeOf(WITHHELD_OF_PACER) as never);
  await whole(given).journal.append([]);
  await whole(given).work.wake([]);
  t.deepEqual(written, ['append', 'wake']);
});
