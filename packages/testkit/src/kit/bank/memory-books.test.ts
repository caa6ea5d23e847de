import test from 'ava';
import { booksContract } from '../../contract/bank/books-contract.js';
import { memoryBooks } from './memory-books.js';

for (const { title, run } of booksContract) {
  test(`books in memory: ${title}`, async (t) => {
    await run(memoryBooks());
    t.pass();
  });
}
