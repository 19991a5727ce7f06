// The lists of the console: how each gets a row, and as many rows more as fill a page.
import { matchPosts } from '../../../src/domains/content/posts/match-posts.ts';
import { newId } from '../../../src/kit/ids.ts';
import type { CampaignWorld } from '../ads/campaigns.ts';
import { askToAdvertise, mintToAdvertise } from '../ads/permissions.ts';
import * as clock from '../clock.ts';
import { earn, earning, ledger, must, pay, statementLine } from '../money/ledger.ts';
import { mintPayment } from '../money/payments.ts';
import { multiply, put } from '../put.ts';
import { giveCode } from '../work/codes.ts';
import { mintAgreement, mintCreator } from '../work/creators.ts';
import { mintOffer } from '../work/retainers.ts';
import { mintProductToSend, offer } from '../work/samples.ts';
import { mintSubmission, type Pair, patch } from '../work/submissions.ts';
import { call, mintAccount, systemCtx, testEnv } from '../world.ts';

/** A row, by what is in its HTML and in no other row's. */
export interface ListedRow {
  key: string;
  /** Adds rows. @returns their keys. */
  more: (count: number) => Promise<string[]>;
  /** Where the list is, after /app/:place, if not at its page's own path. */
  at?: string;
}

export type Reader = 'brand' | 'partner' | 'creator';

export interface ConsoleList {
  /** Whose list it is; the brand's by default. */
  reader?: Reader;
  /** What stands for an empty list, where it does not just name what there is none of. */
  none?: string;
  /** How many rows a page has; 25 by default. */
  rows?: number;
  /** The label of its table, on a page with others. */
  table?: string;
  /** What a row is, in a list that is no table. */
  row?: RegExp;
  /** False where rows have no page to lead to. */
  leads?: false;
  /** Makes the record whose page has the list, empty. @returns where. */
  emptyAt?: (reader: string) => Promise<string>;
  /** Takes away what a reader begins with. */
  empty?: (reader: string) => Promise<unknown>;
  /** Gives the reader one row. */
  mint: ((pair: Pair) => Promise<ListedRow>) | { inWorld: (world: CampaignWorld) => Promise<ListedRow> };
}

type Changed = Parameters<typeof multiply>[3];

export const copied = (table: string, id: string, changed?: Changed): ListedRow => ({
  key: id,
  more: (count) => multiply(table, id, count, changed),
});

export const one = async (query: string, ...values: string[]): Promise<string> =>
  (await testEnv.DB.prepare(query)
    .bind(...values)
    .first<string>('id'))!;

export const each = async (count: number, make: (n: number) => Promise<string>): Promise<string[]> => {
  const made: string[] = [];
  for (let n = 0; n < count; n++) made.push(await make(n));
  return made;
};

const made = { created_at: 1, updated_at: 1 };
const dayOf = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
const template = async (world: CampaignWorld, id: string) => {
  const saved = await world.send('POST', '/v1/ad-templates', { name: 'Prospecting', from: id });
  return saved.body.data.id as string;
};
const campaign = async (world: CampaignWorld) => {
  const answer = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
  await world.pass();
  return answer.body.data.id as string;
};

