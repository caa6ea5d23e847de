import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** What a block of TypeScript leaves to its reader. */
export interface Surroundings {
  /** Imports that the text around the block has made. */
  readonly imports?: string;
  /** The names that the block uses without making them, each with its type. */
  readonly given?: Readonly<Record<string, string>>;
  /** Texts of the block that only a reader can fill in, each with what the test puts there. */
  readonly filled?: Readonly<Record<string, string>>;
  /** The names that the block makes, for the test to look at. */
  readonly made?: ReadonlyArray<string>;
}

const MADE = fileURLToPath(new URL('../readmes/', import.meta.url));
const TSC = join(
  dirname(createRequire(import.meta.url).resolve('@typescript/native/package.json')),
  'bin/tsc',
);

const fileOf = (name: string): string => `block-${name.replace(/[^A-Za-z0-9]+/g, '-')}`;

/** A block as the body of a function of what is given. */
export const moduleOf = (
  code: string,
  { imports = '', given = {}, filled = {}, made = [] }: Surroundings,
): string => {
  for (const text of Object.keys(filled))
    if (!code.includes(text)) throw new Error(`the block has no ${text}`);
  const whole = Object.entries(filled).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    code,
  );
  const own = whole.match(/^import [^;]*;$/gm) ?? [];
  const body = own.reduce((text, one) => text.replace(one, ''), whole);
  const types = Object.entries(given).map(([name, type]) => `readonly ${name}: ${type};`);
  return `${[imports, ...own].join('\n')}
export const run = async ({ ${Object.keys(given).join(', ')} }: { ${types.join(' ')} }): Promise<unknown> => {
${body}
return { ${made.join(', ')} };
};
`;
};

/** Compiles modules against the packages of the workspace. @throws with what the compiler says. */
export const compile = async (modules: Readonly<Record<string, string>>): Promise<void> => {
  await mkdir(MADE, { recursive: true });
  for (const [name, text] of Object.entries(modules))
    await writeFile(join(MADE, `${fileOf(name)}.ts`), text);
  const files = Object.keys(modules).map((name) => `${fileOf(name)}.ts`);
  const options = ['--ignoreConfig', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
  const target = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
  try {
    await promisify(execFile)(process.execPath, [TSC, ...options, ...target, ...files], {
      cwd: MADE,
    });
  } catch (error) {
    throw new Error(String((error as { readonly stdout?: string }).stdout), { cause: error });
  }
};

type Run = (given: object) => Promise<unknown>;

/** The function of a compiled block. */
export const programOf = async (name: string): Promise<Run> => {
  const file = pathToFileURL(join(MADE, `${fileOf(name)}.js`)).href;
  return ((await import(file)) as { readonly run: Run }).run;
};

/** A block that is a whole module, as it stands, behind what its reader has written. */
export const moduleIn = async (name: string, before: string, code: string): Promise<unknown> => {
  const file = join(MADE, `${fileOf(name)}.mjs`);
  await mkdir(MADE, { recursive: true });
  await writeFile(file, `${before}\n${code}`);
  return import(pathToFileURL(file).href);
};
