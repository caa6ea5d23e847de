import { E, type Hundi, type Tenant } from '@hundi/core';
import type { AcceptBatchError, AcceptPreviewedBatchError, KeyedAnswer } from '@hundi/core/wire';
import type { Process } from '../engine/process.js';
import { note, strike, befalls, type World } from '../world/world.js';
import { changed, someBatch, withTotals, type BatchBody } from './batches.js';
import { askPreview, posting, type Posting, type Preview } from './previews.js';
import { TENANTS } from './tenants.js';

/** The reply that a client received; `nothing` when it never came. */
export type Reply =
  | { readonly kind: 'accepted'; readonly body: string; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly tag: string }
  | { readonly kind: 'nothing' };

/** One body under one key, and every reply to it. */
export interface Request {
  readonly tenant: Tenant;
  readonly key: string;
  readonly body: BatchBody;
  /** How it is posted with the token of a preview, where it is. */
  readonly posting?: Posting;
  readonly replies: Reply[];
  /** How often it was sent and has no answer yet. */
  open: number;
}

/** The requests of clients, and the replies that they got. */
export interface Clients {
  readonly requests: ReadonlyArray<Request>;
  /** Posts a batch: a new one, one again, or another under a key that was used. */
  readonly post: (process: Process) => void;
  /** Those that were never answered. */
  readonly unanswered: () => ReadonlyArray<Request>;
  readonly repeat: (process: Process, request: Request) => void;
  /** Returns a function that forgets the replies from now on. */
  readonly remember: () => () => void;
}

/** How often a client that previews batches does so, or posts one that it has previewed. */
const PREVIEWED = 0.7;
const PREVIEWS_POSTED = 2;

const NOTHING: Reply = { kind: 'nothing' };

const isAnswered = ({ replies }: Request): boolean =>
  replies.some(({ kind }) => kind !== 'nothing');

type Answer = E.Either<AcceptBatchError | AcceptPreviewedBatchError, KeyedAnswer<string>>;

const accept = (engine: Hundi, { tenant, key, body, posting: how }: Request): Promise<Answer> => {
  if (how === undefined) return engine.acceptBatchAsJson(tenant, { key, batch: body });
  const { preview, keyId } = how;
  return engine.acceptPreviewedBatchAsJson(tenant, {
    key,
    batch: body,
    previewToken: preview.token,
    via: { keyId },
  });
};

const replyOf = (answer: Answer | undefined): Reply => {
  if (answer === undefined) return NOTHING;
  return E.isLeft(answer)
    ? { kind: 'refused', tag: answer.left._tag }
    : { kind: 'accepted', body: answer.right.answer, replayed: answer.right.replayed };
};

const send = (world: World, process: Process, request: Request): void => {
  const { tenant, key } = request;
  request.open += 1;
  note(world, `client posts ${tenant.corporateTenantId} ${key} to ${process.name}`);
  const receive = (reply: Reply): void => {
    request.open -= 1;
    const isLost = reply.kind === 'accepted' && befalls(world, 'reply_lost');
    if (isLost) strike(world, 'reply_lost', ['queued']);
    const received = isLost ? NOTHING : reply;
    request.replies.push(received);
    note(world, `client receives ${key} ${received.kind}`);
  };
  process
    .ask((engine) => accept(engine, request))
    .then(
      (answer) => {
        receive(replyOf(answer));
      },
      () => {
        receive(NOTHING);
      },
    );
};

/** A request that was made before: to be sent again as it is, with another body, or by another corporate. */
const another = ({ random }: World, requests: ReadonlyArray<Request>): Request => {
  const { clients: dice } = random;
  const unanswered = requests.filter((one) => !isAnswered(one));
  if (unanswered.length > 0 && dice.chance(0.5)) return dice.pick(unanswered);
  const before = dice.pick(requests);
  if (dice.chance(0.5)) return before;
  const { tenant, key, body } = before;
  return dice.chance(0.8)
    ? { tenant, key, body: changed(dice, body), replies: [], open: 0 }
    : { tenant: dice.pick(TENANTS), key, body, replies: [], open: 0 };
};

const isSame = (a: Request, b: Request): boolean =>
  a.key === b.key && a.tenant === b.tenant && JSON.stringify(a.body) === JSON.stringify(b.body);

export const newClients = (world: World): Clients => {
  const requests: Request[] = [];
  const { clients: dice } = world.random;

  const previews: Preview[] = [];
  const hasPreviews = world.climate.habits.has('previews');

  const fresh = () => {
    const tenant = dice.pick(TENANTS);
    const body = someBatch(dice, tenant, world.now);
    return { tenant, body: hasPreviews ? withTotals(dice, body) : body };
  };

  const under = (batch: Pick<Request, 'tenant' | 'body' | 'posting'>): Request => ({
    key: `key-${String(requests.length)}`,
    replies: [],
    open: 0,
    ...batch,
  });

  /** Asks for a preview, or posts one of the last: more than once, too. */
  const previewOrPost = (process: Process): void => {
    const last = previews.slice(-PREVIEWS_POSTED);
    if (last.length === 0 || dice.chance(0.4)) {
      askPreview(world, process, fresh(), (preview) => previews.push(preview));
      return;
    }
    const how = posting(dice, dice.pick(last));
    const request = under({ tenant: how.tenant, body: how.body, posting: how });
    requests.push(request);
    send(world, process, request);
  };

  return {
    requests,
    post: (process) => {
      if (hasPreviews && dice.chance(PREVIEWED)) {
        previewOrPost(process);
        return;
      }
      const isNew = requests.length === 0 || dice.chance(0.75);
      const wanted = isNew ? under(fresh()) : another(world, requests);
      const known = isNew ? undefined : requests.find((one) => isSame(one, wanted));
      if (known === undefined) requests.push(wanted);
      send(world, process, known ?? wanted);
    },
    unanswered: () => requests.filter((request) => !isAnswered(request) && request.open === 0),
    repeat: (process, request) => {
      send(world, process, request);
    },
    remember: () => {
      const received = new Map(requests.map((request) => [request, request.replies.length]));
      return () => {
        for (const request of requests) request.replies.length = received.get(request) ?? 0;
      };
    },
  };
};