/** By the file of the page, in src/console/pages. */
export const LISTS: Readonly<Record<string, ConsoleList>> = {
  'agreements/agreements.tsx': {
    mint: async ({ brand }) => ({
      key: await one('SELECT id FROM agreements WHERE account_id = ?', brand.id),
      more: (count) => each(count, () => mintAgreement(brand.id)),
    }),
  },
  'brands/brands.tsx': {
    reader: 'creator',
    empty: (creator) =>
      testEnv.DB.prepare('DELETE FROM creator_relationships WHERE creator_id = ?').bind(creator).run(),
    mint: async ({ brand, creator }) => {
      // The partner that represents the creator is a row as well.
      await testEnv.DB.prepare('DELETE FROM creator_relationships WHERE creator_id = ? AND account_id <> ?')
        .bind(creator.as, brand.id)
        .run();
      const query = 'SELECT id FROM creator_relationships WHERE account_id = ? AND creator_id = ?';
      const id = await one(query, brand.id, creator.as);
      const more = (count: number) =>
        each(count, async () => {
          const { id: account } = await mintAccount();
          await multiply('creator_relationships', id, 1, () => ({ account_id: account }));
          return account;
        });
      return { key: brand.id, more };
    },
  },
  'campaigns/campaigns.tsx': {
    none: 'No ad account connected',
    mint: { inWorld: async (world) => copied('campaigns', await campaign(world)) },
  },
  'campaigns/templates.tsx': {
    mint: { inWorld: async (world) => copied('ad_templates', await template(world, await campaign(world))) },
  },
  'codes/codes.tsx': {
    mint: async ({ brand, creator }) =>
      copied(
        'creator_codes',
        await giveCode({ accountId: brand.id, creatorId: creator.as, kind: 'discount', code: 'NIA' }),
        (n) => ({ code: `NIA${n}`, key: `nia${n}` }),
      ),
  },
  'connections/connections.tsx': {
    none: 'Nothing is connected yet',
    mint: {
      inWorld: async ({ connection }) =>
        copied('connections', connection, (n) => ({ platform_user: `copy ${n}` })),
    },
  },
  'creators/creators.tsx': {
    mint: async ({ brand, creator }) => ({
      key: creator.as,
      more: (count) => each(count, async () => (await mintCreator(brand.key)).id),
    }),
  },
  'developers/keys.tsx': {
    none: 'No keys yet',
    empty: (account) => testEnv.DB.prepare('DELETE FROM api_keys WHERE account_id = ?').bind(account).run(),
    mint: async ({ brand }) => {
      const other = "DELETE FROM api_keys WHERE account_id = ? AND name = 'test read'";
      await testEnv.DB.prepare(other).bind(brand.id).run();
      const id = await one('SELECT id FROM api_keys WHERE account_id = ?', brand.id);
      return copied('api_keys', id, () => ({ secret_hash: crypto.randomUUID() }));
    },
  },
  'money/charges.tsx': {
    mint: async ({ brand }) => {
      const id = newId('charge', clock.now());
      const charge = { account_id: brand.id, currency: 'usd', day: dayOf(0), amount: 100 };
      await put('charges', { ...made, ...charge, id, status: 'succeeded', succeeded_at: 1 });
      return copied('charges', id, (n) => ({ nth: n + 2 }));
    },
  },
  'money/earnings.tsx': {
    reader: 'creator',
    mint: async (pair) => ({
      key: (await mintPayment(pair)).creatorEarningId,
      more: (count) => earn(pair.creator.as, Array<number>(count).fill(100)),
    }),
  },
  'money/payments.tsx': {
    mint: async (pair) => {
      const { id } = await mintPayment(pair, { approval: 'manual' });
      return copied('payments', id, (n) => ({ cause: `${id} ${n}` }));
    },
  },
  'money/payouts.tsx': {
    reader: 'creator',
    mint: async ({ creator }) => {
      const id = newId('payout', clock.now());
      const payout = { holder: creator.as, currency: 'usd', day: dayOf(0), amount: 100, earnings: 1 };
      await put('payouts', { ...made, ...payout, id, status: 'paid', paid_at: 1 });
      return copied('payouts', id, (n) => ({ day: dayOf(n + 1) }));
    },
  },
  'money/statement.tsx': {
    reader: 'creator',
    rows: 100,
    mint: async ({ brand, creator }) => {
      // A line shows no ID: its amount is what no other line has, nor any balance.
      const line = async (n: number) => {
        const earned = earning(1_001 + n);
        const paid = pay(`p:${earned.id}`, brand.id, creator.as, earned);
        const statement = [statementLine(earned.amount, { source: earned.id })];
        const destination = { ...paid.destination, statement };
        must(await ledger(brand.id).start({ ...paid, destination }));
        return `>$${(earned.amount / 100).toFixed(2)}<`;
      };
      return { key: await line(0), more: (count) => each(count, (n) => line(n + 1)) };
    },
  },
  'money/withdrawals.tsx': {
    reader: 'creator',
    mint: async ({ creator }) => {
      const id = newId('withdrawal', clock.now());
      await put('withdrawals', {
        ...{
          ...made,
          id,
          holder: creator.as,
          idempotency_key: 'first',
          request_hash: '',
          amount: 100,
          fee: 0,
        },
        ...{ currency: 'usd', speed: 'standard', status: 'paid', processor_account: 'acct_1' },
        service: 'service:usd:0',
      });
      return copied('withdrawals', id, (n) => ({ idempotency_key: `copy ${n}` }));
    },
  },
  'permissions/ad-authorizations.tsx': {
    mint: async (pair) => {
      const { id } = await askToAdvertise(pair, await mintToAdvertise(pair), 'meta');
      return copied('ad_authorizations', id, () => ({ status: 'expired' }));
    },
  },
  'pixels/pixels.tsx': {
    mint: async ({ brand }) => {
      const body = { name: 'Shop', domains: ['https://shop.example'] };
      const { data } = (await call('POST', '/v1/pixels', { key: brand.key, body })).body;
      return copied('pixels', data.id);
    },
  },
  'places/applications.tsx': {
    mint: async ({ application, program }) => {
      // One that can be decided on has a box with its ID.
      await testEnv.DB.prepare("UPDATE applications SET status = 'pending' WHERE id = ?")
        .bind(application)
        .run();
      const more = async (count: number) => {
        const programs = await multiply('programs', program, count);
        return await multiply('applications', application, count, (n) => ({ program_id: programs[n]! }));
      };
      return { key: application, more };
    },
  },
  'places/clients.tsx': {
    reader: 'partner',
    mint: async ({ partner }) => {
      const client = async () => (await mintAccount('brand', { managedBy: partner })).id;
      return { key: await client(), more: (count) => each(count, client) };
    },
  },
  'posts/posts.tsx': {
    mint: async (pair) => {
      const { id } = await mintSubmission(pair);
      await patch(pair.brand, id, { status: 'approved' });
      await patch(pair.brand, id, { status: 'live', url: 'https://www.tiktok.com/@nia/video/1' });
      await matchPosts(systemCtx());
      const post = await one('SELECT id FROM posts WHERE submission_id = ?', id);
      const more = async (count: number) => {
        const published = await multiply('submissions', id, count, () => ({ status: 'rejected' }));
        return await multiply('posts', post, count, (n) => ({ submission_id: published[n]! }));
      };
      return { key: post, more };
    },
  },
  'products/products.tsx': {
    mint: async ({ brand }) => copied('products', await mintProductToSend(brand.key)),
  },
  'programs/programs.tsx': { mint: async ({ program }) => copied('programs', program) },
  'retainers/retainers.tsx': {
    mint: async (pair) => copied('retainers', (await mintOffer({}, pair)).id, () => ({ status: 'rejected' })),
  },
  'samples/samples.tsx': {
    mint: async (pair) => {
      const { body } = await offer({ ...pair, product: await mintProductToSend(pair.brand.key) });
      return copied('samples', body.data.id, () => ({ status: 'rejected' }));
    },
  },
  'submissions/submissions.tsx': {
    mint: async (pair) =>
      copied('submissions', (await mintSubmission(pair)).id, () => ({ status: 'rejected' })),
  },
};

/** What pages through records and is not played here, by the reason. */
export const OTHER_PAGERS: Readonly<Record<string, string>> = {
  'components.tsx': 'a sample of the component, without records',
  'developers/audit.tsx': 'never empty, since what makes an account is in it',
  'lists/list-page.tsx': 'what the lists are made of',
  'money/earning.tsx':
    'the steps of one explanation, which has one at least; test/domains/money/earnings/earnings-explained.test.ts pages them',
  'notices/notices.tsx':
    'told to who is there when something happens; test/domains/messaging/notices/notices.test.ts pages them',
  'places/choose.tsx':
    'invitations, which are no table; test/domains/accounts/mails/mail-limits.test.ts pages them',
  'staff/actions.tsx': 'the actions of all staff in this database, which others make as well',
  'submissions/submission-pay.tsx':
    'conversions, which are counted in a shard; test/domains/money/earnings/submission-conversions.test.ts pages them',
};
