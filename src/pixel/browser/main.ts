// The pixel's script. It may never throw into the page, leaves nothing behind but `window.service`, and has to stay
// below 1,500 bytes gzipped: tools/build-pixel.ts measures it.
import { linkParameters, withoutLinkParameters } from '../link-parameters.ts';
import { hashFields } from './identify.ts';
import { keep, type Landing, recall } from './memory.ts';

type Fields = Record<string, unknown>;
interface Service {
  (...command: unknown[]): void;
  /** Commands that a page gave before this script had loaded. */
  q?: Iterable<unknown>[];
  /** Set once the script runs. */
  on?: boolean;
}

/** What a visitor who has not agreed never sends. */
const PERSONAL = /^(serviceId|campaign|attributionId|clickIds?)$/;

const ignore = () => {};

/** The page's own code goes on whatever happens in ours. */
const safely =
  <Args extends unknown[]>(work: (...args: Args) => void) =>
  (...args: Args) => {
    try {
      work(...args);
    } catch {}
  };

safely(() => {
  const page = window as unknown as { service?: Service };
  const before = page.service;
  // The tag may be on the page twice.
  if (before?.on) return;

  const script = document.currentScript as HTMLScriptElement;
  const endpoint = script.src.replace(/(\/p)?\.js.*/, '/e');
  const memory = recall();
  let arrival: Landing | undefined;
  let user: Promise<unknown> | undefined;
  let url = document.referrer;
  let referrer: string;
  let waiting: boolean;

  const consent = () =>
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl
      ? 'denied'
      : memory.consent || script.dataset.consent || 'granted';

  const remember = () => {
    memory.landing = consent() === 'granted' ? arrival || memory.landing : undefined;
    keep(memory);
  };

  const identify = (fields: Fields) => {
    user = hashFields(fields).catch(ignore);
  };

  const send = async (name: string, { user: person, ...fields }: Fields = {}) => {
    const state = consent();
    const granted = state === 'granted';
    if (person) identify(person as Fields);
    const event: Fields = {
      ...fields,
      name,
      consent: state,
      pageUrl: url,
      referrer,
      landing: memory.landing,
    };
    if (granted) {
      event.cookies = document.cookie.match(/\b_(fbc|fbp|ttp|scid)=[^;]+/g);
      event.user = await user;
    }
    const body = JSON.stringify(event, (key, value) => (granted || !PERSONAL.test(key) ? value : undefined));
    // Unlike a beacon, fetch names the origin even on pages whose referrer policy hides it.
    const answer = await fetch(endpoint, {
      method: 'POST',
      body: granted ? body : withoutLinkParameters(body),
      keepalive: true,
      credentials: 'omit',
    });
    // An answer that nobody reads is shown as cancelled in the page's developer tools.
    await answer.text();
  };

  const track = (name: string, fields?: Fields) => {
    send(name, fields).catch(ignore);
  };

  const view = () => {
    remember();
    waiting = consent() === 'unknown';
    if (!waiting) track('page_view');
  };

  /** Takes note of a new URL. */
  const moved = () => {
    const now = location.href.split('#')[0]!;
    if (now === url) return;
    referrer = url;
    url = now;
    const found = linkParameters(url);
    // A click on an ad that is not ours does not take the place of a landing from one of our links.
    if (found && (/[?&]service_/.test(url) || !/service_/.test(JSON.stringify(memory)))) {
      arrival = { ...found, at: Date.now() };
    }
    return true;
  };

  const commands: Record<string, (...args: never[]) => void> = {
    track,
    identify,
    consent: (choice: string) => {
      memory.consent = choice === 'granted' ? choice : 'denied';
      remember();
      if (waiting) view();
    },
  };

  const service: Service = safely((command, ...args) => commands[command as string]!(...(args as never[])));
  service.on = true;
  page.service = service;
  moved();
  for (const command of before?.q ?? []) service(...command);
  view();

  const navigated = safely(() => {
    if (moved()) view();
  });
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method];
    history[method] = (...args) => {
      original.apply(history, args);
      navigated();
    };
  }
  addEventListener('popstate', navigated);
})();
