import { readFile } from 'node:fs/promises';
import test from 'ava';

const IMPORT = /^(?:import|export)\b[^;]*?from '([^']+)'/gm;

/** Every module that a built entry loads, its own and those of packages. */
const loadedBy = async (entry: string): Promise<ReadonlySet<string>> => {
  const loaded = new Set<string>();
  const load = async (from: URL): Promise<void> => {
    if (loaded.has(from.href)) return;
    loaded.add(from.href);
    const source = await readFile(from, 'utf8');
    for (const [, to = ''] of source.matchAll(IMPORT)) {
      if (to.startsWith('.')) await load(new URL(to, from));
      else loaded.add(to);
    }
  };
  await load(new URL(`./${entry}.js`, import.meta.url));
  return loaded;
};

const packagesIn = (loaded: ReadonlySet<string>): ReadonlyArray<string> =>
  [...loaded].filter((one) => !one.startsWith('file:')).sort();

test('the entry for receivers loads neither the engine nor a container', async (t) => {
  const loaded = await loadedBy('receiver');
  t.false(packagesIn(loaded).some((one) => one.startsWith('inversify')));
  const rooms = [...loaded].filter((one) => /\/(wiring|storage|duty|intake)\//.test(one));
  t.deepEqual(rooms, []);
});

for (const entry of ['storage', 'rail', 'acquirer', 'wire'])
  test(`importing ${entry} loads no container`, async (t) => {
    const loaded = await loadedBy(entry);
    t.false([...loaded].some((one) => one.startsWith('inversify') || one.includes('/wiring/')));
  });

test('the entry for containers loads one, so that the tests above can fail', async (t) => {
  const loaded = await loadedBy('inversify');
  t.true([...loaded].some((one) => one.startsWith('inversify')));
});

/** The names that an entry exports, types among them, and those of the files that it exports whole. */
const namesOf = async (entry: string): Promise<ReadonlyArray<string>> => {
  const from = new URL(`../../src/${entry}.ts`, import.meta.url);
  const source = await readFile(from, 'utf8');
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)].flatMap(
    ([, names = '']) => names.split(',').flatMap((name) => name.trim() || []),
  );
  const whole: string[] = [];
  for (const [, file = ''] of source.matchAll(/^export (?:type )?\* from '([^']+)\.js'/gm)) {
    const text = await readFile(new URL(`${file}.ts`, from), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:const|class|type|interface) (\w+)/gm))
      whole.push(name);
  }
  return [...listed, ...new Set(whole)];
};

test('the main entry has at most 150 names, and the entry for wires has none of them', async (t) => {
  const main = await namesOf('index');
  t.true(main.length <= 150, String(main.length));
  const wire = new Set(await namesOf('entries/wire'));
  t.deepEqual(
    main.filter((name) => wire.has(name)),
    [],
  );
});
