import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { createPayoutAccount } from '../../../integrations/stripe/connect.ts';
import { createRecipient } from '../../../integrations/stripe/recipients.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { isCreator } from '../../../kit/holder.ts';
import { findContact } from '../../accounts/accounts/interface.ts';
import { findCreatorEmail } from '../../work/creator-consent/interface.ts';
import { payoutAccountOf } from './interface.ts';
import { payoutCountry } from './list-payout-countries.ts';
import type { PayoutAccountRow } from './payout-account.ts';
import { saveSnapshot } from './save-snapshot.ts';
import { deleteRequest, findAccount, insertRequest, type StoredAccount } from './store.ts';

/**
 * The holder's account at the processor, created if there is none. The request is stored first and repeated
 * word for word, so that a run that dies in between creates no second account. Commits by itself.
 * Throws operation_rejected (country_required, country_not_supported, country_fixed, email_required),
 * unavailable or provider_error.
 * @param country ISO 3166-1 alpha-2; needed the first time.
 */
export async function makePayoutAccount(
  ctx: SystemCtx,
  holder: string,
  country: string | undefined,
): Promise<PayoutAccountRow> {
  const row = (await findAccount(ctx, holder)) ?? (await request(ctx, holder, country));
  if (row.processorAccount === null) await ask(ctx, row);
  if (country !== undefined && country !== row.country) {
    throw rejected('country_fixed', `The payout account is in ${row.country}; its country can't change.`);
  }
  return (await payoutAccountOf(ctx, holder))!;
}

async function request(ctx: SystemCtx, holder: string, country: string | undefined): Promise<StoredAccount> {
  if (country === undefined) {
    throw rejected('country_required', 'Send the country of the payout account the first time.');
  }
  const open = payoutCountry(ctx.vars, country);
  if (!open) throw notSupported(country);
  const email = isCreator(holder)
    ? await findCreatorEmail(ctx, holder)
    : ((await findContact(ctx, holder))?.email ?? null);
  if (open.schedule === 'weekly' && email === null) {
    throw rejected('email_required', 'Payouts in this country need an email address. Add one first.');
  }
  const batch = withOwnWrites(ctx);
  insertRequest(batch, {
    holder,
    requestKey: `${holder}:account:${randomBase62(12)}`,
    email,
    country,
    processorAccount: null,
    currency: open.currency,
    kind: open.schedule === 'weekly' ? 'recipient' : 'connected',
    identity: 'required',
    banks: [],
    payoutsEnabled: false,
    taxId: 'missing',
    looks: 0,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  await batch.write.commit();
  return (await findAccount(ctx, holder))!;
}

async function ask(ctx: SystemCtx, row: StoredAccount): Promise<void> {
  const { holder: id, country, email, requestKey: key, createdAt: firstSentAt } = row;
  const create = row.kind === 'recipient' ? createRecipient : createPayoutAccount;
  const made = await create(
    await stripeClient(ctx.vars),
    { id, country, email, person: isCreator(id) },
    { key, firstSentAt, now: ctx.now },
  );
  if (made.status === 'refused') {
    await deleteRequest(ctx, row);
    if (made.code === 'country_unsupported') throw notSupported(country);
    throw rejected('provider_refused', 'The payment processor refused the payout account.', {
      code: made.code,
    });
  }
  if (made.status !== 'succeeded') {
    throw new AppError('unavailable', 'The payment processor does not answer. Try again.');
  }
  try {
    await saveSnapshot(ctx, row, made.value);
  } catch (error) {
    // Another request has already stored the same account.
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
  }
}

function notSupported(country: string): AppError {
  return rejected(
    'country_not_supported',
    'Payouts are not open in this country. See GET /v1/payouts/countries.',
    {
      country,
    },
  );
}
