import { E, type PaymentFile, type PaymentFiles } from '@hundi/core';
import { PersonBatchRequest, type ShownPreview } from '@hundi/core/wire';
import { nextTurn } from '../../../http/turns.js';
import type { Page } from '../../page.js';
import type { OpenedFile } from '../../opened-file.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import type { RefusalPage } from '../../refusal-page.js';
import { paiseIn } from '../rupees-typed.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import {
  faultsCsv,
  faultsOfBatch,
  faultsOfFile,
  rejectedCsv,
  rejectedOf,
  verdictsCsv,
  wrongTotals,
  type Fault,
} from './faults.js';
import { keptWriter, readKept, type KeptFile, type KeptWriter } from './kept-file.js';
import { faultsPage, isAllDuplicate, previewPage, sumsOf } from './preview-page.js';
import {
  TYPED,
  uploadPage,
  uploadStopped,
  type TypedBeside,
  type UploadShown,
} from './upload-page.js';

/** What a host gives for the page on which people bring files of payments. */
export interface UploadOptions {
  /** Reads the files. Without it there is no such page. */
  readonly files?: PaymentFiles;
  /** The text of an empty file, as CSV, for people to fill. Default: none. */
  readonly fileTemplate?: () => string;
}

const { apiRefNumber: ApiRefNumber } = PersonBatchRequest.required;

const AT = '/portal/upload';
const FILE_LIMITS = { bytes: 16 * 1_024 * 1_024 };
const REJECTED_SHOWN = 100;

const page = (status: number, shown: Page): PageAnswer => ({ kind: 'page', status, page: shown });

const isMaker = ({ profile }: Inside): boolean => profile.permissions.includes('transaction.make');

const noRole = (inside: Inside): PageAnswer =>
  page(403, uploadStopped(inside, inside.texts.upload.noRole));

const gone = (inside: Inside): PageAnswer => {
  const { upload } = inside.texts;
  return page(404, uploadStopped(inside, upload.gone, { path: AT, text: upload.another }));
};

const typedIn = ({ visit: { form } }: Inside): TypedBeside =>
  Object.fromEntries(TYPED.map((name) => [name, (form.get(name) ?? '').trim()]));

/** The form, as it was filled. */
const asked = (
  inside: Inside,
  { fileTemplate }: UploadOptions,
  status = 200,
  shown: Partial<UploadShown> = {},
): PageAnswer =>
  isMaker(inside)
    ? page(
        status,
        uploadPage(
          inside,
          { typed: typedIn(inside), faults: {}, ...shown },
          fileTemplate !== undefined,
        ),
      )
    : noRole(inside);

type Stated = Pick<KeptFile, 'controlTotals'>;

const COUNT = /^[1-9][0-9,]{0,8}$/;

/** What was typed beside the file; or which of it cannot be read. */
const aroundIn = (
  inside: Inside,
): E.Either<UploadShown['faults'], Partial<Pick<KeptFile, 'name'>> & Stated> => {
  const { upload } = inside.texts;
  const { name = '', count = '', sum = '' } = typedIn(inside);
  const amount = paiseIn(sum);
  const hasTotals = count !== '' || sum !== '';
  const faults = {
    ...(name !== '' && !ApiRefNumber.is(name) && { name: upload.badName }),
    ...(hasTotals && !COUNT.test(count) && { count: upload.badCount }),
    ...(hasTotals && amount === undefined && { sum: upload.badSum }),
  };
  if (Object.keys(faults).length > 0) return E.left(faults);
  return E.right({
    ...(name !== '' && { name }),
    ...(hasTotals &&
      amount !== undefined && {
        controlTotals: { count: Number(count.replaceAll(',', '')), amount },
      }),
  });
};

/** Whether the totals that were typed are others than those in the file: only one of them can be right. */
const disagree = ({ controlTotals: typed }: Stated, { controlTotals: held }: Stated): boolean =>
  typed !== undefined &&
  held !== undefined &&
  (typed.count !== held.count || typed.amount !== held.amount);

const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;
const NAME_MAX = 80;

/** What a batch is called whose person gave it no name: as its file, with the day. */
const nameOf = (fileName: string, { profile, texts }: Inside): string => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: profile.timeZone }).format(profile.now);
  // A letter of two units that the cut halves is hidden, too.
  const short = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .slice(0, NAME_MAX)
    .replaceAll(HIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const name = `${short} ${day}`;
  return short !== '' && ApiRefNumber.is(name) ? name : `${texts.upload.title} ${day}`;
};

/** Reads a file to its end, or says why its form is refused. */
const fileIn = async (
  files: PaymentFiles,
  { bytes, end }: Pick<OpenedFile, 'bytes' | 'end'>,
  { take }: KeptWriter,
): Promise<E.Either<RefusalPage, Awaited<ReturnType<PaymentFiles>>>> => {
  try {
    const found = await files(bytes, take);
    const whole = await end();
    return E.isLeft(whole) ? whole : E.right(found);
  } catch (error) {
    const whole = await end();
    if (E.isLeft(whole)) return whole;
    throw error;
  }
};

const PAYMENTS_A_TURN = 200;

