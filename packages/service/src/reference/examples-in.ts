import ts from 'typescript';

/** An example as the page shows it. */
export interface Story {
  readonly title: string;
  /** Its imports, other than those that every example has, and the body of its function. */
  readonly code: string;
}

/** The examples of one file, and each function that they call: its first call, in one line. */
export interface Examples {
  readonly stories: ReadonlyArray<Story>;
  readonly calls: ReadonlyMap<string, string>;
}

/** Takes as many spaces off each line as the first one has. */
const dedented = (text: string): string => {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
};

/** A call in one line, without comments and without the commas that end lists of several lines. */
const inOneLine = (call: ts.CallExpression): string =>
  call
    .getText()
    .replaceAll(/\s\/\/ .*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/,? ([}\])])/g, (_, end: string) => (end === '}' ? ' }' : end))
    .replaceAll(/([([]) /g, '$1');

/** Reads the examples of a file: the functions of the object that it exports, by their titles. */
export const examplesIn = (source: string, opening: ReadonlySet<string>): Examples => {
  const file = ts.createSourceFile('examples.ts', source, ts.ScriptTarget.ES2023, true);
  const imported = file.statements.filter(ts.isImportDeclaration).flatMap((one) => {
    const from = one.moduleSpecifier.getText();
    const names = one.importClause?.namedBindings;
    return from.startsWith("'.") || names === undefined || !ts.isNamedImports(names)
      ? []
      : [{ from, names: names.elements.map(({ name }) => name.text) }];
  });
  const importsOf = (code: string): string =>
    imported
      .map(({ from, names }) => ({
        from,
        used: names.filter((name) => !opening.has(name) && new RegExp(`\\b${name}\\b`).test(code)),
      }))
      .filter(({ used }) => used.length > 0)
      .map(({ from, used }) => `import { ${used.join(', ')} } from ${from};\n`)
      .join('');

  const stories: Story[] = [];
  const calls = new Map<string, string>();
  const noteCalls = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const name = ts.isPropertyAccessExpression(expression)
        ? expression.expression.getText() === 'engine' && expression.name.text
        : expression.getText();
      if (name !== false && !calls.has(name)) calls.set(name, inOneLine(node));
    }
    ts.forEachChild(node, noteCalls);
  };
  const read = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isStringLiteral(node.name) &&
      ts.isArrowFunction(node.initializer)
    ) {
      const { body } = node.initializer;
      const code = dedented(body.getText().replace(/^\{\n/, '').replace(/ *\}$/, ''));
      const imports = importsOf(code);
      stories.push({
        title: node.name.text,
        code: imports === '' ? code : `${imports}\n${code}`,
      });
      noteCalls(body);
    } else ts.forEachChild(node, read);
  };
  read(file);
  return { stories, calls };
};
