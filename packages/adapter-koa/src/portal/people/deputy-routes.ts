import { DeputyView, NameDeputyInput, record } from '@hundi/core/wire';
import { deputies } from '../../examples/portal-people.js';
import { jsonBody } from '../../http/body/json-body.js';
import { portalRoute } from '../../route/route.js';
import { portalChange } from '../../route/portal-change.js';
import { givenBy } from '../../route/given-by.js';

const success = { status: 200, body: DeputyView, example: deputies } as const;

export const getDeputy = portalRoute({
  method: 'GET',
  path: '/portal/v1/deputy',
  about: {
    operationId: 'getDeputy',
    tag: 'People',
    summary: 'Get your deputy',
    description: 'Returns your deputy and the people whose deputy you are, now or later.',
  },
  params: {},
  query: {},
  headers: {},
  refusals: ['ActorNotFound'],
  success,
  run: (engine, { caller }) => engine.getDeputy(caller.tenant, { actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const { deputyUserId, until } = NameDeputyInput.required;
const { from } = NameDeputyInput.optional;
const Deputy = record('Deputy', { deputyUserId, until }, { from });

export const nameDeputy = portalChange({
  confirmed: true,
  method: 'PUT',
  path: '/portal/v1/deputy',
  about: {
    operationId: 'nameDeputy',
    tag: 'People',
    summary: 'Name your deputy',
    description:
      'Names another person who approves and rejects payouts, beneficiaries and their changes on your behalf, as far as your own roles permit, from a moment (`from`, now if you leave it out) until another within the next 90 days. Requires the permission to approve payouts or beneficiaries; where the corporate asks for a second factor at approvals, give one first with POST /portal/v1/factor-challenges. The deputy acts in their own name. In your roles they cannot decide on what either of you made, and if one of you has approved a payout, the other cannot approve it in these roles. A deputy you had before is replaced. A person who has a deputy of their own for that time cannot be named, and a deputy cannot hand on what they may decide for you. The journal shows who named whom.',
  },
  params: {},
  body: jsonBody(Deputy, { deputyUserId: 'u-head', until: deputies.deputy.until }),
  refusals: ['ActorNotFound', 'NotAnApprover', 'SecondFactorNeeded'],
  success,
  run: (engine, { caller, body }) =>
    engine.nameDeputy(caller.tenant, {
      ...body,
      actorUserId: caller.userId,
      ...givenBy(caller),
    }),
  reply: (body) => ({ body }),
});

export const endDeputy = portalChange({
  method: 'DELETE',
  path: '/portal/v1/deputy',
  about: {
    operationId: 'endDeputy',
    tag: 'People',
    summary: 'End your deputy',
    description:
      'Ends what your deputy may do on your behalf, from now on; what they decided remains. Has no effect if you have no deputy.',
  },
  params: {},
  refusals: ['ActorNotFound'],
  success,
  run: (engine, { caller }) => engine.endDeputy(caller.tenant, { actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
