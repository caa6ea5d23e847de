import { orUsage } from '../testing/or-usage.js';
import { measureAgainst } from './against.js';
import { readArguments, USAGE } from './arguments.js';
import { checkBounds, checkedTable } from './bounds.js';
import { figuresOf } from './figures.js';
import { measure } from './parts.js';

const asked = orUsage(() => readArguments(process.argv.slice(2), process.env), USAGE);
if (asked.against !== undefined) {
  console.log(JSON.stringify(await measureAgainst(asked.against, asked)));
} else {
  const figures = await measure(asked);
  console.log(JSON.stringify(figures));
  const checked = asked.check ? checkBounds(figuresOf(figures), asked.slack) : [];
  if (asked.check) console.error(checkedTable(checked));
  if (checked.some(({ holds }) => !holds)) process.exitCode = 1;
}
