// What work brought, for the test of consent: a post with numbers and evidence, an ad with results, and a sale.
import { addCreditTarget } from '../../../src/domains/measurement/credit-targets/interface.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS, day } from '../../../src/kit/time.ts';
import { connect, dayOf, report } from '../ads/ad-days.ts';
import { addHere } from '../ads/live-campaigns.ts';
import * as clock from '../clock.ts';
import { browserEvent, consume } from '../pixel/pixel-events.ts';
import { call, systemCtx, testEnv } from '../world.ts';
import type { Account, Creator, Stage } from './consent-table.ts';

const yesterday = () => day(clock.now() - DAY_MS);

/** The queries of analytics: an account's, a creator's, and a partner's for its clients. */
export const analyticsPaths = () => {
  const days = `analytics?from=${yesterday()}&to=${yesterday()}`;
  const grouped = `${days}&group=campaign,ad,submission,creator,platform`;
  return {
    account: grouped,
    creator: `${days}&group=submission,platform`,
    partner: `${grouped}&scope=clients`,
  };
};

/** Gives work a post, an ad and a sale. All that they show is known to the stage. @returns the post's ID. */
export async function addResults(
  stage: Stage,
  account: Account,
  creator: Creator,
  submission: string,
): Promise<string> {
  const of = { account, creator };
  const post = newId('post', clock.now());
  const [note, url, finding, tag] = [
    stage.marker({ of: 'post', ...of }),
    stage.marker({ of: 'post', ...of }),
    stage.marker({ of: 'account', account }),
    stage.marker({ of: 'account', account }),
  ];
  const views = stage.number({ of: 'post', ...of });
  await testEnv.DB.prepare(
    `INSERT INTO posts (id, submission_id, account_id, program_id, creator_id, platform, url, accepted_at, tracked_until,
      state, shown, note, confidence, reason, evidence, eligible_views, judged_at, tags, version, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, 'tiktok', ?6, 1, 1, 'ready_for_review', 'ready_for_review', ?7, 'needs_review', 'Look', ?8, ?9, 1,
       ?10, 1, 1, 1)`,
  )
    .bind(
      ...[
        post,
        submission,
        account.id,
        account.programs[0]!,
        creator.id,
        `https://www.tiktok.com/@x/video/${url}`,
      ],
      ...[note, JSON.stringify([{ code: 'spike', text: finding, factor: null }]), views],
      JSON.stringify([{ name: tag, color: 'teal' }]),
    )
    .run();
  await addAd(stage, of, submission);
  return post;
}

async function addAd(
  stage: Stage,
  of: { account: Account; creator: Creator },
  submission: string,
): Promise<void> {
  const { account, creator } = of;
  const connection = await connect(account.id, `act_${account.id}`, { timezone: 'UTC' });
  const there = { campaign: `c${account.id}`, set: `s${account.id}`, ad: `a${account.id}` };
  const more = { submission, adAccount: `act_${account.id}`, timezone: 'UTC' };
  const ctx = systemCtx();
  const { campaign, ad } = addHere(ctx, account.id, connection, there, more);
  addCreditTarget(ctx, { accountId: account.id, kind: 'campaign', key: campaign, creatorId: null });
  await ctx.write.commit();
  for (const id of [campaign, ad]) stage.known(id, { of: 'ad', account });
  const [spend, sold] = [stage.number({ of: 'result', ...of }), stage.number({ of: 'result', ...of })];
  await report(connection, [dayOf(there.ad, yesterday(), spend)]);
  const made = await call('POST', '/v1/pixels', {
    key: account.key,
    body: { name: 'Shop', domains: ['https://shop.example.com'] },
  });
  const counts = { name: 'Sales', eventName: 'purchase' };
  await call('POST', '/v1/conversions', { key: account.key, body: counts });
  await testEnv.DB.prepare('UPDATE conversions SET created_at = 0 WHERE account_id = ?')
    .bind(account.id)
    .run();
  const { shard } = (await testEnv.DB.prepare('SELECT events_shard AS shard FROM accounts WHERE id = ?')
    .bind(account.id)
    .first<{ shard: number }>())!;
  const scene = {
    brand: account,
    pixel: made.body.data.id,
    shard,
    conversion: '',
    submission,
    creator: creator.id,
  };
  const at = Date.parse(`${yesterday()}T12:00:00Z`);
  const body = { campaign, serviceId: submission, value: sold, currency: 'usd', orderId: `o${account.id}` };
  await consume([browserEvent(scene, 'purchase', body, at)]);
}
