import test from 'ava';
import { token } from '../kernel/token.js';
import { recipe } from './recipe.js';
import { recipeBook, singletons } from './singletons.js';

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

const book = recipeBook([
  recipe(Letter, (first: Greeting, second: Greeting) => ({ first, second }), [Greeting, Greeting]),
  recipe(Greeting, (name: string) => ({ text: `Dear ${name}` }), [Name]),
]);

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
