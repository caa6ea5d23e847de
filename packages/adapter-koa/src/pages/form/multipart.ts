import { E, InvalidInput } from '@hundi/core';
import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { keptBody } from '../../http/body/kept-body.js';
import { PayloadTooLarge } from '../../problem/refusal.js';
import type { Form, FormRefusal } from './form.js';

/** How much a form with a file may be. */
export interface FileLimits {
  /** Of the file. */
  readonly bytes: number;
}

/** A file on its way: its bytes are still to be read, once. */
export interface SentFile {
  /** What the browser calls it, without folders; empty where no file was chosen. */
  readonly name: string;
  /** How many bytes the whole form may have: as its sender says, else as many as a form with a file may have. */
  readonly atMost: number;
  /** The bytes. Reading them fails where the form is broken or too long: {@link SentFile.end} says why. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Reads what is left of the form, and says whether all of it was in order. */
  readonly end: () => Promise<E.Either<FormRefusal, undefined>>;
}

/** A form with a file: its fields, and behind them the file. */
export interface FormWithFile {
  readonly form: Form;
  /** Absent where the form has none. */
  readonly file?: SentFile;
  /** Gives up what was not read. */
  readonly close: () => void;
}

/** The name of the field with the file. Every other part of the form is a text field, and stands before it. */
export const FILE_FIELD = 'file';

const MULTIPART = /^multipart\/form-data[ \t]*(?:;|$)/i;

/** Whether a browser says that it sends a form with a file. */
export const isMultipart = ({ req }: Pick<Context, 'req'>): boolean =>
  MULTIPART.test(req.headers['content-type'] ?? '');

// Around the file: its fields, its boundaries, and the heads of its parts.
const AROUND = 64 * 1_024;
const FIELDS_MAX = 16;
const FIELD_MAX = 16 * 1_024;

const broken = (detail: string): FormRefusal =>
  InvalidInput([{ pointer: '', code: 'invalid', detail }]);

/** The parser, which is loaded with the first file; undefined for a form without a boundary. */
const parserFor = async (type: string, fileSize: number) => {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { 'content-type': type },
      isPartAFile: (field, _type, name) => field === FILE_FIELD || name !== undefined,
      limits: {
        fileSize,
        files: 1,
        fields: FIELDS_MAX,
        fieldSize: FIELD_MAX,
        headerPairs: 16,
        headerSize: 8 * 1_024,
      },
    });
  } catch {
    return undefined;
  }
};

type Parser = NonNullable<Awaited<ReturnType<typeof parserFor>>>;

/** Gives a body to a parser as fast as that takes it. Answers how to stop. */
const feed = (
  body: Readable,
  parser: Parser,
  { max, refuse }: { readonly max: number; readonly refuse: (why: FormRefusal) => void },
): (() => void) => {
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > max) refuse(PayloadTooLarge(max));
    else if (!parser.write(chunk)) body.pause();
  };
  const onDrain = (): void => {
    body.resume();
  };
  const onEnd = (): void => {
    parser.end();
  };
  const onClose = (): void => {
    if (!body.readableEnded) refuse(broken('ended too early'));
  };
  parser.on('drain', onDrain);
  // A connection that breaks is an error event here, which would end the process without a listener.
  body.on('error', onClose).on('close', onClose).on('data', onData).on('end', onEnd);
  return () => {
    parser.off('drain', onDrain);
    body.off('data', onData).off('end', onEnd).off('close', onClose).pause();
  };
};

/**
 * Reads a form with a file up to the file: the fields before it are known then, and the file is not held. A body that
 * says it is too long is refused before any of it is read.
 *
 * @throws BodyAlreadyRead when a parser has read the body and kept nothing.
 */
export const readFormWithFile = async (
  ctx: Pick<Context, 'req' | 'request'>,
  { bytes: maxBytes }: FileLimits,
): Promise<E.Either<FormRefusal, FormWithFile>> => {
  const { 'content-type': type = '', 'content-length': length = 0 } = ctx.req.headers;
  const max = maxBytes + AROUND;
  const kept = keptBody(ctx);
  const said = kept?.length ?? Number(length);
  if (said > max) return E.left(PayloadTooLarge(maxBytes, said));
  const parser = await parserFor(type, maxBytes);
  if (parser === undefined) return E.left(broken('expected a boundary between the parts'));
  const body = kept === undefined ? ctx.req : Readable.from([kept]);
  if (body.destroyed) return E.left(broken('ended too early'));
  return new Promise((resolve) => {
    const form = new Map<string, string>();
    let refusal: FormRefusal | undefined;
    let file: Readable | undefined;
    let ended = (): void => undefined;
    const over = new Promise<void>((done) => {
      ended = done;
    });
    const refuse = (why: FormRefusal): void => {
      refusal ??= why;
      stop();
      file?.destroy(new Error('The form cannot be read to its end.'));
      ended();
    };
    const outcome = () => (refusal === undefined ? E.right(undefined) : E.left(refusal));
    const stop = feed(body, parser, { max, refuse });
    parser
      .on('field', (name, value, _isNameCut, isCut) => {
        if (file !== undefined) refuse(broken('expected the file behind all fields'));
        else if (form.has(name)) refuse(broken('a field was sent twice'));
        else if (isCut) refuse(broken(`expected fields of at most ${String(FIELD_MAX)} bytes`));
        else form.set(name, value);
      })
      .once('fieldsLimit', () => {
        refuse(broken(`expected at most ${String(FIELDS_MAX)} fields`));
      })
      .once('filesLimit', () => {
        refuse(broken('expected one file'));
      })
      .on('error', () => {
        refuse(broken('ended too early'));
      })
      .once('finish', ended)
      .once('file', (field, stream, name: string | undefined) => {
        file = stream;
        // What breaks the form is told once, by its outcome.
        stream.on('error', () => undefined);
        stream.once('limit', () => {
          refuse(PayloadTooLarge(maxBytes));
        });
        if (field !== FILE_FIELD) refuse(broken(`expected the file in the field ${FILE_FIELD}`));
        resolve(
          E.right({
            form,
            file: {
              name: name ?? '',
              atMost: said === 0 ? max : said,
              // A reader that has seen enough leaves the rest to `end`.
              bytes: stream.iterator({ destroyOnReturn: false }),
              end: async () => {
                stream.resume();
                await over;
                return outcome();
              },
            },
            close: stop,
          }),
        );
      });
    void over.then(() => {
      const whole = outcome();
      resolve(E.isLeft(whole) ? whole : E.right({ form, close: stop }));
    });
  });
};
