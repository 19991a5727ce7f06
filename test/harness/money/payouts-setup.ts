// Sets up cards and payouts as people do: through POST /v1/connections and the processor's pages.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect } from 'vitest';
import { refreshPayoutAccount } from '../../../src/domains/money/payout-accounts/refresh-payout-account.ts';
import worker from '../../../src/index.ts';
import { mintCreator } from '../work/creators.ts';
import { type Answer, call, type Minted, mintAccount, testEnv } from '../world.ts';
import { type Earner, ledgerCash } from './payouts.ts';
import { type StripeWorld, stripeWorld } from './stripe.ts';

interface Caller {
  key: string;
  as?: string;
}

/** Calls POST /v1/connections, whatever it answers. */
export function connect(stripe: StripeWorld, { key, as }: Caller, body: Record<string, unknown>) {
  return call('POST', '/v1/connections', { env: stripe.env, key, ...(as ? { as } : {}), body });
}

/** Submits a form of the processor's page. Returns the URL that it leads to. */
export async function submit(url: string, form: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`);
  return location;
}

/** Saves a card with the browser's form, and tells the service. Returns the session. */
export async function giveCard(stripe: StripeWorld, brand: Caller, card = 'pm_card_visa'): Promise<string> {
  const answer = await connect(stripe, brand, { provider: 'card', checkout: 'elements' });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const session = answer.body.data.clientSecret.split('_secret_')[0] as string;
  await stripe.sim(`checkout/${session}`, { payment_method: card });
  return session;
}

/** A creator's or partner's account at the processor, onboarded; the service does not know yet. */
export async function onboard(
  stripe: StripeWorld,
  holder: string,
  caller: Caller,
  more: { country?: string; failing?: string } = {},
): Promise<string> {
  const { country = 'US', failing } = more;
  const answer = await connect(stripe, caller, { provider: 'stripe', country, checkout: 'elements' });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const account = await processorAccountOf(holder);
  await stripe.sim(`accounts/${account}/onboard`, failing ? { failing } : {});
  return account;
}

export async function processorAccountOf(holder: string): Promise<string> {
  const row = await testEnv.DB.prepare('SELECT processor_account FROM payout_accounts WHERE holder = ?')
    .bind(holder)
    .first<{ processor_account: string }>();
  return row!.processor_account;
}

export const accountOf = async (who: Minted) =>
  (await call('GET', '/v1/account', { key: who.key })).body.data;

/** Loads one of our pages as a browser does, and runs the tasks after its response. */
export async function load(stripe: StripeWorld, url: string) {
  const execution = createExecutionContext();
  const request = new Request(url) as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(request, stripe.env, execution);
  await waitOnExecutionContext(execution);
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

/** The code and reason of an error. */
export const refusalOf = (answer: Answer) => [
  answer.status,
  answer.body.error?.code,
  answer.body.error?.details?.reason,
];

/** A creator in Mexico, who earns in usd and has a bank in mxn. */
export async function mintRecipient(failing?: string): Promise<Earner> {
  const stripe = await stripeWorld();
  const partner = await mintAccount('partner');
  const holder = (await mintCreator(partner.key)).id as string;
  const caller = { key: partner.key, as: holder };
  const started = await connect(stripe, caller, { provider: 'stripe', country: 'MX' });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  const account = await processorAccountOf(holder);
  await stripe.sim(`accounts/${account}/onboard`, failing ? { failing } : {});
  await refreshPayoutAccount(stripe.ctx(), account);
  return {
    stripe,
    caller,
    holder,
    account,
    weekly: true,
    currency: 'usd',
    cashBefore: await ledgerCash('usd'),
  };
}
