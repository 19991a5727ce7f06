// What people, shops and platforms ask of each other in the demo of all clicks, beyond the demo itself, through the running service.
import { AD_PLATFORMS, connectAds, scriptAds } from '../../../tools/demo/ad-platforms.ts';
import { campaignBody } from '../../../tools/demo/ads.ts';
import { type ApiRecord, type Caller, callApi, uploadMedia } from '../../../tools/demo/api.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import { NO_AD, newVideoPlan } from '../../../tools/demo/plans.ts';
import { SHOPIFY_APP } from '../../../tools/demo/shops.ts';
import * as clock from '../../harness/clock.ts';
import { sessionCookie } from './console.ts';
import type { States } from './demo-states.ts';
import { pause } from './pause.ts';
import type { DemoWorld } from './whole-demo.ts';

type Asked = Pick<DemoWorld, 'demo' | 'sessions' | 'simulatorsUrl'> & { states: States };

/** The pages that no page leads to, by who opens them. */
export type Outside = DemoWorld['outside'];

export async function addRequests(world: Asked): Promise<Outside> {
  const { demo } = world;
  const { baseUrl, keys, creators, people, shopUrl } = demo;
  const brand = { key: keys.brand };
  const post = <T = ApiRecord>(path: string, caller: Caller, body: object) =>
    callApi<T>(`${baseUrl}${path}`, 'POST', caller, body);
  const { independent, managed, added } = creators;
  for (const creator of [independent, world.states.second])
    await post('/v1/retainers', brand, { creator, pay: { base: 30_000 }, deliverables: 'A video a month' });
  for (const key of [keys.partner, keys.client])
    await post('/v1/creators', { key }, { email: people.creator.email });
  for (const creator of [independent, managed, managed, added])
    await post('/v1/embeds', brand, { component: 'earnings', creator, origin: shopUrl });
  // A client whose first owner its agency invites.
  await post('/v1/brands', { key: keys.partner }, { name: 'Quay Roasters' });
  await askToJoin(demo);
  await askForSample(demo);
  await askForMoney(demo);
  // Creators who work with the brand already have to agree to this, too.
  const file = await uploadMedia(baseUrl, brand, 'agreement', 'agreement.pdf');
  await post('/v1/agreements', brand, {
    ...{ file, title: 'Code of conduct', applicability: ['creator_relationship'] },
  });
  await askLena(demo);
  await addBrokenCampaign(world);
  await addCampaignsOfPartner(world);
  return await pagesOutside(world);
}

/** Creators whom their agency sends to the brand: one for each answer of a page and of a list. */
async function askToJoin(demo: DemoWorld['demo']): Promise<void> {
  const { baseUrl, keys, accounts } = demo;
  const partner = { key: keys.partner };
  for (const name of ['Ivo', 'Ida', 'Ina', 'Ira']) {
    const email = `${name.toLowerCase()}.${accounts.brand.slice(-6)}@creators.example`;
    const as = (await callApi(`${baseUrl}/v1/creators`, 'POST', partner, { email, name })).id;
    const program = demo.work!.programs.paidAds;
    await callApi(`${baseUrl}/v1/applications`, 'POST', { ...partner, as }, { program });
  }
}

async function askForSample({ baseUrl, keys, creators }: DemoWorld['demo']): Promise<void> {
  const brand = { key: keys.brand };
  const title = 'Pour-over kit';
  const product = (await callApi(`${baseUrl}/v1/products`, 'POST', brand, { title, sampleable: true })).id;
  const address = {
    ...{ firstName: 'Mia', lastName: 'Torres', line1: '12 Harbor St', city: 'Austin' },
    ...{ state: 'TX', postalCode: '73301', country: 'US' },
  };
  const mia = { ...brand, as: creators.added };
  await callApi(`${baseUrl}/v1/samples`, 'POST', mia, { product, address });
}

/** Two approved submissions, whose payments wait for a decision. */
async function askForMoney({ baseUrl, keys, creators }: DemoWorld['demo']): Promise<void> {
  const brand = { key: keys.brand };
  const path = `${baseUrl}/v1/submissions`;
  const waiting = await callApi<ApiRecord[]>(`${path}?status=review&creator=${creators.added}`, 'GET', brand);
  for (const { id } of waiting.slice(0, 2))
    await callApi(`${path}/${id}`, 'PATCH', brand, { status: 'approved' });
}

/** A plan of the partner's, which its client can reject. Who made a plan can cancel it alone. */
async function addPlanToReject(
  { baseUrl, keys, accounts }: DemoWorld['demo'],
  campaign: string,
  video: string,
): Promise<void> {
  const partner = { key: keys.partner, as: accounts.client };
  const [adSet] = await callApi<ApiRecord[]>(`${baseUrl}/v1/ad-sets?campaign=${campaign}`, 'GET', partner);
  const body = newVideoPlan('tiktok', { campaign, adSet: adSet!.id, video, daily: 7_000, ad: 'Cups, again' });
  const path = `${baseUrl}/ads/plans?client=${accounts.client}`;
  await callApi(path, 'POST', { key: keys.partner }, body);
}

/** The brand says where a creator's work is published, which its person has to confirm, and asks to advertise with it. */
async function askLena({ baseUrl, keys, creators, program }: DemoWorld['demo']): Promise<void> {
  const brand = { key: keys.brand };
  const path = `${baseUrl}/v1/submissions`;
  const own = await callApi<(ApiRecord & { caption: string })[]>(
    `${path}?creator=${creators.independent}&program=${program}`,
    'GET',
    brand,
  );
  const [first, other] = [
    own.find(({ status }) => status === 'approved' || status === 'live')!.id,
    own.find(({ caption }) => caption === 'Cortado on the balcony')!.id,
  ];
  const url = 'https://www.tiktok.com/@lena.ortiz/video/7300000000000000021';
  await callApi(`${path}/${other}`, 'PATCH', brand, { status: 'live', url });
  await callApi(`${baseUrl}/v1/ad-authorizations`, 'POST', brand, { submission: first, platform: 'meta' });
}

