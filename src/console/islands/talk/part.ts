// Fetches a thread's page as a part, without the frame around it.
import { Ended } from '../follow-thread.ts';

/** The part that a form or link asked for, and whether it was refused. */
export interface Part {
  root: Document;
  isRefused: boolean;
}

const GONE = [401, 403, 404];

export const byId = (id: string, root: Document = document): HTMLElement | null => root.getElementById(id);

export const actionOf = (form: Element | null | undefined): string =>
  form?.querySelector<HTMLInputElement>('[name="_action"]')?.value ?? '';

function partUrl(url: string): URL {
  const address = new URL(url, location.href);
  address.searchParams.set('part', '1');
  return address;
}

/** Throws Ended when the thread, or the session, is gone. */
export async function fetchPart(url: string): Promise<Part> {
  const answer = await fetch(partUrl(url), { cache: 'no-store' });
  const left = answer.redirected && new URL(answer.url).pathname !== new URL(url, location.href).pathname;
  if (left || GONE.includes(answer.status)) throw new Ended();
  if (!answer.ok) throw new Error(String(answer.status));
  return await partIn(answer);
}

/** Sends a form. Null when the answer is none of this page, such as the sign-in. */
export async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Part | null> {
  const fields = new FormData(form, submitter);
  const texts: [string, string][] = [];
  let hasFile = false;
  for (const [name, value] of fields) {
    if (typeof value === 'string') texts.push([name, value]);
    else if (value.size > 0) hasFile = true;
  }
  const body = hasFile ? fields : new URLSearchParams(texts);
  const answer = await fetch(partUrl(form.action), { method: 'POST', body, cache: 'no-store' });
  const part = await partIn(answer);
  return byId('thread-head', part.root) ? part : null;
}

async function partIn(answer: Response): Promise<Part> {
  const root = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return { root, isRefused: !answer.ok };
}
