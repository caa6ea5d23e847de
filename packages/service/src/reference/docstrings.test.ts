import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import ts from 'typescript';

const CORE = fileURLToPath(new URL('../../../core/src/', import.meta.url));
const ENTRIES = [
  `${CORE}index.ts`,
  ...readdirSync(`${CORE}entries`)
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => `${CORE}entries/${name}`),
];

const program = ts.createProgram(ENTRIES, {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  lib: ['lib.es2023.d.ts'],
  types: [],
  noEmit: true,
});
const checker = program.getTypeChecker();

/** Whether a name has a docstring where it is declared, at its type or at its value, or on the way to the entry. */
const isDocumented = (symbol: ts.Symbol): boolean => {
  if (symbol.getDocumentationComment(checker).length > 0) return true;
  // The compiler keeps the docstring of `export * as` beside the statement.
  const [declared] = symbol.declarations ?? [];
  if (declared && ts.isNamespaceExport(declared))
    return ts.getJSDocCommentsAndTags(declared.parent).length > 0;
  const isExportedFrom = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const from = isExportedFrom ? checker.getImmediateAliasedSymbol(symbol) : undefined;
  return from !== undefined && isDocumented(from);
};

const undocumentedIn = (entry: string): ReadonlyArray<string> => {
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  const names = module === undefined ? [] : checker.getExportsOfModule(module);
  if (names.length === 0) throw new Error(`${entry} exports nothing`);
  return names.filter((one) => !isDocumented(one)).map(({ name }) => name);
};

for (const entry of ENTRIES)
  test(`every name that core's ${entry.slice(CORE.length)} exports has a docstring`, (t) => {
    t.deepEqual(undocumentedIn(entry), []);
  });
