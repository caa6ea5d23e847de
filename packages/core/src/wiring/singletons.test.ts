import test from 'ava';
import { recipe, token } from '../kernel/token.js';
import { recipeBook, resolveAll, singletons, type Made } from './singletons.js';

interface Greeting {
  readonly text: string;
}
interface Letter {
  readonly first: Greeting;
  readonly second: Greeting;
}

const Name = token<string>('test/Name');
const Greeting = token<Greeting>('test/Greeting');
const Letter = token<Letter>('test/Letter');

const recipes = {
  letter: recipe(Letter, { First: Greeting, Second: Greeting }, ({ first, second }) => ({
    first,
    second,
  })),
  greeting: recipe(Greeting, { Name }, ({ name }) => ({ text: `Dear ${name}` })),
};
const book = recipeBook(Object.values(recipes));

const forName = (name: string) => singletons(book, new Map([[Name, name]]));

test('a given port is resolved unchanged, and bound services are made with it', (t) => {
  t.is(forName('Asha').get(Name), 'Asha');
  t.deepEqual(forName('Asha').get(Greeting), { text: 'Dear Asha' });
});

test('a service is made once, and anew for other givens', (t) => {
  const engine = forName('Asha');
  const { first, second } = engine.get(Letter);

  t.is(first, second);
  t.is(engine.get(Greeting), first);
  t.deepEqual(forName('Ravi').get(Greeting), { text: 'Dear Ravi' });
});

test('resolving an unbound token throws with its name', (t) => {
  t.throws(() => singletons(book, new Map()).get(Letter), { message: /test\/Name/ });
});

test('what recipes make has their names; others do not compile', (t) => {
  const { greeting, letter } = resolveAll(recipes, forName('Asha'));
  // @ts-expect-error -- the table has no such name
  const name: keyof Made<typeof recipes> = 'parcel';

  t.is(letter.first, greeting);
  t.false(name in recipes);
});