/** Ends what is kept of a file, with the payments that its reader has returned and not handed over. */
const endOf = async (
  { take, end }: KeptWriter,
  { payments, lines, ...totals }: PaymentFile,
  head: Omit<Parameters<KeptWriter['end']>[0], 'faults'>,
): Promise<string> => {
  for (const [i, payment] of payments.entries()) {
    take(payment, lines[i] ?? 0);
    if (i % PAYMENTS_A_TURN === 0) await nextTurn();
  }
  return end({ faults: [], ...totals, ...head });
};

/** Reads the file of a form, and keeps what came of it. */
const read =
  (options: UploadOptions, files: PaymentFiles) =>
  async (inside: Inside): Promise<PageAnswer> => {
    const { engine, visit, person, texts } = inside;
    const { upload } = texts;
    if (!isMaker(inside)) return noRole(inside);
    const again = (text: string, faults: UploadShown['faults'] = {}): PageAnswer =>
      asked(inside, options, 400, { faults, notice: { kind: 'bad', text } });
    const around = aroundIn(inside);
    if (E.isLeft(around)) return again(upload.mendAndChoose, around.left);
    const opened = await visit.file?.(`session ${person.sessionId}`);
    if (opened === undefined) return again(upload.chooseFirst);
    if (E.isLeft(opened)) return { kind: 'refused', refusal: opened.left };
    const file = opened.right;
    const taken = keptWriter();
    const found = await fileIn(files, file, taken);
    if (E.isLeft(found)) return { kind: 'refused', refusal: found.left };
    if (file.name === '') return again(upload.chooseFirst);
    const { name = nameOf(file.name, inside), ...typed } = around.right;
    if (E.isRight(found.right) && disagree(typed, found.right.right))
      return again(upload.otherTotals);
    const head = { name, typed: typedIn(inside), ...typed };
    const content = await (E.isLeft(found.right)
      ? keptWriter().end({ ...head, faults: found.right.left })
      : endOf(taken, found.right.right, head));
    const kept = await engine.keepUpload(person, { content });
    return E.isLeft(kept) ? noRole(inside) : toPreview(kept.right.uploadId);
  };

/** The address of a file's preview: it can be gone back to, and says how things stand then. */
const toPreview = (uploadId: string): PageAnswer =>
  see(`${AT}/preview?upload=${encodeURIComponent(uploadId)}`);

const keptAs = async (
  { engine, person }: Inside,
  uploadId: string,
): Promise<KeptFile | undefined> => {
  const kept = await engine.getUpload(person, { uploadId });
  return E.isLeft(kept) ? undefined : readKept(kept.right);
};

/** The form for another file in place of one that the person has brought, filled as it was for that. */
const another = async (inside: Inside, options: UploadOptions): Promise<PageAnswer> => {
  const replaced = isMaker(inside) ? await keptAs(inside, uploadIn(inside)) : undefined;
  return asked(inside, options, 200, { typed: replaced?.typed ?? {} });
};

const batchOf = ({ name, payments, controlTotals }: KeptFile) => ({
  apiRefNumber: name,
  source: 'file_upload' as const,
  // The engine decodes them: a reader of files says nothing of their values.
  payments: payments as never,
  ...(controlTotals !== undefined && { controlTotals }),
});

/** What the engine says of a file now; its faults; or an answer where there is neither. */
const judged = async (
  inside: Inside,
  options: UploadOptions,
  uploadId: string,
): Promise<
  E.Either<
    PageAnswer,
    { readonly file: KeptFile } & (
      | { readonly faults: ReadonlyArray<Fault> }
      | { readonly preview: ShownPreview }
    )
  >
> => {
  if (!isMaker(inside)) return E.left(noRole(inside));
  const { engine, person } = inside;
  const file = await keptAs(inside, uploadId);
  if (file === undefined) return E.left(gone(inside));
  if (file.faults.length > 0) return E.right({ file, faults: faultsOfFile(file.faults) });
  const preview = await engine.previewBatch(person.tenant, {
    batch: batchOf(file),
    actorUserId: person.userId,
  });
  if (E.isRight(preview)) return E.right({ file, preview: preview.right });
  if (preview.left._tag !== 'InvalidInput') return E.left(noRole(inside));
  const { texts } = inside;
  const faults = faultsOfBatch(texts, file, preview.left);
  const totals = wrongTotals(texts, file, preview.left.issues);
  const { typed = {} } = file;
  if ((typed.count ?? '') === '' || Object.keys(totals).length < faults.length)
    return E.right({ file, faults });
  // The file may well be right: what was typed beside it is mended where it was typed.
  const notice = { kind: 'bad', text: texts.upload.mendAndChoose } as const;
  return E.left(asked(inside, options, 200, { typed, faults: totals, notice }));
};

const BEFORE_LOOKED = 20;

