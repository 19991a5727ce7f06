// Requests pages as a browser would, without one: the response is HTML.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import type { Actor } from '../../../src/auth/actor.ts';
import { hashSessionToken, newSessionToken } from '../../../src/auth/person.ts';
import { answerPage } from '../../../src/console/app.tsx';
import { formToken } from '../../../src/console/csrf.ts';
import { type FormKind, markOf } from '../../../src/console/made-for.ts';
import { type Env, vars } from '../../../src/env.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { ORIGIN, testEnv } from '../world.ts';
import { formsIn } from './page-forms.ts';

/** A browser of a person, with the cookies that it was given. */
export interface Browser {
  cookies: Map<string, string>;
}

export interface PageAnswer {
  status: number;
  headers: Headers;
  html: string;
}

export function newBrowser(): Browser {
  return { cookies: new Map() };
}

/** The browser of a session. @param token the token in the session's cookie. */
export function browserOf({ token }: { token: string }): Browser {
  return { cookies: new Map([['__Host-session', token]]) };
}

/** A browser in which an actor's person (test/harness/people/person.ts) has signed in. */
export async function signedIn(person: Pick<Actor, 'callerId'>): Promise<Browser> {
  const token = newSessionToken();
  const now = clock.now();
  await testEnv.DB.prepare(
    'INSERT INTO sessions (id, person_id, token_hash, expires_at, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)',
  )
    .bind(newId('session', now), person.callerId, hashSessionToken(token), now + DAY_MS, now)
    .run();
  return browserOf({ token });
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  /** The fields of a form to send. */
  fields?: Record<string, string> | [string, string][] | undefined;
  /** Files to send with the form, which is then multipart. */
  files?: Record<string, Blob>;
  env?: Env;
}

/** Sends one request with the browser's cookies, and stores those of the response. */
export async function ask(browser: Browser, path: string, asked: Asked = {}): Promise<PageAnswer> {
  const headers = new Headers(asked.headers);
  if (browser.cookies.size > 0)
    headers.set('Cookie', [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  const body = bodyOf(asked);
  const method = asked.method ?? (body ? 'POST' : 'GET');
  const execution = createExecutionContext();
  const request = new Request(ORIGIN + path, { method, headers, body });
  const response = await answerPage(request, asked.env ?? testEnv, execution);
  const html = await response.text();
  await waitOnExecutionContext(execution);
  for (const line of response.headers.getSetCookie()) {
    const [, name, value, rest] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    if (/Max-Age=0/.test(rest!)) browser.cookies.delete(name!);
    else browser.cookies.set(name!, value!);
  }
  return { status: response.status, headers: response.headers, html };
}

function bodyOf({ fields, files }: Asked): URLSearchParams | FormData | null {
  if (!fields) return null;
  if (!files) return new URLSearchParams(fields);
  const parts = new FormData();
  const all = [...new URLSearchParams(fields), ...Object.entries(files)];
  for (const [name, value] of all) parts.append(name, value);
  return parts;
}

/** Opens a page and sends one of its forms, as the browser would. @param fields what a person fills in. */
export async function send(
  browser: Browser,
  path: string,
  action: string,
  fields: Record<string, string> = {},
  more: Omit<Asked, 'fields'> = {},
): Promise<PageAnswer> {
  const page = await ask(browser, path, more.env ? { env: more.env } : {});
  return await sendShown(browser, path, page, action, fields, more);
}

/** Sends a form of a page that was opened before: the same showing may be sent again. */
export async function sendShown(
  browser: Browser,
  path: string,
  page: PageAnswer,
  action: string,
  fields: Record<string, string> = {},
  more: Omit<Asked, 'fields'> = {},
): Promise<PageAnswer> {
  const own = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.html)?.[1];
  const [token, once, kept] = [own('_token'), own('_once'), keptIn(page)];
  if (!token || !once) throw new Error(`${path} has no form: ${page.status}`);
  const sent = { _token: token, _once: once, _action: action, ...(kept && { _kept: kept }), ...fields };
  return await ask(browser, path, {
    ...more,
    headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'null', ...more.headers },
    fields: [...Object.entries(sent), ...seenIn(page, sent)],
  });
}

/** The fields that a form sends about the state of the record that its person saw. */
function seenIn(page: PageAnswer, fields: Record<string, string>): [string, string][] {
  const form = formsIn(page.html).find(
    ({ action, id }) => action === fields._action && id === (fields._id ?? ''),
  );
  return (form?.hidden ?? []).filter(([name]) => ['_seen', '_was'].includes(name) && !(name in fields));
}

const FORGED = 'x'.repeat(32);

/**
 * A token for a form that the browser was never given, as if it had been made for a person. Gives the browser
 * the secret that goes with it.
 */
export function forgedToken(browser: Browser, person: string, kind: FormKind = 'person'): string {
  browser.cookies.set('__Host-form', FORGED);
  return `${formToken(FORGED)}.${markOf(vars(testEnv).SEALING_KEYS, person, kind)}`;
}

/** The kept form that a page carries; null when it carries none. */
export function keptIn({ html }: PageAnswer): string | null {
  return /name="_kept" value="([^"]+)"/.exec(html)?.[1] ?? null;
}

/** The value of a page's hidden field. */
export const hiddenIn = ({ html }: PageAnswer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!;

/** The text of a page, without its markup. */
export function wordsOf({ html }: PageAnswer): string {
  return html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}
