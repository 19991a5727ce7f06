// A frame on a customer's page. It takes messages only of the window around it, and only where that shows
// the origin of its session; everything else comes by the port that it is handed there.
import { type Child, render, useState } from 'hono/jsx/dom';
import { appearanceOf } from './embed/appearance.ts';
import { newClient, type Session } from './embed/client.ts';
import { COMPONENTS, type Component } from './embed/components.ts';
import { Gate } from './embed/gate.tsx';
import { CONNECT, type FromFrame, HELLO, isGreeting, type Look, toFrame } from './embed/messages.ts';
import { type Heard, newOwnWindow } from './embed/own-window.ts';
import { Notice, type Workplace } from './embed/parts.tsx';
import { type Language, languageOf, type TextName } from './embed/texts.ts';
import { Refused } from './refused.ts';

const { session = '', origin = '', component = '', locale = '' } = document.body.dataset;
const main = document.querySelector('main')!;
const dark = matchMedia('(prefers-color-scheme: dark)');

let port: MessagePort | null = null;
let look: Look = { theme: 'auto', variables: {}, hide: [], locale: null };
let language: Language = languageOf([locale, ...navigator.languages]);
let opened: { session: Session; Component: Component } | null = null;
let over = false;
/** Under way while the page around it is greeted and the session opened. */
const loading = COMPONENTS[component]!();
let unloaded = false;
loading.catch(() => {
  unloaded = true;
});
/** Who waits for the page's next secret. */
let waiting: ((secret: string | null) => void)[] = [];

const tell = (message: FromFrame) => port?.postMessage(message);

const client = newClient(
  session,
  () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      tell({ type: 'wantsSecret' });
    }),
);

const own = newOwnWindow(
  () => client.session(),
  () => language.lang,
  (what) => void came(what),
);
/** What a component does once something was done in the window, or it was closed. */
let back: () => void = () => {};

/** @returns what of the look has no meaning. */
function applyLook(): string[] {
  const theme = look.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : look.theme;
  const { properties, ignored } = appearanceOf(look.variables, theme);
  const root = document.documentElement;
  for (const [name, value] of properties) root.style.setProperty(name, value);
  root.style.setProperty('color-scheme', theme);
  language = languageOf([look.locale ?? '', locale, ...navigator.languages]);
  root.lang = language.lang;
  root.dir = 'ltr';
  document.title = language.text(`title_${component}` as TextName);
  return ignored;
}

let put: (view: Child) => void = () => {};

/** One tree for all that the frame shows, so that a view that is replaced is gone with its state. */
function Root() {
  const [view, setView] = useState<Child>(<p role="status">{language.text('loading')}</p>);
  put = setView;
  return <>{view}</>;
}

function show(): void {
  if (!opened || over) return;
  if (!client.isReady()) {
    askPerson();
    return;
  }
  const at: Workplace = {
    client,
    session: opened.session,
    language,
    hidden: new Set(look.hide),
    tell,
    stop,
    own,
    onBack: (act) => {
      back = act;
    },
  };
  const { Component } = opened;
  main.removeAttribute('aria-busy');
  // A key makes it anew where the language changes, with all that it has read.
  put(<Component key={`${language.lang} ${shown}`} at={at} />);
}

/** Whose frame it is may change, so that all is read again. */
let shown = 0;

/** Shows that only the record's person goes on here. */
function askPerson(wrong = false): void {
  main.removeAttribute('aria-busy');
  put(<Gate key={`${language.lang} gate`} own={own} language={language} wrong={wrong} />);
}

async function came(what: Heard): Promise<void> {
  if (over) return;
  if (what.type !== 'code') return back();
  try {
    await client.become(what.session, what.code, what.verifier);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401 || !stop(error)) askPerson(true);
    return;
  }
  shown++;
  show();
}

/** Shows why there is nothing to do here any more. */
function close(head: TextName, text: TextName): void {
  over = true;
  main.removeAttribute('aria-busy');
  put(<Notice head={language.text(head)} text={language.text(text)} />);
}

const ENDS = 'ended_';
let again = false;

function stop(error: unknown): boolean {
  if (!(error instanceof Refused)) return false;
  const { status, reason } = error;
  if (status === 401 && reason === 'taken_over' && !again) {
    // The page may have a session for the one who has it now.
    again = true;
    void begin();
    return true;
  }
  if (status === 401 && reason !== null) {
    const name = `${ENDS}${reason}` as TextName;
    close('head_ended', language.text(name) ? name : 'ended_ended');
    tell({ type: 'ended', reason });
    return true;
  }
  if (reason === 'person_verified') {
    askPerson();
    tell({ type: 'authRequired' });
    return true;
  }
  if (status === 0 || status === 401 || status === 404 || status === 410)
    return fail(reason ?? 'client_secret');
  return false;
}

function fail(reason: string): true {
  close('head_failed', 'failed');
  tell({ type: 'loadError', reason });
  return true;
}

async function begin(): Promise<void> {
  try {
    const [session, Component] = await Promise.all([client.open(), loading]);
    opened = { session, Component };
  } catch (error) {
    if (stop(error)) return;
    // A browser may remember that a script did not arrive, until the frame is loaded again.
    const again = () => (unloaded ? location.reload() : void begin());
    const retry = (
      <button type="button" onClick={again}>
        {language.text('again')}
      </button>
    );
    put(<Notice head={language.text('head_failed')} text={language.text('offline')} action={retry} />);
    return void tell({ type: 'loadError', reason: 'offline' });
  }
  show();
  tell({ type: 'ready', ignored: applyLook() });
  if (!client.isReady()) tell({ type: 'authRequired' });
}

function heard({ data }: MessageEvent): void {
  const message = toFrame(data);
  if (message?.type === 'look') {
    look = message.look;
    applyLook();
    if (opened) show();
    else void begin();
  } else if (message?.type === 'secret') {
    const [first, ...others] = waiting;
    waiting = others;
    first?.(message.clientSecret);
  }
}

function greeted({ source, origin: from, data, ports }: MessageEvent): void {
  if (port || source !== window.parent || from !== origin || !isGreeting(data, CONNECT) || !ports[0]) return;
  port = ports[0];
  port.onmessage = heard;
  watchHeight();
}

/** The height of the content, which does not depend on the frame's own: so nothing goes round in circles. */
function watchHeight(): void {
  let last = -1;
  const measure = () => {
    const height = Math.min(20_000, Math.ceil(main.getBoundingClientRect().height));
    if (height === last) return;
    last = height;
    tell({ type: 'resized', height });
  };
  new ResizeObserver(measure).observe(main);
}

applyLook();
render(<Root />, main);
dark.addEventListener('change', () => void applyLook());
if (window.parent === window) close('head_failed', 'alone');
else {
  addEventListener('message', greeted);
  window.parent.postMessage({ type: HELLO }, origin);
}
