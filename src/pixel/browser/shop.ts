// The script for storefronts of Shopify. It keeps the landing in a private attribute of the cart, so that the order
// carries it, and takes it out when the visitor refuses. It reads what the pixel's script has kept, and never throws
// into the page.
import { CART_ATTRIBUTE, cartLanding } from '../cart-attribute.ts';
import { linkParameters } from '../link-parameters.ts';
import { type Landing, NO, parsed, putText, RENEWED, read, recall } from './memory.ts';

/** The platform's Customer Privacy API. Answers are `yes`, `no`, or empty before the visitor has chosen. */
interface Privacy {
  currentVisitorConsent(): Record<string, string>;
  analyticsProcessingAllowed(): boolean;
  marketingAllowed(): boolean;
  saleOfDataAllowed(): boolean;
}

interface Shopify {
  /** Set while the merchant edits the theme. */
  designMode?: boolean;
  routes?: { root?: string };
  customerPrivacy?: Privacy;
  loadFeatures?(features: object[], done: (error: unknown) => void): void;
}

interface Service {
  (...command: unknown[]): void;
  q?: unknown[];
  on?: boolean;
}

/** An event by which themes and apps tell that the cart changes. */
type CartEvent = Event & { action?: string; promise?: Promise<unknown> };

/**
 * The cookie that tells what the cart holds: the time of the landing that was written, with a 0 in front while it is not
 * certain, or CLEAN.
 */
const MARK = '_service_cart';
/** The visitor refused, and the cart holds nothing of ours. */
const CLEAN = 'x';
/** How long after a refusal a cart is looked at that no cookie tells anything about: Safari forgets cookies early. */
const RECENT_MS = 6e4;
const MAX_RETRIES = 3;
const FIRST_RETRY_MS = 2e3;

const page = window as unknown as { service?: Service; Shopify?: Shopify; [once: symbol]: unknown };
const once = Symbol.for('service.shop');
const ignore = () => {};

