import type { Process } from '../engine/process.js';
import type { StruckState } from '../world/faults.js';
import { befalls, note, strike, type World } from '../world/world.js';
import { noteReport, say, type Letter } from './books.js';
import { complain } from './complaints.js';
import { lie } from './lies.js';
import type { SimulatedBank } from './simulated-bank.js';

/** Carries the bank's reports to the engine: at least once, in any order, and sometimes untrue. */
export interface Messenger {
  readonly hasLetters: () => boolean;
  /** Carries some of them, if nothing happens to them on the way. */
  readonly deliver: (process: Process) => void;
  /** Everything that lies there, in order. */
  readonly deliverAll: (process: Process) => void;
}

export interface MessengerParts {
  readonly world: World;
  readonly bank: SimulatedBank;
  readonly stateOf: (bankRef: string) => StruckState | undefined;
}

type Letters = ReadonlyArray<Letter>;

const HOUR = 3_600_000;
const CARRIED_MAX = 3;

/** There are few reports beside everything else that can be struck. */
const LIKELY = 3;

export const newMessenger = ({ world, bank, stateOf }: MessengerParts): Messenger => {
  const { books } = bank;
  const { bank: dice } = world.random;

  const ready = (): Letters => books.letters.filter(({ from }) => from <= world.now);

  const statesOf = (letters: Letters): ReadonlyArray<StruckState> =>
    letters.flatMap(({ report }) => stateOf(report.bankRef) ?? []);

  const hand = (process: Process, letters: Letters): void => {
    note(world, `bank reports ${letters.map(({ report }) => report.reportId).join(' ')}`);
    books.letters = books.letters.filter((letter) => !letters.includes(letter));
    for (const { report } of letters) say(books, report.bankRef, report.verdict);
    const again = (): void => {
      books.letters.push(...letters);
    };
    process
      .ask((engine) => engine.takeBankReports(letters.map(({ report }) => report)))
      .then((taken) => {
        if (taken === undefined) {
          again();
          return;
        }
        for (const { report } of letters) noteReport(books, report);
        if (!befalls(world, 'report_duplicated', LIKELY)) return;
        strike(world, 'report_duplicated', statesOf(letters));
        again();
      }, again);
  };

  const keepBack = (letter: Letter): void => {
    strike(world, 'report_late', statesOf([letter]));
    const later = { ...letter, from: world.now + dice.int(1, 24) * HOUR };
    books.letters = books.letters.map((one) => (one === letter ? later : one));
  };

  return {
    hasLetters: () => ready().length > 0,
    deliver: (process) => {
      if (befalls(world, 'report_contradictory', LIKELY)) lie(world, books, stateOf);
      if (befalls(world, 'report_contradictory', LIKELY)) complain(process, world, books, stateOf);
      const letters = ready();
      if (letters.length === 0) return;
      if (befalls(world, 'report_late', LIKELY)) {
        keepBack(dice.pick(letters));
        return;
      }
      const count = dice.int(1, Math.min(letters.length, CARRIED_MAX));
      if (letters.length > 1 && befalls(world, 'report_reordered', LIKELY)) {
        const last = letters.slice(-count).reverse();
        strike(world, 'report_reordered', statesOf(last));
        hand(process, last);
      } else hand(process, letters.slice(0, count));
    },
    deliverAll: (process) => {
      if (books.letters.length > 0) hand(process, books.letters);
    },
  };
};
