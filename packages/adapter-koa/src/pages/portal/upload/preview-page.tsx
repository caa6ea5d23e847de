import { rupees, sumPaise } from '@hundi/core';
import type { ShownPreview } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { Notice } from '../form-field.js';
import type { Inside } from '../inside.js';
import { beginningOf, firstOf, NameIn } from '../payout-cells.js';
import { portalPage } from '../portal-page.js';
import { whyRejected, type Fault } from './faults.js';
import type { KeptFile } from './kept-file.js';

/** A file whose payments the engine has judged, as a person sees it before they submit it. */
export interface PreviewShown {
  readonly uploadId: string;
  readonly file: KeptFile;
  readonly preview: ShownPreview;
  readonly sums: PreviewSums;
  /** The first rejected payments. */
  readonly rejected: ReadonlyArray<Fault & { readonly index: number }>;
  /** The job that has paid these references before, where all of them were used. */
  readonly before?: { readonly jobId: string; readonly name: string } | undefined;
  readonly notice?: string | undefined;
}

const paiseOf = ({ payments }: KeptFile, index: number): number => {
  const amount = payments[index]?.['amount'];
  return typeof amount === 'number' ? amount : 0;
};

const amountOf = (file: KeptFile, index: number): bigint => BigInt(paiseOf(file, index));

const csvOf = (uploadId: string, name: 'faults' | 'preview' = 'faults'): `/${string}` =>
  `/portal/upload/${name}.csv?upload=${encodeURIComponent(uploadId)}`;

const anotherFor = (uploadId: string): `/${string}` =>
  `/portal/upload?upload=${encodeURIComponent(uploadId)}`;

const DUPLICATE = 'duplicate_transaction_reference';
const WHOLE_FILE = 'package_group_failed';

/** Whether the references of all payments are used. */
export const isAllDuplicate = ({ records }: Pick<ShownPreview, 'records'>): boolean =>
  records.every(({ rejectionCode }) => rejectionCode === DUPLICATE);

/** The sums of the payments of a file, in paise, and how many are rejected because of others. */
export interface PreviewSums {
  readonly accepted: bigint;
  readonly rejected: bigint;
  readonly becauseOfOthers: number;
}

/** Sums what a preview says of a file. */
export const sumsOf = (file: KeptFile, { records }: Pick<ShownPreview, 'records'>): PreviewSums => {
  const sumOf = (wanted: 'accepted' | 'rejected'): bigint =>
    sumPaise(records.map(({ index, outcome }) => (outcome === wanted ? paiseOf(file, index) : 0)));
  const becauseOfOthers = records.filter(({ rejectionCode }) => rejectionCode === WHOLE_FILE);
  return {
    accepted: sumOf('accepted'),
    rejected: sumOf('rejected'),
    becauseOfOthers: becauseOfOthers.length,
  };
};

const Totals = ({ inside, shown }: { readonly inside: Inside; readonly shown: PreviewShown }) => {
  const { upload } = inside.texts;
  const { count, accepted, rejected } = shown.preview.totals;
  const { sums } = shown;
  const facts = [
    [upload.inAll, count, sums.accepted + sums.rejected],
    [upload.accepted, accepted, sums.accepted],
    [upload.rejected, rejected, sums.rejected],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, n, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{upload.sums(n, rupees(amount))}</dd>
        </div>
      ))}
    </dl>
  );
};

