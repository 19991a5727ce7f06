// The code that merchants paste into a custom pixel of Shopify. docs/guides/shops.md prints the same.

const ADDRESS = 'https://…/px/pxl_…/sandbox/…/e';

/** @param address where the custom pixel sends its events, with the pixel's sandbox key. */
export const customPixel = (address: string): string => CODE.replace(ADDRESS, address);

export const CODE = String.raw`const address = 'https://…/px/pxl_…/sandbox/…/e';
const KEPT = '_service_landing';
const LINK = /(?:\?|&)(service_id|service_campaign|fbclid|gclid|gbraid|wbraid|ttclid|sccid)=([^&#]+)/g;

let privacy = init.customerPrivacy;
customerPrivacy.subscribe('visitorConsentCollected', (event) => {
  privacy = event.customerPrivacy;
});

const parsed = (text) => {
  try {
    return JSON.parse(decodeURIComponent(text)) || {};
  } catch {
    return {};
  }
};
const cookie = async (name) => parsed(await browser.cookie.get(name));

// The newest landing that the visitor has not refused since.
async function landing() {
  const { landing, no = 0 } = await cookie('_service');
  const all = [landing, await cookie('_service_kept'), parsed(await browser.localStorage.getItem(KEPT))];
  return all.filter((one) => one && one.at > no).sort((a, b) => b.at - a.at)[0];
}

async function consent() {
  if (await browser.cookie.get('_service_no')) return 'denied';
  const { marketingAllowed, analyticsProcessingAllowed, saleOfDataAllowed } = privacy;
  return marketingAllowed && analyticsProcessingAllowed && saleOfDataAllowed ? 'granted' : 'unknown';
}

async function send(event, fields) {
  const said = await consent();
  const { pathname, search, origin } = event.context.document.location;
  const page = new URL(pathname, init.data.shop.storefrontUrl || origin);
  const body = { ...fields, consent: said, pageUrl: page.href };
  if (said === 'granted') {
    body.landing = await landing();
    body.pageUrl += search;
  }
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body), keepalive: true });
  await answer.text();
}

analytics.subscribe('page_viewed', async (event) => {
  const found = [...event.context.document.location.search.matchAll(LINK)];
  if (found.length === 0) return;
  const here = { ...Object.fromEntries(found.map(([, name, value]) => [name, value])), at: Date.now() };
  // Time for the pixel in the theme, which keeps and reports the landing itself.
  await new Promise((done) => setTimeout(done, 3000));
  const known = await landing();
  if ((await consent()) !== 'granted' || (known && here.at - known.at < 60000)) return;
  await browser.localStorage.setItem(KEPT, encodeURIComponent(JSON.stringify(here)));
  await send(event, { name: 'page_view' });
});

analytics.subscribe('checkout_completed', async (event) => {
  const { token, order, subtotalPrice, discountApplications } = event.data.checkout;
  const { amount, currencyCode: currency } = subtotalPrice;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const code = discountApplications.find(({ type }) => type === 'DISCOUNT_CODE');
  await send(event, {
    name: 'purchase',
    eventId: token,
    orderId: order?.id ? String(order.id) : undefined,
    value: Math.round(amount * 10 ** maximumFractionDigits),
    currency: currency.toLowerCase(),
    discountCode: code?.title,
  });
});
`;
