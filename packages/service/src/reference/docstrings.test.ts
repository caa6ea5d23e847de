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

/** The docstring of a name where it is declared, at its type or at its value, or on the way to the entry. */
const docOf = (symbol: ts.Symbol): string => {
  const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  if (doc !== '') return doc;
  // The compiler keeps the docstring of `export * as` beside the statement.
  const [declared] = symbol.declarations ?? [];
  if (declared && ts.isNamespaceExport(declared))
    return ts
      .getJSDocCommentsAndTags(declared.parent)
      .map((comment) => comment.getText())
      .join('\n');
  const isExportedFrom = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const from = isExportedFrom ? checker.getImmediateAliasedSymbol(symbol) : undefined;
  return from === undefined ? '' : docOf(from);
};

const exportsOf = (entry: string): ReadonlyArray<ts.Symbol> => {
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  const names = module === undefined ? [] : checker.getExportsOfModule(module);
  if (names.length === 0) throw new Error(`${entry} exports nothing`);
  return names;
};

for (const entry of ENTRIES)
  test(`every name that core's ${entry.slice(CORE.length)} exports has a docstring`, (t) => {
    const undocumented = exportsOf(entry).filter((one) => docOf(one) === '');

    t.deepEqual(
      undocumented.map(({ name }) => name),
      [],
    );
  });

/** Exports of the main entry that neither the interface nor the decisions speak of. */
const WITHOUT_SECTION = [
  'ArchiveUnusable',
  'BankLogin',
  'BankSession',
  'DutyRun',
  'E',
  'Entropy',
  'Json',
  'JsonObject',
  'JsonOf',
  'Pacer',
  'Plain',
  'RUPEES_AS',
  'Secret',
  'Subject',
  'Traceparent',
  'UUID_ENTROPY_BYTES',
  'Whole',
  'WorkerObserver',
  'addDays',
  'paiseIn',
  'rupees',
  'subjectsOf',
  'traceIdOf',
  'useCaseOf',
];

/** A section of the interface or of the decisions, and none of an RFC. Its sign is escaped: this is no citation. */
const SECTION = /(?<!RFC \d+ )\u00a7\d/;

test('docstrings of the main entry name a section, but for those that no section speaks of', (t) => {
  const without = exportsOf(`${CORE}index.ts`).filter((one) => !SECTION.test(docOf(one)));

  t.deepEqual(without.map(({ name }) => name).sort(), WITHOUT_SECTION);
});