/** What becomes of the payments that are not rejected, and of the others. */
const Rest = ({ inside, shown }: { readonly inside: Inside; readonly shown: PreviewShown }) => {
  const { visit, texts } = inside;
  const { upload } = texts;
  const { preview, before, sums } = shown;
  const { accepted, rejected } = preview.totals;
  if (isAllDuplicate(preview))
    return (
      <p>
        {upload.broughtBefore}{' '}
        {before !== undefined && (
          <a href={visit.href(`/portal/jobs/${before.jobId}`)}>
            <bdi>{before.name}</bdi>
          </a>
        )}
      </p>
    );
  return (
    <>
      {sums.becauseOfOthers > 0 && <p>{upload.wholePackage(sums.becauseOfOthers)}</p>}
      {accepted === 0 && <p>{upload.nothingAccepted}</p>}
      {accepted > 0 && <p>{rejected === 0 ? upload.allGoOn : upload.restGoesOn}</p>}
      {accepted > 0 && (
        <p>{upload.until(texts.time(Date.parse(preview.expiresAt), inside.profile.timeZone))}</p>
      )}
    </>
  );
};

/** What the accepted payments leave of a page of 60 KB, and what a row takes. */
const REJECTED_BYTES = { row: 110, all: 24_000 };

const Rejected = ({ inside, shown }: { readonly inside: Inside; readonly shown: PreviewShown }) => {
  const { visit, texts } = inside;
  const { upload } = texts;
  const { file, preview, uploadId } = shown;
  const rejected = firstOf(
    shown.rejected.map((row) => ({
      ...row,
      why: whyRejected(texts, file.payments[row.index], row.code, row.detail),
    })),
    ({ reference = '', why }) => [beginningOf(reference), why],
    REJECTED_BYTES,
  );
  const more = preview.totals.rejected - rejected.length;
  if (rejected.length === 0) return null;
  return (
    <section class="card">
      <div class="scroll" role="region" aria-label={upload.rejectedRows} tabindex={0}>
        <table class="rows">
          <caption>{upload.rejectedRows}</caption>
          <thead>
            <tr>
              <th scope="col" class="pick">
                {upload.line}
              </th>
              <th scope="col">{upload.reference}</th>
              <th scope="col" class="num">
                {upload.amount}
              </th>
              <th scope="col">{upload.why}</th>
            </tr>
          </thead>
          <tbody>
            {rejected.map(({ index, line, reference, why }) => (
              <tr key={index}>
                <td class="pick">{line}</td>
                <th scope="row">
                  <NameIn name={reference} />
                </th>
                <td class="num">{rupees(amountOf(file, index))}</td>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p class="quiet">{upload.moreRejected(more)}</p>}
      <p>
        <a href={visit.href(csvOf(uploadId))}>{upload.mendFile}</a>
      </p>
    </section>
  );
};

const Accepted = ({ inside, shown }: { readonly inside: Inside; readonly shown: PreviewShown }) => {
  const { visit, texts } = inside;
  const { upload } = texts;
  const { uploadId, file, preview } = shown;
  const { firstAccepted, records, totals } = preview;
  if (firstAccepted.length === 0) return null;
  const more = totals.accepted - firstAccepted.length;
  return (
    <section class="card">
      <div class="scroll" role="region" aria-label={upload.acceptedRows} tabindex={0}>
        <table class="rows">
          <caption>{upload.acceptedRows}</caption>
          <thead>
            <tr>
              <th scope="col" class="pick">
                {upload.line}
              </th>
              <th scope="col">{upload.reference}</th>
              <th scope="col" class="num">
                {upload.amount}
              </th>
              <th scope="col">{upload.payee}</th>
              <th scope="col">{upload.how}</th>
              <th scope="col">{upload.release}</th>
            </tr>
          </thead>
          <tbody>
            {firstAccepted.map((row) => {
              const { index, beneficiaryCode, beneficiaryName, accountNumber, paymentMethod } = row;
              const { transactionReference, fees, levelsRequired, releaseDate } =
                records[index] ?? {};
              return (
                <tr key={index}>
                  <td class="pick">{file.lines[index]}</td>
                  <th scope="row">
                    <NameIn name={transactionReference} />
                  </th>
                  <td class="num">{rupees(amountOf(file, index))}</td>
                  <td>
                    <NameIn name={beneficiaryName} />
                    <span class="sub">
                      {beneficiaryCode} {accountNumber}
                    </span>
                  </td>
                  <td>
                    {paymentMethod}
                    <span class="sub">{upload.fees(rupees(BigInt(fees?.total.value ?? 0)))}</span>
                  </td>
                  <td>
                    {texts.day(releaseDate ?? '')}
                    <span class="sub">{upload.levels(levelsRequired ?? 0)}</span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <p>
          {upload.moreAccepted(more)}{' '}
          <a href={visit.href(csvOf(uploadId, 'preview'))}>{upload.verdictsFile}</a>
        </p>
      )}
    </section>
  );
};

/** What would become of a file: its totals, the rejected payments, the first accepted ones, and the button that submits it. */
export const previewPage = (inside: Inside, shown: PreviewShown): Page => {
  const { visit, texts } = inside;
  const { upload } = texts;
  const { uploadId, file, preview, notice } = shown;
  return portalPage(inside, {
    title: upload.previewTitle,
    at: 'upload',
    content: (
      <>
        <h1>{upload.previewTitle}</h1>
        {notice !== undefined && <Notice kind="bad" text={notice} />}
        <section class="card">
          <p>
            <strong>
              <bdi>{file.name}</bdi>
            </strong>
          </p>
          <Totals inside={inside} shown={shown} />
          <Rest inside={inside} shown={shown} />
          <PageForm visit={visit} action="/portal/upload/submit">
            <input type="hidden" name="upload" value={uploadId} />
            <input type="hidden" name="token" value={preview.previewToken} />
            <div class="actions">
              {preview.totals.accepted > 0 && <button>{upload.submit}</button>}
              <a class="button second" href={visit.href(anotherFor(uploadId))}>
                {upload.another}
              </a>
            </div>
          </PageForm>
        </section>
        <Rejected inside={inside} shown={shown} />
        <Accepted inside={inside} shown={shown} />
      </>
    ),
  });
};

const FAULTS_BYTES = { row: 110, all: 38_000 };

/** What is wrong with a file of which nothing can be submitted. */
export const faultsPage = (
  inside: Inside,
  {
    uploadId,
    name,
    faults,
  }: { readonly uploadId: string; readonly name: string; readonly faults: ReadonlyArray<Fault> },
): Page => {
  const { visit, texts } = inside;
  const { upload } = texts;
  const shown = firstOf(
    faults.map(({ code, detail, member, ...fault }) => ({
      ...fault,
      said: texts.engine.coded(code, detail, member),
    })),
    ({ column = '', said }) => [column, said],
    FAULTS_BYTES,
  );
  return portalPage(inside, {
    title: upload.faultsTitle,
    at: 'upload',
    content: (
      <>
        <h1>{upload.faultsTitle}</h1>
        <section class="card">
          <p>
            <strong>
              <bdi>{name}</bdi>
            </strong>
          </p>
          <p>{upload.faultsIntro(faults.length)}</p>
          <div class="scroll" role="region" aria-label={upload.faults} tabindex={0}>
            <table class="rows">
              <caption>{upload.faults}</caption>
              <thead>
                <tr>
                  <th scope="col" class="pick">
                    {upload.line}
                  </th>
                  <th scope="col">{upload.column}</th>
                  <th scope="col">{upload.why}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ line, column, said }, i) => (
                  <tr key={i}>
                    <td class="pick">{line}</td>
                    <th scope="row">
                      <bdi>
                        {column ?? (line === undefined ? upload.wholeFile : upload.wholeLine)}
                      </bdi>
                    </th>
                    <td>
                      <bdi>{said}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {shown.length < faults.length && (
            <p class="quiet">{upload.moreFaults(faults.length - shown.length)}</p>
          )}
          <p>
            <a href={visit.href(csvOf(uploadId))}>{upload.faultsFile}</a>
          </p>
          <p>
            <a class="button" href={visit.href(anotherFor(uploadId))}>
              {upload.another}
            </a>
          </p>
        </section>
      </>
    ),
  });
};
