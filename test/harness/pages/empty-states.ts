// What pages say in place of a list that is empty.

import { decoded } from './page-forms.ts';

export interface EmptyState {
  title: string;
  /** Whether it has a link, or a button that can be pressed, to what fills the list, or to the whole list. */
  leads: boolean;
}

const TITLE = /<p class="empty-title">(.*?)<\/p>/s;
const LEADS = /<a\s[^>]*?\bhref="[^"]|<button type="submit"(?![^>]*\sdisabled\b)/;

/** A state's own element, of what follows its beginning. */
function ownPart(rest: string): string {
  let depth = 1;
  for (const { 0: tag, index } of rest.matchAll(/<(\/?)div\b/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return rest.slice(0, index);
  }
  return rest;
}

export const emptyStatesIn = (html: string): EmptyState[] =>
  html
    .split('<div class="empty">')
    .slice(1)
    .map((rest) => {
      const own = ownPart(rest);
      return { title: decoded(TITLE.exec(own)?.[1] ?? ''), leads: LEADS.test(own) };
    });

/** Those that lead nowhere, by page and title, and by the reason. */
export const LEAD_NOWHERE: ReadonlySet<string> = new Set([
  // Nothing is wrong, and nothing is to be done.
  '/app/:place/keys/:key/problems: No failed requests in the last 7 days',
  '/app/:place/notices: No notices',
  '/app/:place/pixels/:pixel: No rejected events in the last 24 hours',
  "/app/:place: You're all caught up",
  // They fill with what others do.
  '/app/:place/connected-apps: No app is connected',
  '/app/:place/submissions/:submission: No conversions yet',
  '/staff/ledgers: No entries',
  '/app/:place/audit: No entries yet',
  '/app/:place/agreements/:agreement: Nobody accepted it yet',
  '/app/:place/agreements/:agreement: Nobody has to accept it',
  // What fills them stands beside them, on the same page.
  '/staff/ledgers: Choose a holder',
  '/app/:place/team: No pending invitations',
  '/app/:place/messages: No thread is open',
  '/app/:place/connections: Nothing is connected yet',
  '/staff/directory: Search the directory',
]);
