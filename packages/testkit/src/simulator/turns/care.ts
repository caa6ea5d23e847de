import { E, type UserId } from '@hundi/core';
import type { Process } from '../engine/process.js';
import { answered } from '../engine/simulated-storage.js';
import { tenantOf } from '../people/endpoints.js';
import type { Simulation } from '../play/simulation.js';
import { note, violate } from '../world/world.js';

/** The person who manages webhooks: no turn changes their roles or state. */
const CARETAKER = 'u-maker' as UserId;

/** A person enables disabled endpoints again: those whose receiver answered 410, or failed for days. */
export const enableAgain = async (
  { world, storage, receivers }: Simulation,
  { engine }: Process,
): Promise<void> => {
  for (const { endpointId, ...endpoint } of receivers.endpoints) {
    const tenant = tenantOf(endpoint);
    const found = await answered(world, () =>
      storage.read(({ webhookEndpoints }) => webhookEndpoints.find(tenant, endpointId)),
    );
    if (found?.disabled === undefined) continue;
    note(world, `${endpointId} is enabled again`);
    const done = await engine.changeWebhookEndpoint(tenant, {
      actorUserId: CARETAKER,
      endpointId,
      status: 'enabled',
    });
    if (E.isLeft(done)) violate(world, 'I37', `${endpointId} cannot be enabled: ${done.left._tag}`);
  }
};

/** Events that a receiver confirmed but did not keep: it requests them again when it checks its books. */
const missedBy = ({ receivers }: Simulation, endpointId: string): string[] => {
  const has = new Set<string>();
  const lied = new Set<string>();
  for (const { message, taken, answer, forgottenIn } of receivers.attempts) {
    if (message.endpointId !== endpointId || forgottenIn > 0) continue;
    const id = message.headers['webhook-id'];
    if (taken) has.add(id);
    else if (answer?.kind === 'answered' && answer.status === 200) lied.add(id);
  }
  return [...lied].filter((id) => !has.has(id));
};

/** A person has sent again what was given up, and what a receiver finds missing. */
export const askAgain = async (simulation: Simulation, { engine }: Process): Promise<void> => {
  const { world, storage, receivers } = simulation;
  for (const { endpointId, ...endpoint } of receivers.endpoints) {
    const tenant = tenantOf(endpoint);
    const { dead } = await answered(world, () =>
      storage.read(({ deliveries }) => deliveries.tally(tenant, endpointId, 1)),
    );
    const eventIds = missedBy(simulation, endpointId);
    for (const what of [
      ...(dead > 0 ? [{ since: 0 }] : []),
      ...(eventIds.length > 0 ? [{ eventIds }] : []),
    ]) {
      const asked = { actorUserId: CARETAKER, endpointId, ...what };
      const done = await engine.replayWebhooks(tenant, asked);
      if (E.isLeft(done)) violate(world, 'I37', `nothing is sent again to ${endpointId}`);
    }
  }
};
