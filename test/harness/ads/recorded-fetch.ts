// Records a platform's answers, so that they can be repeated with something wrong in them.
import { vi } from 'vitest';
import { portion } from '../vitest/portion.ts';

export interface Recorded {
  url: string;
  method: string;
  /** The request's body, if it is text. */
  asked: string;
  text: string;
  headers: [string, string][];
}

/** Requests that do not go to the platform, such as for a file of ours. */
const isOurs = (input: URL | string) => String(input).includes('/_sim/');

const requestOf = (input: URL | string, init?: RequestInit) => ({
  url: String(input),
  method: init?.method ?? 'GET',
  asked: typeof init?.body === 'string' ? init.body : '',
});

/** Runs `run`, and records the answers in order. */
export async function recorded<T>(run: () => Promise<T>): Promise<{ result: T; answers: Recorded[] }> {
  const answers: Recorded[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    if (isOurs(input)) return await real(input, init);
    const at: Recorded = { ...requestOf(input, init), text: '', headers: [] };
    answers.push(at);
    const answer = await real(input, init);
    at.text = await answer.clone().text();
    at.headers = [...answer.headers];
    return answer;
  });
  try {
    return { result: await run(), answers };
  } finally {
    vi.stubGlobal('fetch', real);
  }
}

/** Runs `run` while every request is answered as recorded, except one. */
export async function replayed<T>(
  answers: readonly Recorded[],
  changed: { at: number; by: () => Response },
  run: () => Promise<T>,
): Promise<T> {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    if (isOurs(input)) return await real(input, init);
    const { url, method, asked } = requestOf(input, init);
    const path = (text: string) => text.split('?')[0];
    const same = answers.findIndex((one) => one.method === method && one.url === url && one.asked === asked);
    const exact = same >= 0 ? same : answers.findIndex((one) => one.method === method && one.url === url);
    const alike = answers.findIndex((one) => one.method === method && path(one.url) === path(url));
    const at = exact >= 0 ? exact : alike;
    if (at < 0) throw new Error(`not asked before: ${method} ${url}`);
    const { text, headers } = answers[at]!;
    return at === changed.at ? changed.by() : new Response(text, { headers });
  });
  try {
    return await run();
  } finally {
    vi.stubGlobal('fetch', real);
  }
}

/** The same JSON with one error: about so many values are in turn missing, null, or of another type. */
export function damaged(text: string, most: number): { what: string; text: string }[] {
  const root: unknown = JSON.parse(text);
  const places: (string | number)[][] = [];
  const walk = (value: unknown, path: (string | number)[]) => {
    if (path.length > 0) places.push(path);
    if (Array.isArray(value)) for (const [at, one] of value.slice(0, 2).entries()) walk(one, [...path, at]);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) walk(one, [...path, name]);
  };
  walk(root, []);
  return portion(places, Math.ceil(places.length / most)).flatMap((path) =>
    WRONG.map(([name, wrong]) => {
      const copy = structuredClone(root);
      // biome-ignore lint/suspicious/noExplicitAny: whatever lies on the way
      let holder: any = copy;
      for (const part of path.slice(0, -1)) holder = holder[part];
      const last = path.at(-1)!;
      if (name === 'missing' && !Array.isArray(holder)) delete holder[last];
      else holder[last] = wrong(holder[last]);
      return { what: `${path.join('.')} ${name}`, text: JSON.stringify(copy) };
    }),
  );
}

/** Part of the wrong values: an error message must not contain it. */
export const MARK = 'of-the-platform';

const WRONG: [string, (value: unknown) => unknown][] = [
  ['missing', () => undefined],
  ['null', () => null],
  ['of another type', (value) => (typeof value === 'string' ? { [MARK]: 1 } : MARK)],
  ['a list', () => [MARK]],
];
