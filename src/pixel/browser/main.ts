// The pixel's script. It must never throw into the page, defines nothing but `window.service`, and has to
// stay below 1,700 bytes gzipped: tools/build-pixel.ts measures it.
import { linkParameters, withoutLinkParameters } from '../link-parameters.ts';
import { hashFields } from './identify.ts';
import { keep, type Landing, type Memory, NO, parsed, putText, RENEWED, read, recall } from './memory.ts';

/** Whether this is the build that logs each step: tools/build-pixel.ts makes both. */
declare const DEBUG: boolean;

type Fields = Record<string, unknown>;
interface Service {
  (...command: unknown[]): void;
  /** Commands that the page called before this script had loaded. */
  q?: Iterable<unknown>[];
  /** Set once the script is running. */
  on?: boolean;
}

/** Fields that are never sent for a visitor who has not agreed. */
const PERSONAL = /^(serviceId|campaign|attributionId|clickIds?)$/;

const ignore = () => {};

/** Logs for the page's developer. Called only in the DEBUG build. */
const say = (...words: unknown[]) => console.log('[service]', ...words);

/** The page's own code continues whatever happens in ours. */
const safely =
  <Args extends unknown[]>(run: (...args: Args) => void) =>
  (...args: Args) => {
    try {
      run(...args);
    } catch (error) {
      if (DEBUG) say('A call failed:', args, error);
    }
  };

/** Explanations of the response statuses, for the page's developer. */
const MEANINGS: Record<number, string> = DEBUG
  ? {
      202: 'It was taken.',
      204: "It does not count: this page's origin is not among the pixel's domains, or the pixel is archived.",
      400: 'It is not valid:',
      413: 'It is too large:',
      429: 'Too many events:',
      503: 'The service could not take it:',
    }
  : {};

safely(() => {
  const page = window as unknown as { service?: Service };
  const before = page.service;
  // The tag may be on the page twice.
  if (before?.on) {
    if (DEBUG) say('The script is on the page already: this tag does nothing.');
    return;
  }

  const script = document.currentScript as HTMLScriptElement;
  const endpoint = script.src.replace(/(\/p)?\.js.*/, '/e');
  let arrival: Landing | undefined;
  /** The consent that the page set, if no cookie decides otherwise. */
  let said: string | undefined;
  let user: Promise<unknown> | undefined;
  let url = document.referrer;
  let referrer: string;
  let waiting: boolean | undefined;

  const consent = () =>
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || read(NO)
      ? 'denied'
      : recall().consent || said || script.dataset.consent || 'granted';

  /** The newest landing of all tabs that no later refusal has erased. */
  const landing = ({ landing: kept, no = 0 }: Memory = recall()) =>
    [kept, parsed<Landing>(RENEWED), arrival].reduce(
      (newest, one) => ((one?.at as number) > (newest?.at || no) ? one : newest),
      undefined,
    );

  /** Updates the cookies by the visitor's choice. Without a choice they stay as they are. */
  const remember = () => {
    const state = consent();
    if (state === 'unknown') return true;
    const no = read(NO);
    // Writes another spelling, so that the cookie is set again: Safari keeps it for 7 days after each write.
    if (no) putText(NO, no[13] ? no.slice(1) : 0 + no);
    const memory: Memory = no ? {} : recall();
    memory.landing = state === 'granted' ? landing(memory) : putText(RENEWED, '');
    keep(memory);
    if (DEBUG) say('Kept in the cookies:', recall(), 'a no:', read(NO));
  };

  const identify = (fields: Fields) => {
    user = hashFields(fields).catch(ignore);
  };

  const send = async (name: string, { user: person, ...fields }: Fields = {}) => {
    if (person) identify(person as Fields);
    const event: Fields = { ...fields, name, pageUrl: url, referrer };
    const hashed = await user;
    // Read as late as possible: another tab may have refused by now.
    const state = consent();
    const granted = state === 'granted';
    event.consent = state;
    if (granted) {
      // If the request goes to the site's own host, the response renews the landing: see renew-cookie.ts.
      event.landing = landing();
      event.cookies = document.cookie.match(/\b_(fbc|fbp|ttp|scid)=[^;]+/g);
      event.user = hashed;
    }
    const body = JSON.stringify(event, (key, value) => (granted || !PERSONAL.test(key) ? value : undefined));
    // Unlike sendBeacon, fetch sends the origin even on pages whose referrer policy hides it.
    if (DEBUG) say('Sends', name, 'with consent', state, 'to', endpoint, JSON.parse(body));
    const answer = await fetch(endpoint, {
      method: 'POST',
      body: granted ? body : withoutLinkParameters(body),
      keepalive: true,
    });
    // Browsers' developer tools show a response that nobody reads as canceled.
    if (DEBUG) say(name, 'was answered', answer.status, MEANINGS[answer.status], await answer.clone().text());
    await answer.text();
    // The response may have restored a landing that the visitor has refused meanwhile.
    remember();
  };

  const track = (name: string, fields?: Fields) => {
    send(name, fields).catch(
      DEBUG
        ? (error) => say(name, 'could not be sent. Is it blocked, or missing in connect-src?', error)
        : ignore,
    );
  };

  const view = () => {
    waiting = remember();
    if (DEBUG && waiting) say("The page view waits until the page calls service('consent', …).");
    if (!waiting) track('page_view');
  };

  /** Handles a change of the URL. */
  const moved = () => {
    const now = location.href.split('#')[0]!;
    if (now === url) return;
    referrer = url;
    url = now;
    const found = linkParameters(url);
    // A click on an ad that is not ours does not replace a landing from one of our links.
    if (found && (/[?&]service_/.test(url) || !/service_/.test(JSON.stringify(landing())))) {
      arrival = { ...found, at: Date.now() };
      if (DEBUG) say('A landing:', arrival);
    }
    return true;
  };

  const commands: Record<string, (...args: never[]) => void> = {
    track,
    identify,
    consent: (choice: string) => {
      if (choice === 'granted') {
        const memory = recall();
        keep({ ...memory, consent: choice, no: +read(NO) || memory.no });
        putText(NO, '');
      } else {
        choice = 'denied';
        arrival = undefined;
        putText(NO, `${Date.now()}`);
      }
      said = choice;
      remember();
      if (waiting) view();
    },
  };

  const service: Service = safely((command, ...args) => commands[command as string]!(...(args as never[])));
  if (DEBUG) {
    say('Runs from', script.src, 'and sends to', endpoint);
    say(
      'Consent is',
      consent(),
      '— Global Privacy Control:',
      (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl,
      ', chosen before:',
      read(NO) ? 'denied' : recall().consent,
      ', data-consent:',
      script.dataset.consent,
    );
    say('Kept from before:', landing());
  }
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
