// Reads what an effect names: by the API as the account itself, by the staff's as the staff, and pages as their person.
import { pause } from '../pause.ts';
import type { DemoWorld } from '../whole-demo.ts';
import type { Reading } from './effects.ts';
import { type FoundForm, type Role, show } from './find-forms.ts';

/** What is known only after a click. */
interface Led {
  url?: string;
  chosen?: readonly string[];
}

const ID = /\b[a-z]+_[0-9a-z]{26}\b/g;
const lastId = (path: string): string | undefined => path.match(ID)?.at(-1);

/** The path that a template stands for; null for what is not known yet. */
function pathOf(template: string, { path }: FoundForm, { url }: Led): string | null {
  const here = path.split('?')[0]!;
  const made = url === undefined ? undefined : lastId(new URL(url).pathname);
  if (template.includes(':made') && made === undefined) return null;
  return template
    .replace(':page', path)
    .replace(':place', here.split('/')[2] ?? '')
    .replace(':id', lastId(here.split('/').slice(3).join('/')) ?? '')
    .replace(':last', here.split('/').at(-1)!)
    .replace(':made', made ?? '');
}

/** Each template with a path of its own for each record that was chosen. */
const spread = (templates: readonly string[], chosen: readonly string[]): string[] =>
  templates.flatMap((one) =>
    one.includes(':chosen') ? chosen.map((id) => one.replace(':chosen', id)) : one,
  );

/** By the template. The records of a creator who acts alone are read by the key of the brand that works with them. */
export async function readOnce(
  world: DemoWorld,
  form: FoundForm,
  templates: readonly string[],
  led: Led = {},
): Promise<Reading> {
  const found = await Promise.all(
    spread(templates, led.chosen ?? []).map(async (template) => {
      const path = pathOf(template, form, led);
      return path === null ? [] : [[template, await textAt(world, form, path)] as const];
    }),
  );
  return new Map(found.flat());
}

async function textAt(world: DemoWorld, form: FoundForm, path: string): Promise<string> {
  const { service, staffToken, demo } = world;
  if (path.startsWith('/internal/')) return await answerOf(service.baseUrl + path, staffToken);
  if (/^\/(?:v1|ads)\//.test(path)) return await answerOf(service.baseUrl + path, keyFor(demo, form.path));
  const html = (await show(world, readerOf(world, form, path), path)) ?? '';
  // Each showing of a form has tokens of its own.
  return html.replace(/<input type="hidden" name="_(?:token|once)"[^>]*>/g, '');
}

function keyFor({ accounts, keys }: DemoWorld['demo'], path: string): string {
  if (path.includes(accounts.partner)) return keys.partner;
  return path.includes(accounts.client) ? keys.client : keys.brand;
}

/** Only owners and admins read the audit log; the brand's owner owns the partner's client as well. */
function readerOf({ demo }: DemoWorld, { who }: FoundForm, path: string): Role {
  if (!path.includes('/audit?')) return who;
  return [demo.accounts.brand, demo.accounts.client].some((id) => path.includes(id)) ? 'owner' : 'partner';
}

async function answerOf(url: string, token: string): Promise<string> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  // Links to files are signed anew for each answer, which has an ID of its own.
  const text = (await answer.text())
    .replace(/(https?:[^"?\s]*)\?[^"\s]*/g, '$1')
    .replace(/("(?:requestId|lastUsedAt)":)"[^"]*"/g, '$1""');
  return `${answer.status} ${text}`;
}

const MOST_READINGS = 20;
const PAUSE_MS = 300;

/** Once two readings in a row are the same: what was under way has come to rest. */
export async function readSettled(read: () => Promise<Reading>): Promise<Reading> {
  let before = await read();
  for (let times = 1; times < MOST_READINGS; times++) {
    await pause(PAUSE_MS);
    const now = await read();
    if ([...now].every(([path, text]) => before.get(path) === text)) return now;
    before = now;
  }
  return before;
}

/** What the API does not show before the click: another record of the kind has to do. */
export const unread = (reading: Reading): string[] =>
  [...reading]
    .filter(([path, text]) => path.startsWith('/v1/') && !text.startsWith('200 '))
    .map(([path, text]) => `${path}: ${text.slice(0, 3)}`);
