import { E, type Hundi, type Tenant } from '@hundi/core';
import type { Context, Middleware } from 'koa';

/** Whether a person of the bank may sign in to the team's own pages. */
export type Staff = (name: string, password: string) => boolean;

const ACME = { bankTenantId: 'demo-bank', corporateTenantId: 'acme' } as Tenant;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<"]/g, (sign) => ENTITIES[sign] ?? '');

const show = (ctx: Context, status: number, title: string, content: string): void => {
  ctx.status = status;
  ctx.set('Content-Security-Policy', "default-src 'none'; form-action 'self'");
  ctx.type = 'html';
  ctx.body = `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${content}</html>`;
};

const loginForm = `<form method="post" action="/login">
  <label>Name <input name="name"></label>
  <label>Password <input name="password" type="password"></label>
  <button>Sign in</button>
</form>`;

/** The session that koa-session keeps: the cookie is signed, so its name is one that signed in. */
const sessionOf = (ctx: Context): { name?: string } => ctx['session'] as { name?: string };

const fieldsOf = (ctx: Context): Readonly<Record<string, unknown>> =>
  (ctx.request as { readonly body?: Readonly<Record<string, unknown>> }).body ?? {};

const signIn = (ctx: Context, staff: Staff): void => {
  const { name, password } = fieldsOf(ctx);
  if (typeof name === 'string' && typeof password === 'string' && staff(name, password)) {
    sessionOf(ctx).name = name;
    ctx.redirect('/');
  } else {
    show(ctx, 403, 'Name or password is wrong', loginForm);
  }
};

/** The latest payouts of a corporate. The page calls the engine as any code of the process does, without HTTP. */
const home = async (ctx: Context, engine: Hundi, name: string): Promise<void> => {
  const listed = await engine.listTransactions(ACME, { initiatedByUserId: 'u-maker', limit: 20 });
  if (E.isLeft(listed)) throw new Error(`the payouts were refused: ${listed.left._tag}`);
  const rows = listed.right.items.map(
    ({ title, state, totalAmount }) =>
      `<li>${escaped(title)}: ₹${(totalAmount.value / 100).toFixed(2)}, ${state}</li>`,
  );
  show(ctx, 200, 'Our Bank', `<p>Signed in: ${escaped(name)}</p><ul>${rows.join('')}</ul>`);
};

/** The team's own pages: a login with a session, and a list of payouts. */
export const ownPages =
  (engine: Hundi, staff: Staff): Middleware =>
  async (ctx, next) => {
    const { name } = sessionOf(ctx);
    switch (`${ctx.method} ${ctx.path}`) {
      case 'GET /login':
        show(ctx, 200, 'Sign in', loginForm);
        return;
      case 'POST /login':
        signIn(ctx, staff);
        return;
      case 'GET /':
        if (name === undefined) ctx.redirect('/login');
        else await home(ctx, engine, name);
        return;
      default:
        await next();
    }
  };
