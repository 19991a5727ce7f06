// The brand's ad account at the simulated Meta, connected as its owner would: over our page, the platform's, and back. And a
// campaign there, which is set up, paused, while the tour is read.
import * as clock from '../../src/kit/clock.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { type ApiRecord, callApi } from './api.ts';
import type { Ads, Demo, Work } from './demo-file.ts';
import { fetchLocal } from './fetch-local.ts';

/** Of simulators/meta/fixtures.ts. */
const PERSON = '100000000000001';
const SELECTION = { adAccountId: 'act_300000000000001', pageId: '400000000000001' };
const PIXEL = '600000000000001';

export async function addAds({ baseUrl, keys, work }: Demo & { work: Work }): Promise<Ads> {
  const brand = { key: keys.brand };
  const api = `${baseUrl}/v1`;
  const start = await callApi<{ url: string }>(`${api}/connections`, 'POST', brand, { provider: 'meta' });
  const browser = new Browser();
  const consent = await browser.submit(start.url, {});
  const back = await browser.submit(consent, { user: PERSON, answer: 'allow' });
  await browser.open(back);
  const connections = await callApi<(ApiRecord & { provider: string })[]>(`${api}/connections`, 'GET', brand);
  const { id } = connections.find(({ provider }) => provider === 'meta')!;
  await callApi(`${api}/connections/${id}`, 'PATCH', brand, { selection: SELECTION });
  const body = { ...campaignBody(id, work), launch: false };
  const campaign = await callApi(`${api}/campaigns`, 'POST', brand, body);
  return { connections: { meta: id }, campaign: campaign.id };
}

/** A campaign with the creator's work that is live. */
export const campaignBody = (connection: string, work: Work) => ({
  name: 'Ready overnight',
  connection,
  destination: { type: 'website', value: 'https://northwind.example/cold-brew' },
  optimizationEvent: 'purchase',
  settings: { pixel: PIXEL },
  budget: { daily: 2_000, billingLimit: 50_000 },
  schedule: { startDate: new Date(clock.now() + DAY_MS).toISOString().slice(0, 10) },
  audience: { countries: ['US'] },
  ad: { primaryText: 'Ready overnight, cold all day.', callToAction: 'shop_now' },
  creatives: [work.submissions.live],
});

/** Somebody who follows links and sends forms. */
class Browser {
  readonly #cookies = new Map<string, string>();

  /** @returns where a form that the page holds leads to. Throws when it leads nowhere. */
  async submit(url: string, fields: Record<string, string>): Promise<string> {
    const page = await this.#ask(url);
    const hidden = [...(await page.text()).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = { ...Object.fromEntries(hidden.map(([, name, value]) => [name!, value!])), ...fields };
    const sent = await this.#ask(url, { method: 'POST', body: new URLSearchParams(form) });
    const location = sent.headers.get('location');
    if (!location) throw new Error(`${url} answered ${sent.status} ${await sent.text()}`);
    return new URL(location, url).href;
  }

  async open(url: string): Promise<void> {
    const page = await this.#ask(url);
    if (page.status >= 400) throw new Error(`${url} answered ${page.status} ${await page.text()}`);
  }

  async #ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie: cookies, 'Sec-Fetch-Site': 'same-origin' };
    const answer = await fetchLocal(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.#cookies.set(name!, value!);
    }
    return answer;
  }
}
