import { readdir, readFile } from 'node:fs/promises';

const ROOT = new URL('../../../../', import.meta.url);

/** A block of code of a document. */
export interface Block {
  /** `docs/webhooks.md ts 1`: the document, the language, and the number among its blocks of this language. */
  readonly name: string;
  readonly document: string;
  readonly language: string;
  /** What stands behind the language: `not run: REASON`, or nothing. */
  readonly note: string;
  readonly code: string;
}

/** The blocks of a document, in order. */
export const blocksOf = (document: string, text: string): ReadonlyArray<Block> => {
  const counts = new Map<string, number>();
  return [...text.matchAll(/^ *```(\w*) *(.*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, language = '', note = '', code = '']) => {
      const number = (counts.get(language) ?? 0) + 1;
      counts.set(language, number);
      const name = `${document} ${language === '' ? 'output' : language} ${String(number)}`;
      return { name, document, language, note, code };
    },
  );
};

const below = async (folder: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(new URL(folder, ROOT), { withFileTypes: true });
  const lists = await Promise.all(
    entries
      .filter(({ name }) => !/^(node_modules|dist|site|\..*)$/.test(name))
      .map((entry) => {
        const path = `${folder}${entry.name}`;
        if (entry.isDirectory()) return below(`${path}/`);
        return Promise.resolve(path.endsWith('.md') ? [path] : []);
      }),
  );
  return lists.flat();
};

/** Every block of every document of the repository. */
export const everyBlock = async (): Promise<ReadonlyArray<Block>> => {
  const paths = await below('');
  const lists = await Promise.all(
    paths.map(async (path) => blocksOf(path, await readFile(new URL(path, ROOT), 'utf8'))),
  );
  return lists.flat();
};

/** The block of a name. */
export const blockIn = (blocks: ReadonlyArray<Block>, name: string): Block => {
  const block = blocks.find((one) => one.name === name);
  if (block === undefined) throw new Error(`there is no block ${name}`);
  return block;
};

/** Why a block is not run, if it says so. */
export const notRun = ({ note }: Block): string | undefined => /^not run: (\S.*)$/.exec(note)?.[1];
