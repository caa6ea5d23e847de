import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const CORE = fileURLToPath(new URL('../../../core/src/', import.meta.url));
const TABLE = `${CORE}wiring/use-cases.ts`;
const OPERATORS = `${CORE}entries/operator.ts`;
/** The rooms whose functions the operators call one by one; what the others export serves one document each. */
const ROOMS_OF_OPERATORS = /^app\/(?:operator|people)\//;

/** A use case, as the source of the core has it. */
export interface UseCaseSource {
  /** Its name in the engine. */
  readonly name: string;
  readonly doc: string;
  /** The folder of its feature. */
  readonly room: string;
  /** The feature that a host switches on by giving its ports, where the use case is of one. */
  readonly feature: string | undefined;
  /** `tenant, input`. */
  readonly parameters: string;
  /** `comment?: Comment`. */
  readonly input: ReadonlyArray<string>;
  readonly answer: string;
  /** The tags of its refusals. */
  readonly refusals: ReadonlyArray<string>;
}

/** A function of `@hundi/core/operator`. */
export interface OperatorFunction {
  readonly name: string;
  readonly doc: string;
  /** `storage: Storage, limit: number`. */
  readonly parameters: string;
  readonly answer: string;
}

/** A name that use cases speak of: its docstring, and its members or values. */
export interface NamedSource {
  readonly doc: string;
  readonly shape: string;
}

/** The use cases in the order of their table, and what the names in their inputs, answers and refusals mean. */
export interface UseCaseSources {
  readonly useCases: ReadonlyArray<UseCaseSource>;
  readonly operators: ReadonlyArray<OperatorFunction>;
  readonly names: ReadonlyMap<string, NamedSource>;
  /** The docstrings of refusals, by their tags. */
  readonly refusals: ReadonlyMap<string, string>;
}

/** A row of the table: the name in the engine, the feature that wraps the use case, and its recipe. */
type Row = (name: string, recipe: ts.Expression, feature?: string) => void;

/** Calls `found` with each row. A duty has no name in the engine, because no caller calls it. */
const eachRow = (node: ts.Node, found: Row): void => {
  if (!ts.isPropertyAssignment(node)) {
    ts.forEachChild(node, (one) => eachRow(one, found));
    return;
  }
  const { initializer: recipe } = node;
  const [first, second] = ts.isCallExpression(recipe) ? recipe.arguments : [];
  if (first !== undefined && second !== undefined && ts.isStringLiteral(first))
    found(textOf(node.name), second, first.text);
  else found(textOf(node.name), recipe);
};

const textOf = (node: ts.Node | undefined): string =>
  (node?.getText() ?? '')
    .replace(/\/\*.*?\*\/|\breadonly |\bE\.(?=Either)/gs, '')
    .replace(/\s+/g, ' ');

/**
 * Reads the use cases from the source of the core: answers and refusals are types, which no program can ask for, and
 * the source calls the members of an input by the names of their codecs.
 *
 * @throws when a row of the table is no use case, or when a name has no docstring or two meanings.
 */
