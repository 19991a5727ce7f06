// What pages say in place of a list that is empty.

import { decoded } from './page-forms.ts';

export interface EmptyState {
  title: string;
  /** Whether it links to what fills the list, or to the whole list. */
  leads: boolean;
}

const SHAPE =
  /^.*?<p class="empty-title">(.*?)<\/p>(?:<div class="empty-text">(.*?)<\/div>)?(<div class="empty-action">)?/s;

export const emptyStatesIn = (html: string): EmptyState[] =>
  html
    .split('<div class="empty">')
    .slice(1)
    .map((rest) => {
      const [, title = '', text = '', action] = SHAPE.exec(rest) ?? [];
      return { title: decoded(title), leads: action !== undefined || text.includes('<a ') };
    });

/** Those that lead nowhere, by the reason. */
export const LEAD_NOWHERE: ReadonlySet<string> = new Set([
  // Nothing is wrong, and nothing is to be done.
  'No failed requests in the last 7 days',
  'No notices',
  'No rejected events in the last 24 hours',
  "You're all caught up",
  // They fill with what others do.
  'No app is connected',
  'No conversions yet',
  'No entries',
  'No entries yet',
  'No events yet',
  'Nobody accepted it yet',
  'Nobody has to accept it',
  // What fills them stands beside them, on the same page.
  'Choose a holder',
  'No pending invitations',
  'No thread is open',
  'Nothing is connected yet',
  'Search the directory',
]);
