import { jobIdOf } from './evidence.js';
import type { Invariant } from './invariant.js';
import type { Request } from '../people/requests.js';

const byKey = (requests: ReadonlyArray<Request>): ReadonlyMap<string, ReadonlyArray<Request>> => {
  const found = new Map<string, Request[]>();
  for (const request of requests) {
    const name = `${request.tenant.corporateTenantId} ${request.key}`;
    const before = found.get(name);
    if (before === undefined) found.set(name, [request]);
    else before.push(request);
  }
  return found;
};

const oncePerKey: Invariant = {
  name: 'I25',
  promise:
    'a key has one batch: the same answer to the same body, byte for byte, a conflict to another',
  *broken({ simulation, jobs, kept }) {
    const heardOf = new Set<string>(kept.map(({ body }) => jobIdOf(body)));
    for (const [key, requests] of byKey(simulation.clients.requests)) {
      const accepted = requests.filter(({ replies }) =>
        replies.some(({ kind }) => kind === 'accepted'),
      );
      if (accepted.length > 1) yield `${key} was accepted for two bodies`;
      const bodies = new Set(
        requests.flatMap(({ replies }) =>
          replies.flatMap((reply) => (reply.kind === 'accepted' ? [reply.body] : [])),
        ),
      );
      if (bodies.size > 1) yield `${key} was answered in two ways`;
      const firsts = accepted.flatMap(({ replies }) =>
        replies.filter((reply) => reply.kind === 'accepted' && !reply.replayed),
      );
      if (firsts.length > 1) yield `${key} was new twice`;
      for (const { replies } of accepted) {
        if (
          replies.some((reply) => reply.kind === 'refused' && reply.tag === 'IdempotencyKeyReused')
        ) {
          yield `${key} conflicts with itself`;
        }
      }
    }
    for (const jobId of jobs.keys()) {
      if (!heardOf.has(jobId)) yield `${jobId} is the batch of no key`;
    }
  },
};

const oneLiveReference: Invariant = {
  name: 'I25',
  promise: 'at most one live payout of a corporate has a reference',
  *broken({ payouts }) {
    const holders = new Map<string, string>();
    for (const [id, payout] of payouts) {
      if (payout.intake !== 'accepted') continue;
      if (['failed', 'rejected', 'cancelled'].includes(payout.progress.status)) continue;
      const name = `${payout.order.tenant.corporateTenantId} ${payout.order.reference}`;
      const other = holders.get(name);
      if (other !== undefined) yield `${name} belongs to ${other} and ${id}`;
      holders.set(name, id);
    }
  },
};

export const idempotencyInvariants: ReadonlyArray<Invariant> = [oncePerKey, oneLiveReference];