export const readUseCases = (): UseCaseSources => {
  const program = ts.createProgram([TABLE, OPERATORS], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    // Only the core and what it imports: half as long as with the types of Node and of browsers.
    lib: ['lib.es2023.d.ts'],
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const names = new Map<string, NamedSource & { readonly symbol: ts.Symbol }>();
  const refusals = new Map<string, string>();

  const symbolOf = (node: ts.Node): ts.Symbol | undefined => {
    const symbol = checker.getSymbolAtLocation(node);
    const isImported = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isImported ? checker.getAliasedSymbol(symbol) : symbol;
  };
  /** The token of what a recipe makes: the first that the call names which makes the recipe. */
  const tokenOf = (recipe: ts.Expression): ts.Expression => {
    const [token] = ts.isCallExpression(recipe) ? recipe.arguments : [];
    const made = symbolOf(recipe)?.declarations?.find(ts.isVariableDeclaration)?.initializer;
    return token ?? tokenOf(made ?? missing(`recipe ${textOf(recipe)}`));
  };
  /** What a file exports, where it is declared. */
  const exportsOf = (path: string): ReadonlyArray<ts.Symbol> => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path) ?? missing(path));
    return checker
      .getExportsOfModule(module ?? missing(path))
      .map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one));
  };
  const docOf = (symbol: ts.Symbol | undefined): string =>
    ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();

  /** Keeps what the names of the core in a part of its source mean. */
  const note = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? symbolOf(node) : undefined;
    const isOfCore = symbol?.declarations?.some(
      (one) =>
        (ts.isVariableDeclaration(one) ||
          ts.isTypeAliasDeclaration(one) ||
          ts.isInterfaceDeclaration(one)) &&
        one.getSourceFile().fileName.startsWith(CORE),
    );
    if (symbol !== undefined && isOfCore === true && names.get(symbol.name)?.symbol !== symbol) {
      if (names.has(symbol.name)) missing(`one meaning of ${symbol.name}: give each a name`);
      const doc = docOf(symbol);
      names.set(symbol.name, { doc, shape: '', symbol });
      const isType = (symbol.flags & ts.SymbolFlags.Type) !== 0;
      const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : valueOf(node);
      const shape = type === undefined ? '' : shapeOf(type);
      if (doc === '' && shape === '') missing(`docstring of ${symbol.name}`);
      names.set(symbol.name, { doc, shape, symbol });
    }
    ts.forEachChild(node, note);
  };
  const noted = (node: ts.Node | undefined): string => {
    if (node !== undefined) note(node);
    return textOf(node);
  };

  /** The type of what a codec decodes. */
  const valueOf = (node: ts.Node): ts.Type | undefined => {
    const value = checker.getTypeAtLocation(node).getProperty('_A');
    return value && checker.getTypeOfSymbol(value);
  };
  /** A codec by the names that the source gives it, and by its type where it has none. */
  const codecOf = (node: ts.Expression): string => {
    if (ts.isIdentifier(node)) {
      const from = symbolOf(node)?.declarations?.find(ts.isVariableDeclaration);
      const isExported =
        from !== undefined && (ts.getCombinedModifierFlags(from) & ts.ModifierFlags.Export) !== 0;
      return from?.initializer === undefined || isExported
        ? noted(node)
        : codecOf(from.initializer);
    }
    if (ts.isPropertyAccessExpression(node)) {
      const [from] = checker.getSymbolAtLocation(node.name)?.declarations ?? [];
      if (from !== undefined && ts.isPropertyAssignment(from)) return codecOf(from.initializer);
    }
    const [made] = ts.isCallExpression(node) ? node.arguments : [];
    const maker = ts.isCallExpression(node) ? textOf(node.expression) : '';
    if (made !== undefined && /^(?:about|alias|documented)$/.test(maker)) return codecOf(made);
    if (made !== undefined && /^(?:list|codes|t\.array|t\.readonlyArray)$/.test(maker))
      return `${codecOf(made)}[]`;
    if (made !== undefined && maker === 't.union' && ts.isArrayLiteralExpression(made))
      return made.elements.map(codecOf).join(' | ');
    const value = valueOf(node);
    return value === undefined ? 'unknown' : typeOf(value);
  };
  const typeOf = (type: ts.Type, flags = ts.TypeFormatFlags.NoTruncation): string => {
    const members = membersOf(type);
    if (members.length > 0) return `{ ${members.join('; ')} }`;
    const [item] = checker.isArrayType(type)
      ? checker.getTypeArguments(type as ts.TypeReference)
      : [];
    if (item !== undefined) return `${typeOf(item)}[]`;
    return checker
      .typeToString(type, undefined, flags)
      .replace(/(?:t\.)?Branded<\w+, Brand<"(\w+)">>/g, '$1');
  };
  const memberOf = (symbol: ts.Symbol): string => {
    const [from] = symbol.declarations ?? [];
    const words =
      from !== undefined && ts.isPropertyAssignment(from) && valueOf(from.initializer)
        ? codecOf(from.initializer)
        : from !== undefined && ts.isPropertySignature(from)
          ? noted(from.type)
          : typeOf(checker.getTypeOfSymbol(symbol));
    return `${symbol.name}${symbol.flags & ts.SymbolFlags.Optional ? '?' : ''}: ${words}`;
  };
  const membersOf = (type: ts.Type): ReadonlyArray<string> => {
    const parts = type.isIntersection() ? type.types : [type];
    const isObject = parts.every(({ flags }) => (flags & ts.TypeFlags.Object) !== 0);
    return isObject && !checker.isArrayLikeType(type) && type.getCallSignatures().length === 0
      ? type
          .getProperties()
          // No caller names a private member, and the compiler numbers one that is named by a symbol anew with each file.
          .filter(({ name }) => !/#|^__@/.test(name))
          .map(memberOf)
      : [];
  };
  const tagsOf = (type: ts.Type): ReadonlyArray<string> =>
    (type.isUnion() ? type.types : [type]).flatMap((one) => {
      const tag = one.getProperty('_tag');
      if (tag === undefined) return [];
      const name = checker.typeToString(checker.getTypeOfSymbol(tag)).replaceAll('"', '');
      const declared = ts.findAncestor(
        tag.declarations?.[0],
        (node): node is ts.VariableDeclaration | ts.InterfaceDeclaration =>
          ts.isVariableDeclaration(node) || ts.isInterfaceDeclaration(node),
      );
      const doc = docOf(declared && symbolOf(declared.name));
      refusals.set(name, doc === '' ? missing(`docstring of ${name}`) : doc);
      return [name];
    });

  /** The members of an object, the objects of a union or a list, or the values of a closed list. */
  const shapeOf = (type: ts.Type): string => {
    if (checker.isArrayType(type)) return typeOf(type);
    if (!type.isUnion()) return membersOf(type).join('; ');
    if (type.types.every((one) => one.isStringLiteral()))
      return typeOf(type, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias);
    const tags = tagsOf(type);
    if (tags.length === type.types.length) return tags.join(' | ');
    return type.types.every((one) => membersOf(one).length > 0)
      ? type.types.map((one) => typeOf(one)).join(' | ')
      : '';
  };

  const signatureOf = (declared: ts.TypeNode) => {
    if (ts.isTypeReferenceNode(declared) && declared.typeArguments !== undefined) {
      const [answer, refused, input, caller] = declared.typeArguments.toReversed();
      if (input === undefined || refused === undefined) return undefined;
      const isOpen = textOf(declared.typeName) === 'OpenUseCase';
      return {
        parameters: isOpen ? 'input' : `${caller === undefined ? 'tenant' : noted(caller)}, input`,
        input: membersOf(checker.getTypeFromTypeNode(input)),
        answer: noted(answer),
        refusals: [...new Set(['InvalidInput', ...tagsOf(checker.getTypeFromTypeNode(refused))])],
      };
    }
    if (!ts.isFunctionTypeNode(declared)) return undefined;
    const promised = ts.isTypeReferenceNode(declared.type)
      ? declared.type.typeArguments?.[0]
      : undefined;
    const [refused, answer] =
      promised !== undefined &&
      ts.isTypeReferenceNode(promised) &&
      textOf(promised.typeName) === 'Either'
        ? (promised.typeArguments ?? [])
        : [];
    return {
      parameters: declared.parameters.map(noted).join(', '),
      input: [],
      answer: noted(answer ?? promised),
      refusals: refused === undefined ? [] : tagsOf(checker.getTypeFromTypeNode(refused)),
    };
  };

  const useCases: UseCaseSource[] = [];
  eachRow(program.getSourceFile(TABLE) ?? missing(TABLE), (name, recipe, feature) => {
    const symbol = symbolOf(tokenOf(recipe));
    const declared = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    if (symbol === undefined || declared === undefined) return missing(`token of ${name}`);
    const shape = signatureOf(declared.type) ?? missing(`use case in ${symbol.name}`);
    const doc = docOf(symbol);
    if (doc === '') missing(`docstring of ${symbol.name}`);
    useCases.push({
      name,
      doc,
      room:
        declared
          .getSourceFile()
          .fileName.slice(CORE.length)
          .replace(/^app\//, '')
          .split('/')[0] ?? '',
      feature,
      ...shape,
      refusals:
        feature === undefined ? shape.refusals : [...new Set(['FeatureOff', ...shape.refusals])],
    });
  });
  const operators = exportsOf(OPERATORS).flatMap((symbol): ReadonlyArray<OperatorFunction> => {
    const [declared] = symbol.declarations ?? [];
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
    const isFunction =
      made !== undefined && (ts.isArrowFunction(made) || ts.isFunctionDeclaration(made));
    const path = declared?.getSourceFile().fileName.slice(CORE.length) ?? '';
    const { name } = symbol;
    // What makes a refusal stands beside its type, which alone is exported.
    if (!isFunction || !ROOMS_OF_OPERATORS.test(path) || /^[A-Z]/.test(name)) return [];
    const doc = docOf(symbol) || missing(`docstring of ${name}`);
    const parameters = made.parameters.map((one) =>
      ts.isIdentifier(one.name) ? textOf(one) : `ports: ${textOf(one.type)}`,
    );
    return [{ name, doc, parameters: parameters.join(', '), answer: textOf(made.type) }];
  });
  return { useCases, operators, names, refusals };
};

const missing = (what: string): never => {
  throw new Error(`the source of the core has no ${what}`);
};
