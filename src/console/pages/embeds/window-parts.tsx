// What all pages of a frame's window are made of.
import type { Child, PropsWithChildren } from 'hono/jsx';
import { findWindow, isOffered, type WindowPage } from '../../../domains/embedding/embeds/interface.ts';
import { notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { inWindow, languageOf, refusalIn } from '../../embed-window.ts';
import type { FormInput } from '../../forms.ts';
import { type ConsolePage, type Outcome, openPage } from '../../page.ts';
import { ProofField } from '../../proof.tsx';
import { type PlaceVisit, personVisit, placeVisit, type Shown, type Visit } from '../../visit.ts';
import { type Person, whoVisits } from '../../who.ts';
import { filled, type WindowLanguage, type WindowTexts, windowTexts } from './window-texts.ts';

/** One showing of a page of the window. */
export interface WindowVisit {
  at: Visit;
  page: WindowPage;
  language: WindowLanguage;
  text: WindowTexts;
  /** A text with the names of the account, the site and the service in it. */
  say: (name: keyof WindowTexts, parts?: Readonly<Record<string, string>>) => string;
  /** The address of a page of the same window. */
  to: (path?: string, more?: string) => string;
}

type Act = (visit: WindowVisit, form: FormInput) => Promise<Outcome>;

/** A page of the window: `path` comes after /embed/window/:session. Once the session has ended, it says so. */
export function windowPage(
  path: string,
  { show, actions = {} }: { show: (visit: WindowVisit) => Promise<Outcome>; actions?: Record<string, Act> },
): ConsolePage {
  const within = async (at: Visit, run: (visit: WindowVisit) => Promise<Outcome>) => {
    const visit = await visitOf(at);
    return visit.page.over ? over(visit) : await run(visit);
  };
  const acting = Object.entries(actions).map(([name, act]) => [
    name,
    async (at: Visit, form: FormInput) =>
      await within(at, (visit) =>
        act(visit, form).catch((error) => {
          throw refusalIn(visit.language, error);
        }),
      ),
  ]);
  return openPage({
    path: `/embed/window/:session${path}`,
    show: (at) => within(at, show),
    actions: Object.fromEntries(acting),
  });
}

async function visitOf(at: Visit): Promise<WindowVisit> {
  const id = at.params.session ?? '';
  const page = isId(id, ['embed']) ? await findWindow(at.system(), id) : null;
  if (!page) throw notFound('embed');
  const language = languageOf(at.request);
  const text = windowTexts(language);
  const names = {
    account: page.accountName,
    origin: new URL(page.origin).host,
    service: at.vars.SERVICE_NAME,
  };
  return {
    at,
    page,
    language,
    text,
    say: (name, parts) => filled(text[name], { ...names, ...parts }),
    to: (path, more) => inWindow(page.id, language, path, more),
  };
}

/** A page's content, with the script that speaks with the frame. */
export function windowShown(visit: WindowVisit, title: string, body: Child): Shown {
  const { page } = visit;
  return {
    title,
    islands: ['embed-window'],
    body: (
      <div data-window={page.id} class="sheet-part">
        {body}
        <noscript>
          <p>{visit.text.needsScript}</p>
        </noscript>
      </div>
    ),
  };
}

/** What happened, and that the window is not needed any more. `tells` is for the frame. */
export function windowDone(
  visit: WindowVisit,
  tells: Record<'data-code' | 'data-done', string> | Record<string, string>,
  more?: Child,
) {
  const { text } = visit;
  return windowShown(
    visit,
    text.done,
    <div {...tells} class="sheet-part">
      <h1>{text.done}</h1>
      {more}
      <p>{text.close}</p>
    </div>,
  );
}

const over = (visit: WindowVisit): Shown => ({
  ...windowShown(
    visit,
    visit.text.over,
    <>
      <h1>{visit.text.over}</h1>
      <p>{visit.text.overAbout}</p>
    </>,
  ),
  status: 410,
});

/** Hidden until the script finds that the window has lost its frame. */
export function Alone({ visit: { text } }: { visit: WindowVisit }) {
  return (
    <div data-alone hidden role="alert" class="sheet-part">
      <h1>{text.alone}</h1>
      <p>{text.aloneAbout}</p>
      <p>
        <a href="/app" target="_blank" rel="noopener">
          {text.elsewhere}
        </a>
      </p>
    </div>
  );
}

export function SignedIn({
  visit,
  person,
  children,
}: PropsWithChildren<{ visit: WindowVisit; person: Person }>) {
  const { at, say, text, to } = visit;
  return (
    <p class="quiet">
      {say('signedInAs', { email: person.email })} {children}
      <a href={to('/sign-in', `to=${encodeURIComponent(at.url.pathname + at.url.search)}`)}>{text.another}</a>
    </p>
  );
}

/**
 * The record's own person, or what a page shows to everybody else: the sign-in, the offer of the record, or that it
 * is somebody else's.
 */
export async function ownPerson(visit: WindowVisit): Promise<{ own: PlaceVisit } | { instead: Outcome }> {
  const { at, page, to } = visit;
  const [who, own] = await Promise.all([at.who(), whoVisits(at.env, at.request, page.creator)]);
  const here = at.url.pathname + at.url.search;
  if (!who) return { instead: at.go(to('/sign-in', `to=${encodeURIComponent(here)}`)) };
  if (own?.place?.type === 'creator' && own.actor)
    return { own: placeVisit(personVisit(at, who), own.place, own.actor, own.notices) };
  if (await isOffered(at.system(), page, who.person.id))
    return { instead: at.go(to('/claim', `to=${encodeURIComponent(here)}`)) };
  return { instead: strangerShown(visit, who.person) };
}

function strangerShown(visit: WindowVisit, person: Person): Shown {
  const { say, text } = visit;
  const shown = windowShown(
    visit,
    text.otherTitle,
    <>
      <h1>{text.otherTitle}</h1>
      <p>{say('otherAbout')}</p>
      <SignedIn visit={visit} person={person} />
    </>,
  );
  return { ...shown, status: 403 };
}

/** The page of this window to go to afterwards; its first one unless another was asked for. */
export function onTo({ at, page, to }: WindowVisit): string {
  const asked = at.query('to') ?? '';
  const [, id] =
    /^\/embed\/window\/(emb_[0-9a-z]{26})(?:\/[a-z-]+)?(?:\?[\x21-\x7e]{0,500})?$/.exec(asked) ?? [];
  return id === page.id ? asked : to();
}

/** The field for a fresh proof, in the window's language. */
export function WindowProof({ visit: { text }, own }: { visit: WindowVisit; own: PlaceVisit }) {
  return <ProofField person={own.person} texts={{ password: text.passwordAgain, code: text.codeAgain }} />;
}