/** The job in which the first payment of a file was made before, if the person may see it. */
const jobBefore = async (
  { engine, person: { tenant, userId } }: Inside,
  { records: [first] }: ShownPreview,
) => {
  if (first === undefined) return undefined;
  const found = await engine.browseTransactions(tenant, {
    initiatedByUserId: userId,
    search: first.transactionReference,
    limit: BEFORE_LOOKED,
  });
  if (E.isLeft(found)) return undefined;
  // Newest first: the oldest holds the reference, unless it was rejected.
  const holder = found.right.items.findLast(
    ({ reference, status }) => reference === first.transactionReference && status !== 'rejected',
  );
  return holder === undefined || holder.jobId === null
    ? undefined
    : { jobId: holder.jobId, name: holder.apiRefNumber };
};

/** Shows what would become of a file now. */
const previewed = async (
  inside: Inside,
  options: UploadOptions,
  uploadId: string,
  notice?: string,
): Promise<PageAnswer> => {
  const found = await judged(inside, options, uploadId);
  if (E.isLeft(found)) return found.left;
  const { file } = found.right;
  if ('faults' in found.right) {
    const { faults } = found.right;
    return page(200, faultsPage(inside, { uploadId, name: file.name, faults }));
  }
  const { preview } = found.right;
  const rejected = await rejectedOf(file, preview, REJECTED_SHOWN);
  const sums = sumsOf(file, preview);
  await nextTurn();
  const before = isAllDuplicate(preview) ? await jobBefore(inside, preview) : undefined;
  const shown = { uploadId, file, preview, sums, rejected, before, notice };
  return page(notice === undefined ? 200 : 409, previewPage(inside, shown));
};

/** The faults of a file, or its rejected payments, as a file. */
const faultsFile = async (
  inside: Inside,
  options: UploadOptions,
  uploadId: string,
): Promise<PageAnswer> => {
  const found = await judged(inside, options, uploadId);
  if (E.isLeft(found)) return found.left;
  const { texts } = inside;
  if ('faults' in found.right)
    return { kind: 'file', name: 'faults.csv', lines: faultsCsv(texts, found.right.faults) };
  const { file, preview } = found.right;
  return { kind: 'file', name: 'rejected.csv', lines: await rejectedCsv(texts, file, preview) };
};

/** What would become of each payment, as a file. */
const verdictsFile = async (
  inside: Inside,
  options: UploadOptions,
  uploadId: string,
): Promise<PageAnswer> => {
  const found = await judged(inside, options, uploadId);
  if (E.isLeft(found)) return found.left;
  if ('faults' in found.right) return toPreview(uploadId);
  const { file, preview } = found.right;
  return { kind: 'file', name: 'preview.csv', lines: verdictsCsv(inside.texts, file, preview) };
};

const submit = async (inside: Inside, options: UploadOptions): Promise<PageAnswer> => {
  const { engine, visit, person, texts } = inside;
  const { upload } = texts;
  const uploadId = visit.form.get('upload') ?? '';
  const file = await keptAs(inside, uploadId);
  if (file === undefined) return gone(inside);
  const accepted = await engine.acceptPreviewedBatch(person.tenant, {
    // Sent twice, from the same page or from two tabs, the file makes one job.
    key: `upload-${uploadId}`,
    previewToken: visit.form.get('token') ?? '',
    batch: batchOf(file),
    actorUserId: person.userId,
  });
  if (E.isRight(accepted)) return see(`/portal/jobs/${accepted.right.answer.jobId}`);
  const { _tag: why } = accepted.left;
  if (why === 'NotAMaker') return noRole(inside);
  return previewed(
    inside,
    options,
    uploadId,
    why === 'VerdictsChanged' ? upload.changed : upload.previewOver,
  );
};

const uploadIn = ({ visit }: Inside): string => visit.query('upload') ?? '';

/** Files of payments: the form, what would become of a file, and submitting it. None where the host reads no files. */
export const uploadRoutes = (
  routes: InsideRoutes,
  options: UploadOptions,
): ReadonlyArray<PageRoute> => {
  const { files, fileTemplate } = options;
  if (files === undefined) return [];
  return [
    ...routes.page({ path: AT, answer: (inside) => another(inside, options) }),
    ...routes.form({
      path: `${AT}/read`,
      page: AT,
      takesFile: FILE_LIMITS,
      filled: async (inside) =>
        asked(inside, options, 200, {
          notice: { kind: 'bad', text: inside.texts.upload.chooseAgain },
        }),
      answer: read(options, files),
    }),
    ...routes.page({
      path: `${AT}/preview`,
      answer: (inside) => previewed(inside, options, uploadIn(inside)),
    }),
    ...routes.page({
      path: `${AT}/faults.csv`,
      answer: (inside) => faultsFile(inside, options, uploadIn(inside)),
    }),
    ...routes.page({
      path: `${AT}/preview.csv`,
      answer: (inside) => verdictsFile(inside, options, uploadIn(inside)),
    }),
    ...(fileTemplate === undefined
      ? []
      : routes.page({
          path: `${AT}/template.csv`,
          answer: async () => ({
            kind: 'file',
            name: 'payments.csv',
            lines: [fileTemplate()],
          }),
        })),
    ...routes.form({
      path: `${AT}/submit`,
      page: AT,
      filled: async ({ visit }) => toPreview(visit.form.get('upload') ?? ''),
      answer: (inside) => submit(inside, options),
    }),
  ];
};
