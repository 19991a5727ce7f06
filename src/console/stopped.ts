// A form that is not carried out because its person is not signed in here. The answer is the sign-in or the
// second factor, which carries along what was filled in. Nothing is carried out by itself afterwards.
import { isProved } from '../domains/accounts/people/second-factor.ts';
import { AppError } from '../kit/error.ts';
import { isEmbedWindow, languageOf } from './embed-window.ts';
import { filledIn } from './forms.ts';
import { keepForm, openKept } from './kept-form.ts';
import { isMarkOf } from './made-for.ts';
import { type ConsolePage, type Outcome, show } from './page.ts';
import { windowTexts } from './pages/embeds/window-texts.ts';
import type { Posted } from './posted.ts';
import { returnPath, secondFactorFor, signInFor } from './return-path.ts';
import { asksAt, personVisit, staffVisit, type Visit } from './visit.ts';
import type { Who } from './who.ts';

/**
 * Why the form was stopped, with the status of the answer: the session has ended, another person is signed
 * in, or the second factor is missing.
 */
const STATUS = { session: 401, person: 403, factor: 401 } as const;
type Obstacle = keyof typeof STATUS;

export const isProvedIn = (visit: Visit, { person }: Who): boolean =>
  visit.vars.ALLOW_LOCAL_URLS || isProved(person.secondFactorAt, visit.now);

function obstacleOf(page: ConsolePage, visit: Visit, who: Who | null, posted: Posted): Obstacle | null {
  const { mark, kept } = posted;
  if (mark === null) return null;
  // A public page decides by itself what needs a session.
  if (!who) return page.for === 'anybody' && kept === null ? null : 'session';
  if (!isMarkOf(visit.vars.SEALING_KEYS, mark, who.person.id)) return 'person';
  if (page.for !== 'staff' || who.person.staff === null || page.unproved) return null;
  return isProvedIn(visit, who) ? null : 'factor';
}

/** The answer to a form that its person may not send now (see Obstacle); null when nothing stops it. */
export async function stopped(
  page: ConsolePage,
  visit: Visit,
  who: Who | null,
  posted: Posted,
): Promise<{ at: Visit; outcome: Outcome } | null> {
  const obstacle = obstacleOf(page, visit, who, posted);
  if (obstacle === null || posted.mark === null) return null;
  // The console's sign-in would cost the window of a frame its way back.
  if (isEmbedWindow(visit.url.pathname)) {
    const { again } = windowTexts(languageOf(visit.request));
    return { at: visit, outcome: visit.go(visit.url.pathname + visit.url.search, again) };
  }
  const kept = posted.kept ?? (await keepForm(visit, posted.mark, posted));
  const to = page.carries && posted.kept ? new URL(returnPath(visit.query('to')), visit.url) : visit.url;
  const address = obstacle === 'factor' ? secondFactorFor(to) : signInFor(to);
  if (kept === null)
    return { at: visit, outcome: visit.go(address, 'Nothing was submitted. Fill in the form again.') };
  const at = {
    ...visit,
    ...asksAt(new URL(address, visit.url)),
    mark: () => null,
    kept,
    who: async () => who,
  };
  const gate = await (obstacle === 'factor' ? secondFactor(at, who!) : signIn(at));
  return {
    at: gate.at,
    outcome: gate.outcome instanceof Response ? gate.outcome : { ...gate.outcome, status: STATUS[obstacle] },
  };
}

async function signIn(at: Visit) {
  const { signInPage } = await import('./pages/people/sign-in.tsx');
  return { at, outcome: await show(signInPage, at) };
}

async function secondFactor(visit: Visit, who: Who) {
  const { secondFactorPage } = await import('./pages/staff/second-factor.tsx');
  const at = staffVisit(personVisit(visit, who), who.person.staff!);
  return { at, outcome: await show(secondFactorPage, at) };
}

/**
 * Shows the page's form filled in with what was kept, and does nothing else. Throws gone when the page no
 * longer has that form.
 */
export async function fillAgain(
  page: ConsolePage,
  at: Visit,
  { mark, kept }: Posted,
  render: (at: Visit, outcome: Outcome) => Promise<Response>,
): Promise<Response> {
  const found = mark === null || kept === null ? null : await openKept(at, kept);
  if (found === null) {
    const gone = 'Nothing was submitted, and what you filled in is no longer kept. Fill in the form again.';
    return at.go(at.url.pathname + at.url.search, gone);
  }
  const { input, action, showing, left } = found;
  const form = { ...filledIn(action, input), kept: { left } };
  const filled = { ...at, form, showing: showing ?? at.showing };
  const response = await render(filled, await show(page, filled));
  if (form.shown) return response;
  throw new AppError('gone', 'Nothing was submitted: the form that you filled in is no longer on this page.');
}
