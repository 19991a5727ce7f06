// The pages that people see at Stripe, as plain as they can be.
import { html } from 'hono/html';
import { completeSession, openSession } from './checkout.ts';
import { onboard } from './connect.ts';
import { onboardRecipient } from './recipients.ts';
import { Failure } from './wire.ts';
import type { Call } from './world.ts';

const CARDS = [
  ['pm_card_visa', 'Visa 4242'],
  ['pm_card_bypassPending', 'Visa 0077, money at once'],
  ['pm_card_chargeCustomerFail', 'Visa 0341, every charge is declined'],
  ['pm_card_authenticationRequired', 'Visa 3184, needs authentication'],
  ['pm_card_chargeDeclined', 'Visa 0002, declined here'],
] as const;

async function page(title: string, body: unknown, status = 200): Promise<Response> {
  const text =
    await html`<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}`;
  return new Response(String(text), { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

export async function show(call: Pick<Call, 'world' | 'emit'>, request: Request): Promise<Response> {
  const [, , kind, , id = ''] = new URL(request.url).pathname.split('/');
  const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null;
  try {
    if (kind === 'checkout') return await checkout(call, id, form);
    if (kind === 'onboarding') return await onboarding(call, id, form);
  } catch (error) {
    if (error instanceof Failure)
      return page('Payment simulator', html`<p role="alert">${error.message}</p>`, 400);
    throw error;
  }
  return new Response(null, { status: 404 });
}

async function checkout(call: Pick<Call, 'world' | 'emit'>, id: string, form: URLSearchParams | null) {
  const session = openSession(call, id);
  if (form) {
    completeSession(call, id, form.get('card') ?? '');
    const back = String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', id);
    return new Response(null, { status: 303, headers: { Location: back } });
  }
  const options = CARDS.map(([value, name]) => html`<option value="${value}">${name}</option>`);
  const cancel = session.cancel_url ? html`<a href="${session.cancel_url}">Cancel</a>` : '';
  const fields = html`<label>Card <select name="card">${options}</select></label> <button>Save card</button>`;
  return page('Save a card', html`<form method="post">${fields}</form>${cancel}`);
}

async function onboarding(call: Pick<Call, 'world' | 'emit'>, id: string, form: URLSearchParams | null) {
  const link = call.world.get('account_link', id, '');
  if (link._used || link.created + 300 <= call.world.now()) {
    return new Response(null, { status: 303, headers: { Location: link.refresh_url } });
  }
  const recipient = call.world.find('v2.core.account', link.account, '');
  if (!form) {
    const failing = recipient ? 'payout_method_closed' : 'account_closed';
    const bank = html`<label><input type="checkbox" name="failing" value="${failing}"> a bank that refuses</label>`;
    return page('Set up payouts', html`<form method="post">${bank} <button>Submit</button></form>`);
  }
  call.world.save(Object.assign(link, { _used: true }));
  if (recipient) {
    onboardRecipient(call, recipient, form.get('failing'));
    call.emit('v2.core.account_link.returned', link);
  } else onboard(call, link.account, form.get('failing'), []);
  return new Response(null, { status: 303, headers: { Location: link.return_url ?? link.refresh_url } });
}
