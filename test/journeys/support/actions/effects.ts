// What each click must come to, by what is read before and after it. What else moves meanwhile does not count.
import { type IdKind, idTime, isId } from '../../../../src/kit/ids.ts';

/** Where a person was, and where the click has led. */
export interface Clicked {
  /** The page's path. */
  path: string;
  /** What the browser was shown then. */
  url: string;
  html: string;
  /** Records that were chosen in a list. */
  chosen: readonly string[];
  /** The names and texts of files that the click downloaded. */
  files: readonly string[];
  /** When it was clicked, as the API writes moments. */
  since: string;
}

/** Texts by what was read. */
export type Reading = ReadonlyMap<string, string>;

export interface Effect {
  /** What is read before and after: paths of the API, or of pages. `:made` is known afterwards alone. */
  reads: readonly string[];
  /** What the first of these has to tell before, of a record that this can be done to. */
  when?: RegExp;
  /** @returns what is missing, or ''. */
  missing(before: Reading, after: Reading, clicked: Clicked): string;
}

const jsonOf = (text: string): { data: unknown } => JSON.parse(text.slice(text.indexOf(' ') + 1));
const isRead = (text: string | undefined): text is string => text?.startsWith('200 ') ?? false;

/** A record, or a list, reads differently, or some of its fields do. */
export const changes = (path: string, ...fields: readonly string[]): Effect => ({
  reads: [path],
  missing(before, after) {
    const [then, now] = [before.get(path), after.get(path)];
    if (!isRead(then) || !isRead(now)) return `${path} cannot be read: ${then} ${now}`;
    const part = (text: string) => {
      const data = jsonOf(text).data as Record<string, unknown>;
      return fields.length === 0 ? text : JSON.stringify(fields.map((field) => data[field] ?? null));
    };
    return part(then) === part(now) ? `${[path, ...fields].join(' ')} reads as before: ${part(now)}` : '';
  },
});

const idsIn = (text: string): string[] => [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id!);

/** A list holds a record that it did not hold. */
export const adds = (path: string): Effect => ({
  reads: [path],
  missing(before, after) {
    const [then, now] = [before.get(path), after.get(path)];
    if (!isRead(then) || !isRead(now)) return `${path} cannot be read: ${then} ${now}`;
    const known = new Set(idsIn(then));
    return idsIn(now).some((id) => !known.has(id)) ? '' : `${path} holds nothing new`;
  },
});

/** The page that it leads to is of something that was made since. */
export const makes = (path: string): Effect => ({
  reads: [path],
  missing(_, after, { since }) {
    const now = after.get(path);
    if (!isRead(now)) return `${path} cannot be read: ${now}`;
    const made = [...now.matchAll(/"createdAt":"([^"]+)"/g)].some(([, at]) => at! >= since);
    return made ? '' : `${path} tells of nothing new`;
  },
});

/** The audit log of the workspace holds one more entry of an operation. */
export function logs(operation: string): Effect {
  const path = `/app/:place/audit?operation=${operation}`;
  const count = (text: string | undefined) => text?.split('<tr').length ?? 0;
  return {
    reads: [path],
    missing: (before, after) =>
      count(after.get(path)) > count(before.get(path)) ? '' : `the audit log tells of no ${operation}`,
  };
}

/** A part of the page, or of another one, is shown differently to the same person. */
export const redraws = (part: RegExp, path = ':page'): Effect => ({
  reads: [path],
  missing(before, after) {
    const found = (reading: Reading) => (reading.get(path)?.match(part) ?? []).join();
    return found(before) === found(after) ? `${path} shows ${part} as before: ${found(after)}` : '';
  },
});

/** The answer says something, such as a secret that is shown once. */
export const says = (text: RegExp): Effect => ({
  reads: [],
  missing: (_, __, { html, url }) => (text.test(html) ? '' : `${url} does not say ${text}`),
});

/** It leads to another page, of ours or of a platform. */
export const leads = (to: RegExp): Effect => ({
  reads: [],
  missing: (_, __, { url }) => (to.test(url) ? '' : `it leads to ${url}, and not to ${to}`),
});

/** It leads to a record that was made since, as its ID tells. */
export const leadsToNew = (kind: IdKind): Effect => ({
  reads: [],
  missing(_, __, { url, since }) {
    const id = new URL(url).pathname.split('/').at(-1)!;
    return isId(id, [kind]) && idTime(id) >= Date.parse(since) ? '' : `it leads to ${url}`;
  },
});

/** A file is downloaded with this text. */
export const downloads = (text: RegExp): Effect => ({
  reads: [],
  missing: (_, __, { files }) =>
    files.some((file) => text.test(file)) ? '' : `no file with ${text}: ${files.join()}`,
});

/** Each chosen record reads differently. */
export const changesChosen = (list: string, ...fields: readonly string[]): Effect => ({
  reads: [`${list}/:chosen`],
  missing(before, after, { chosen }) {
    if (chosen.length === 0) return 'nothing was chosen';
    return chosen
      .map((id) => changes(`${list}/${id}`, ...fields))
      .map((one) => one.missing(before, after, {} as Clicked))
      .filter(Boolean)
      .join('; ');
  },
});

/** At least one of several is seen: what is done to an ad set, or to an ad. */
export const either = (...effects: readonly Effect[]): Effect => ({
  reads: effects.flatMap(({ reads }) => reads),
  missing(before, after, clicked) {
    const all = effects.map((one) => one.missing(before, after, clicked));
    return all.includes('') ? '' : all.join('; ');
  },
});

export const both = (...effects: readonly Effect[]): Effect => ({
  reads: [...new Set(effects.flatMap(({ reads }) => reads))],
  missing: (before, after, clicked) =>
    effects
      .map((one) => one.missing(before, after, clicked))
      .filter(Boolean)
      .join('; '),
});
