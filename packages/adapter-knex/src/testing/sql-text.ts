/** The words that begin a line of their own. */
const CLAUSES =
  'WITH|SELECT|DELETE FROM|FROM|WHERE|AND|OR|ORDER BY|GROUP BY|HAVING|LIMIT|OFFSET|UNION ALL|UNION|VALUES|SET|ON CONFLICT|RETURNING|USING|FOR UPDATE|FOR SHARE|(?:CROSS |LEFT )?JOIN';
/** Words that hold one of these, and begin none. */
const OTHERS = 'BETWEEN \\S+ AND|DISTINCT FROM|DO UPDATE SET';

const TOKENS = new RegExp(
  `'(?:[^']|'')*'|(?:${OTHERS}|${CLAUSES})(?=[\\s(])|[()]|[^\\s()']+|\\s+`,
  'g',
);
const CLAUSE = new RegExp(`^(?:${CLAUSES})$`);
const CONDITION = /^(?:AND|OR)$/;
const QUERY = /^\(\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/;

/** A longer line is broken at a comma or a condition, and a much longer one at any space. */
const [WIDTH, WIDTH_MAX] = [90, 120];
/** A query in brackets that is no longer stays in its line. */
const SHORT = 64;

/** What stands in brackets from a token on, and how long it is until they close. */
const bracketsAt = (tokens: ReadonlyArray<string>, from: number): string => {
  let [depth, text] = [0, ''];
  for (const token of tokens.slice(from)) {
    text += token;
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    if (depth === 0) break;
  }
  return text;
};

/** Writes a statement with each clause on a line of its own, and longer queries in brackets further in: it changes only white space. */
export const sqlText = (sql: string): string => {
  const spaced = sql.trim().replace(/('(?:[^']|'')*')|\s+/g, (_, text?: string) => text ?? ' ');
  const tokens = spaced.match(TOKENS) ?? [];
  const lines: string[] = [];
  /** For each open bracket, how far in its clauses stand where it is broken into these. */
  const open: (string | undefined)[] = [];
  let line = '';
  const begin = (at = open.findLast((indent) => indent !== undefined) ?? ''): void => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = at;
  };
  for (const [i, token] of tokens.entries()) {
    const isClause = (open.length === 0 || open.at(-1) !== undefined) && CLAUSE.test(token);
    const closed = token === ')' ? open.pop() : undefined;
    if (closed !== undefined) begin(closed.slice(2));
    else if (isClause) {
      begin();
      if (CONDITION.test(token)) line += '  ';
    } else if (
      line.endsWith(' ') &&
      line.length > (/, $/.test(line) || CONDITION.test(token) ? WIDTH : WIDTH_MAX)
    ) {
      begin();
      line += '    ';
    }
    if (token !== ' ' || /\S/.test(line)) line += token;
    if (token !== '(') continue;
    const text = bracketsAt(tokens, i);
    const isBroken = QUERY.test(text) && text.length > SHORT;
    open.push(isBroken ? `${/^ */.exec(line)?.[0] ?? ''}  ` : undefined);
    if (isBroken) begin();
  }
  begin();
  return lines.join('\n');
};