const run = () => {
  const shop = page.Shopify;
  if (!shop || shop.designMode || page[once]) return;
  page[once] = true;
  const root = shop.routes?.root || '/';
  let asked: boolean | undefined;
  let hooked: Service | undefined;
  let retries = 0;
  let busy: boolean | undefined;
  let again: boolean | undefined;
  /** What the cart would not take, until its time to be asked again has come or the cart changes. */
  let refused: string | undefined;
  /** Whether the cart may have changed so that the attribute has to be written again. */
  let changed = location.pathname === `${root}cart`;

  const optedOut = () => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;

  /** The newest landing that is kept, as in the pixel's script. */
  const landing = () => {
    const { landing: kept, no = 0 } = recall();
    return [kept, parsed<Landing>(RENEWED)].reduce(
      (newest, one) => ((one?.at as number) > (newest?.at || no) ? one : newest),
      undefined,
    );
  };

  /** What the shop's own consent banner, or its settings for the visitor's region, say; nothing before the API is there. */
  const shopConsent = () => {
    const api = shop.customerPrivacy;
    if (!api) return 'unknown';
    const { marketing, analytics, sale_of_data: sale } = api.currentVisitorConsent();
    if ([marketing, analytics, sale].includes('no')) return 'denied';
    return api.marketingAllowed() && api.analyticsProcessingAllowed() && api.saleOfDataAllowed()
      ? 'granted'
      : 'unknown';
  };

  /** What the cart should hold: empty for nothing of ours, undefined to leave it as it is. */
  const wanted = () => {
    const kept = landing();
    const said = optedOut() || read(NO) ? 'denied' : shopConsent();
    if (said === 'denied') return '';
    return said === 'granted' && kept ? cartLanding(kept) : undefined;
  };

  /** Tells the pixel's script what the visitor told the shop. `fresh` is a choice that was made just now. */
  const passOn = (fresh: boolean) => {
    if (!shop.customerPrivacy || optedOut()) return;
    const said = shopConsent();
    const known = read(NO) ? 'denied' : recall().consent;
    // Without a choice, a yes is only told to a script that waits for one.
    const isNews =
      said === 'denied' || fresh ? known !== said : !known && document.querySelector('script[data-consent]');
    if (said === 'unknown' || !isNews) return;
    const stub: Service = (...command) => {
      stub.q = [...(stub.q || []), command];
    };
    page.service ||= stub;
    page.service('consent', said);
  };

  /** Sees to it that a choice that the page passes to the pixel's script is followed at once. */
  const hook = () => {
    const inner = page.service;
    if (!inner?.on || inner === hooked) return;
    const outer: Service = (...command) => {
      inner(...command);
      check();
    };
    outer.on = true;
    page.service = hooked = outer;
  };

  /** Without a landing nobody waits for the platform's API: it is used if it is there. */
  const askShop = () => {
    if (asked || shop.customerPrivacy || !shop.loadFeatures || !(landing() || linkParameters(location.href)))
      return;
    asked = true;
    shop.loadFeatures([{ name: 'consent-tracking-api', version: '0.1' }], check);
  };

  /** The cart as it is now, after writing `value` if there is one; undefined if that failed. */
  const cart = async (path: string, value?: string | null): Promise<{ item_count?: number } | undefined> => {
    let pause = FIRST_RETRY_MS * 4 ** retries;
    try {
      const answer = await fetch(
        root + path,
        value === undefined
          ? {}
          : {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ attributes: { [CART_ATTRIBUTE]: value } }),
              keepalive: true,
            },
      );
      if (answer.ok) return await answer.json();
      if (answer.status !== 429 && answer.status < 500) return;
      pause = Math.max(pause, Number(answer.headers.get('Retry-After')) * 1e3 || 0);
    } catch {}
    if (retries++ < MAX_RETRIES)
      setTimeout(() => {
        refused = undefined;
        check();
      }, pause);
  };

  const step = async () => {
    hook();
    askShop();
    passOn(false);
    const text = wanted();
    // The page's own events come at any time; they are no reason to ask early.
    if (text !== undefined && text === refused) return;
    const mark = read(MARK);
    const hadChanged = changed;
    changed = false;
    let done: unknown = text !== undefined;
    if (text) {
      const at = `${landing()!.at}`;
      if (!hadChanged && mark === at) return;
      // Noted before, in case that the page ends while the request is on its way.
      putText(MARK, `0${at}`);
      done = await cart('cart/update.js', text);
      if (done) putText(MARK, at);
    } else if (text === '' && mark !== CLEAN) {
      const isRecent = hadChanged || Date.now() - +read(NO) < RECENT_MS;
      const isThere = +mark || (isRecent && (await cart('cart.js'))?.item_count);
      done = !isThere || (await cart('cart/update.js', null));
      if (isThere && done) putText(MARK, CLEAN);
    }
    if (!done) {
      if (!changed) refused = text;
      changed ||= hadChanged;
    }
    // The visitor may have chosen otherwise meanwhile, in any tab.
    if (wanted() !== text) again = true;
  };

  const settle = async () => {
    busy = true;
    try {
      while (again) {
        again = false;
        await step();
      }
    } finally {
      busy = false;
    }
  };

  /** Never throws, and never asks the cart twice at once. */
  const check = () => {
    again = true;
    if (!busy) settle().catch(ignore);
  };

  const change = () => {
    changed = true;
    refused = undefined;
    check();
  };
  const afterwards = ({ promise }: CartEvent) => {
    Promise.resolve(promise).then(change, ignore);
  };

  check();
  // By then the pixel's script has run, and so have the platform's deferred ones.
  addEventListener('load', check);
  addEventListener('pageshow', check);
  document.addEventListener('visibilitychange', check);
  document.addEventListener('visitorConsentCollected', () => {
    try {
      passOn(true);
    } catch {}
    check();
  });
  document.addEventListener('shopify:cart:lines-update', (event: CartEvent) => {
    if (event.action === 'add') afterwards(event);
  });
  // It replaces all attributes, ours as well.
  document.addEventListener('shopify:cart:attributes-update', (event) => {
    if (!busy) afterwards(event);
  });
  // Themes that send no such events are seen by their requests, which stay untouched.
  new PerformanceObserver((seen) => {
    if (seen.getEntries().some(({ name }) => /\/cart\/add(\.js)?(\?|$)/.test(name))) change();
  }).observe({ type: 'resource', buffered: true });
};

const start = () => {
  try {
    run();
  } catch {}
};

start();
// In case that the tag comes before the platform's own.
addEventListener('load', start);
