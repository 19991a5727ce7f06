// /embed/v1.js: shows a component on a customer's page. It believes only messages of its own frame's window
// and origin, and gives the frame its secret by a port that no other window holds.
import { CONNECT, fromFrame, HELLO, isGreeting, type Look, SECRET, type ToFrame } from './messages.ts';

const WAIT_MS = 10_000;

interface Options {
  component: string;
  fetchClientSecret: () => Promise<string>;
  appearance?: { variables?: Record<string, unknown> };
  theme?: string;
  hide?: unknown[];
  locale?: string;
  title?: string;
  onReady?: (event: object) => void;
  onResized?: (event: object) => void;
  onAuthRequired?: (event: object) => void;
  onSubmitted?: (event: object) => void;
  onCompleted?: (event: object) => void;
  onEnded?: (event: object) => void;
  onLoadError?: (event: object) => void;
}
type Handler = Extract<keyof Options, `on${string}`>;

interface Mounted {
  /** Changes how it looks, also while it is shown. */
  update(look: Pick<Options, 'appearance' | 'theme' | 'hide' | 'locale'>): void;
  unmount(): void;
}

const script = document.currentScript as HTMLScriptElement | null;
const found = script ?? document.querySelector<HTMLScriptElement>('script[src*="/embed/v1.js"]');
const ORIGIN = new URL(found?.src ?? location.href).origin;

const texts = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);

function lookOf({
  appearance,
  theme,
  hide,
  locale,
}: Pick<Options, 'appearance' | 'theme' | 'hide' | 'locale'>): Look {
  const given = Object.entries(appearance?.variables ?? {});
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    variables: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    hide: texts(hide),
    locale: locale === undefined ? null : String(locale),
  };
}

function mount(element: Element, options: Options): Mounted {
  if (!(element instanceof Element)) throw new TypeError('Service.mount needs an element of the page.');
  if (typeof options?.fetchClientSecret !== 'function' || typeof options.component !== 'string')
    throw new TypeError('Service.mount needs component and fetchClientSecret.');
  let look = lookOf(options);
  let port: MessagePort | null = null;
  let frame: HTMLIFrameElement | null = null;
  /** The secret that named the frame; later ones are fetched when the frame asks. */
  let first: string | null = null;
  let over = false;
  const tell = (name: Handler, event: object) => {
    if (!over) options[name]?.(event);
  };
  const fail = (reason: string) => tell('onLoadError', { reason });
  const timer = setTimeout(() => fail('timeout'), WAIT_MS);
  const send = (message: ToFrame) => port?.postMessage(message);

  const fetchSecret = async (): Promise<string | null> => {
    try {
      const secret = await options.fetchClientSecret();
      if (typeof secret === 'string' && SECRET.test(secret)) return secret;
    } catch {
      // What the page's own function throws is the page's own matter; the frame is told that there is none.
    }
    fail('client_secret');
    return null;
  };

  const heard = async ({ data }: MessageEvent) => {
    const message = fromFrame(data);
    if (!message || over || !frame) return;
    const { type, ...event } = message;
    if (type === 'wantsSecret') {
      const secret = first ?? (await fetchSecret());
      first = null;
      send({ type: 'secret', clientSecret: secret });
    } else if (message.type === 'resized') {
      frame.style.height = `${message.height}px`;
      tell('onResized', event);
    } else {
      // Whatever it says first, it has something to show.
      clearTimeout(timer);
      frame.style.visibility = 'visible';
      tell(`on${type[0]!.toUpperCase()}${type.slice(1)}` as Handler, event);
    }
  };

  const greeted = ({ source, origin, data }: MessageEvent) => {
    if (over || !frame || source !== frame.contentWindow || origin !== ORIGIN || !isGreeting(data, HELLO))
      return;
    // A frame that was loaded again greets again, and gets a port of its own.
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = heard;
    frame.contentWindow!.postMessage({ type: CONNECT }, ORIGIN, [channel.port2]);
    send({ type: 'look', look });
  };

  void (async () => {
    first = await fetchSecret();
    const id = first && SECRET.exec(first)![1];
    if (over || !id) return void clearTimeout(timer);
    frame = document.createElement('iframe');
    frame.title = options.title ?? options.component;
    frame.style.cssText = 'border:0;width:100%;height:160px;visibility:hidden;color-scheme:normal';
    frame.referrerPolicy = 'no-referrer';
    frame.src = `${ORIGIN}/embed/frame/${id}`;
    addEventListener('message', greeted);
    element.append(frame);
  })();

  return {
    update: (changes) => {
      look = { ...look, ...pick(lookOf(changes), changes) };
      send({ type: 'look', look });
    },
    unmount: () => {
      over = true;
      clearTimeout(timer);
      removeEventListener('message', greeted);
      port?.close();
      frame?.remove();
    },
  };
}

/** Only what was given. */
function pick(look: Look, given: Pick<Options, 'appearance' | 'theme' | 'hide' | 'locale'>): Partial<Look> {
  const { theme, variables, hide, locale } = look;
  return {
    ...(given.theme !== undefined && { theme }),
    ...(given.appearance !== undefined && { variables }),
    ...(given.hide !== undefined && { hide }),
    ...(given.locale !== undefined && { locale }),
  };
}

(window as unknown as { Service: { mount: typeof mount } }).Service = { mount };
