import { isSendAsleep } from '../engine/crossing.js';
import type { Simulation } from '../play/simulation.js';

/** Whether a worker must act soon for anything to come of a send: it sleeps, or its order is late on its way. */
export const isHurried = ({ world, crossing, bank }: Simulation): boolean =>
  isSendAsleep(crossing, world) || (world.climate.dawdlers && bank.books.inFlight.length > 0);