interface Campaign extends ApiRecord {
  pendingChange: unknown;
  partnerApproval: { status: string } | null;
}

const MOST_PASSES = 200;
const PAUSE_MS = 300;

/** Runs the service's jobs until a campaign is as it should be. */
async function untilCampaign(
  baseUrl: string,
  id: string,
  caller: Caller,
  done: (campaign: Campaign) => boolean,
): Promise<void> {
  let now: Campaign | undefined;
  for (let passes = 0; passes < MOST_PASSES; passes++) {
    now = await callApi<Campaign>(`${baseUrl}/v1/campaigns/${id}`, 'GET', caller);
    if (done(now)) return;
    await runCron(baseUrl, '* * * * *', clock.now());
    await pause(PAUSE_MS);
  }
  throw new Error(`the campaign ${id} stays as it is: ${JSON.stringify(now)}`);
}

const onEach = (simulatorsUrl: string, path: string, body: object) =>
  Promise.all(AD_PLATFORMS.map((name) => scriptAds(simulatorsUrl, name, path, body)));

/** A campaign of which the platform refused the ad: it can be tried again. */
async function addBrokenCampaign({ demo, simulatorsUrl }: Asked): Promise<void> {
  const { baseUrl, keys, ads } = demo;
  const brand = { key: keys.brand };
  await scriptAds(simulatorsUrl, 'tiktok', 'settings', { processing: 0 });
  await scriptAds(simulatorsUrl, 'tiktok', 'faults', NO_AD);
  const { settings } = await callApi<{ settings: Record<string, unknown> }>(
    `${baseUrl}/v1/campaigns/${ads!.campaigns.tiktok}`,
    'GET',
    brand,
  );
  const body = {
    ...campaignBody(ads!.connections.tiktok, settings, demo.work!),
    name: 'Ready at last',
    launch: false,
  };
  const { id } = await callApi(`${baseUrl}/v1/campaigns`, 'POST', brand, body);
  await untilCampaign(baseUrl, id, brand, ({ status }) => status === 'needs_attention' || status === 'draft');
}

/** Campaigns that a partner made for its client: one that asks for its launch, and one that asks for a larger budget. */
async function addCampaignsOfPartner({ demo, simulatorsUrl }: Asked): Promise<void> {
  const { baseUrl, keys, accounts } = demo;
  const partner = { key: keys.partner, as: accounts.client };
  const client = { key: keys.client };
  await onEach(simulatorsUrl, 'settings', { processing: 0 });
  const { id: connection, settings } = await connectAds(baseUrl, partner, 'tiktok');
  const [video] = await callApi<ApiRecord[]>(`${baseUrl}/v1/submissions?status=approved`, 'GET', client);
  const make = async (name: string) => {
    const body = campaignBody(connection, settings, { submissions: { live: video!.id } });
    const made = { ...body, name, launch: true };
    const { id } = await callApi(`${baseUrl}/v1/campaigns`, 'POST', partner, made);
    const isReady = ({ status, pendingChange }: Campaign) =>
      status !== 'processing' && pendingChange === null;
    await untilCampaign(baseUrl, id, client, isReady);
    return `${baseUrl}/v1/campaigns/${id}`;
  };
  const asked = await make('Cups for all');
  await addPlanToReject(demo, asked.split('/').at(-1)!, video!.id);
  const approved = await make('Beans for all');
  await callApi(approved, 'PATCH', client, { partnerApproval: { status: 'approved' } });
  await untilCampaign(
    baseUrl,
    approved.split('/').at(-1)!,
    client,
    ({ pendingChange }) => pendingChange === null,
  );
  await callApi(approved, 'PATCH', partner, { budget: { daily: 8_000, billingLimit: 200_000 } });
}

/** Pages that a mail, a shop's admin, another account or an earlier request leads to. */
async function pagesOutside({ demo, sessions, simulatorsUrl, states }: Asked): Promise<Outside> {
  const { baseUrl, keys, creators, accounts, posts, store } = demo;
  const brand = { key: keys.brand };
  const { requestUrl } = await callApi<{ requestUrl: string }>(
    `${baseUrl}/v1/ad-authorizations/${posts!.permissions.requested}`,
    'GET',
    brand,
  );
  const atShop = async <T>(shop: string, path: string, body: object): Promise<T> => {
    const url = `${simulatorsUrl}/_sim/shopify/${shop}/${path}`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await atShop(store!.shop, 'privacy', {
    ...{ client: SHOPIFY_APP, topic: 'customers/data_request', order: store!.orders.sold },
  });
  const opened = await atShop<{ url: string }>('harbor-roast.myshopify.com', 'install-link', {
    ...{ client: SHOPIFY_APP, url: `${baseUrl}/connections/install/shopify` },
  });
  const { name, value } = sessionCookie(baseUrl, sessions.owner);
  const led = await fetch(opened.url, { redirect: 'manual', headers: { Cookie: `${name}=${value}` } });
  const product = await callApi(`${baseUrl}/v1/products`, 'POST', brand, { title: 'Cup' });
  const image = await uploadMedia(baseUrl, brand, 'product_image', 'photo.webp');
  const pathOf = (url: string) => new URL(url, baseUrl).pathname;
  return {
    owner: [
      pathOf(requestUrl),
      pathOf(led.headers.get('Location')!),
      `/app/${accounts.brand}/products/${product.id}?picture=${image}`,
    ],
    creator: [`/app/${creators.independent}/profile?picture=${states.picture}`],
  };
}
