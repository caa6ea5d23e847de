import { E } from '@hundi/core';
import { WhyAnswer, WhyQuery, whySubject } from '@hundi/core/wire';
import { waitingFor } from '../examples/portal.js';
import { portalRoute } from '../route/route.js';

export const whyWaiting = portalRoute({
  method: 'GET',
  path: '/portal/v1/why',
  about: {
    operationId: 'whyWaiting',
    tag: 'Audit',
    summary: 'Explain why something waits',
    description:
      'Returns what a payout, a job, a beneficiary or a payout checkout session waits for, since when and until when, and who can move it on: the approval level with its roles, the review of a user, the day or the hours of the bank, the answer of the bank. Give exactly one of the four ids. The list is empty if it waits for nothing. A job has one entry for all of its payments that wait for the same, with their number; a submitted session has those of its payout. Users with `operations.view` see all of the corporate, other users what their roles permit them to see. The names of people are only for users with a permission to view, edit or approve settings; others get their number. What is archived is 410.',
  },
  params: {},
  query: WhyQuery,
  headers: {},
  // A job may have 20,000 payments, and each of them may be asked of everybody.
  atOnce: 1,
  atOnceEach: true,
  refusals: [
    'ActorNotFound',
    'PayoutNotFound',
    'PayoutArchived',
    'JobNotFound',
    'JobArchived',
    'BeneficiaryNotFound',
    'PayoutCheckoutNotFound',
  ],
  success: { status: 200, body: WhyAnswer, example: waitingFor },
  run: async (engine, { caller, query }) => {
    const subject = whySubject(query, '/query');
    if (E.isLeft(subject)) return subject;
    return engine.whyWaiting(caller.tenant, { actorUserId: caller.userId, ...subject.right });
  },
  reply: (body) => ({ body }),
});
