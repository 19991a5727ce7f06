// Forms whose person is no longer signed in when they are sent, and the way back to them.
import type { Env } from '../../../src/env.ts';
import { givePassword, type MintedPerson, mintPerson } from '../people/people.ts';
import { mintAccount, testEnv } from '../world.ts';
import { ask, type Browser, keptIn, type PageAnswer, sendShown } from './pages.ts';

const PASSWORD = 'a long password';

/** The headers by which a browser says that a form is ours. */
export const FROM_HERE = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };

/** The values in the scene's form. */
export const KEY = { name: 'Shop <server>', access: 'write' };

export interface KeptScene {
  brand: string;
  /** An owner of the brand. */
  ada: MintedPerson;
  /** A member of it. */
  ben: MintedPerson;
  /** The page where an owner creates a key. */
  path: string;
  /** How many keys the brand has. */
  keys(): Promise<number>;
}

export async function keptScene(): Promise<KeptScene> {
  const { id: brand } = await mintAccount('brand', { name: 'Northwind' });
  const [ada, ben] = [await mintPerson({ [brand]: 'owner' }), await mintPerson({ [brand]: 'member' })];
  await letSignIn(ada, ben);
  const count = testEnv.DB.prepare('SELECT count(*) AS n FROM api_keys WHERE account_id = ?').bind(brand);
  const keys = async () => (await count.first<{ n: number }>())!.n;
  return { brand, ada, ben, path: `/app/${brand}/keys/new`, keys };
}

export const letSignIn = (...people: MintedPerson[]) =>
  givePassword(
    PASSWORD,
    people.map(({ id }) => id),
  );

/** Fills in the scene's form as a person whose session has ended when it is sent. */
export async function interrupted(
  browser: Browser,
  { path }: KeptScene,
  fields: Record<string, string> = KEY,
): Promise<PageAnswer> {
  const page = await ask(browser, path);
  browser.cookies.delete('__Host-session');
  return await sendShown(browser, path, page, 'create', fields);
}

const actionOf = (html: string, form: RegExp) => form.exec(html)![1]!.replaceAll('&amp;', '&');

/** Signs in on the page that is shown instead of a form, with that page's own form. */
export function signIn(
  browser: Browser,
  gate: PageAnswer,
  { email }: MintedPerson,
  { password = PASSWORD, env = testEnv }: { password?: string; env?: Env } = {},
): Promise<PageAnswer> {
  const action = actionOf(gate.html, /<form method="post" action="([^"]+)"/);
  return sendShown(browser, action, gate, 'enter', { email, password }, { env });
}

/** Continues as the page after the sign-in does: by its script, or by its button. */
export function goOn(browser: Browser, page: PageAnswer, env: Env = testEnv): Promise<PageAnswer> {
  const action = actionOf(page.html, /<form method="post" action="([^"]+)"[^>]*data-goes-on/);
  return bring(browser, keptIn(page)!, action, env);
}

export const bring = (browser: Browser, kept: string, to: string, env: Env = testEnv) =>
  ask(browser, to, { headers: FROM_HERE, fields: { _kept: kept }, env });
