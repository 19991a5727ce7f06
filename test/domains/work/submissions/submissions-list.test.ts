import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../../src/db/merged-list.ts';
import {
  type SubmissionFilter,
  submissionListIds,
} from '../../../../src/domains/work/submissions/list-store.ts';
import { SUBMISSION_STATUSES } from '../../../../src/domains/work/submissions/submission.ts';
import { enroll, mintCreator, verbCtx } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { mintPair, mintSubmission, type Pair, patch } from '../../../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

let pair: Pair;
let second: Pair;
const ids: Record<string, string> = {};

const listed = async (caller: { key: string; as?: string }, query = '') => {
  const answer = await call('GET', `/v1/submissions${query}`, caller);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.map((row: { id: string }) => row.id);
};
const newest = (...names: string[]) =>
  names
    .map((name) => ids[name]!)
    .sort()
    .reverse();

beforeAll(async () => {
  pair = await mintPair();
  const other = await mintCreator(pair.creator.key, { visibility: 'network' });
  const program = await mintProgram(pair.brand.key, { status: 'live', visibility: 'network' });
  const creator = { key: pair.creator.key, as: other.id };
  const application = await enroll(pair.brand.key, creator, program.id);
  second = { ...pair, program: program.id, application, creator };
  for (const name of ['review', 'approved', 'rejected', 'revision', 'live'])
    ids[name] = (await mintSubmission(pair)).id;
  ids.other = (await mintSubmission(second)).id;
  await patch(pair.brand, ids.approved!, { status: 'approved' });
  await patch(pair.brand, ids.rejected!, { status: 'rejected' });
  await patch(pair.brand, ids.revision!, { status: 'revision', note: 'Again.' });
  await patch(pair.brand, ids.live!, { status: 'approved' });
  await patch(pair.brand, ids.live!, { status: 'live' });
});

describe('a list of submissions', () => {
  it('is what came in to the brand, or what the creator sent', async () => {
    expect(await listed(pair.brand)).toEqual(newest(...Object.keys(ids)));
    expect(await listed(pair.creator)).toEqual(newest('review', 'approved', 'rejected', 'revision', 'live'));
    expect(await listed(second.creator)).toEqual([ids.other]);
    expect(await listed({ key: pair.creator.key })).toEqual([]);
  });

  it('is filtered by status, program and creator, alone and together', async () => {
    expect(await listed(pair.brand, '?status=approved,live')).toEqual(newest('approved', 'live'));
    expect(await listed(pair.brand, '?status=review')).toEqual(newest('review', 'other'));
    expect(await listed(pair.brand, `?program=${second.program}`)).toEqual([ids.other]);
    expect(await listed(pair.brand, `?creator=${second.creator.as}`)).toEqual([ids.other]);
    expect(await listed(pair.brand, `?creator=${pair.creator.as}&program=${second.program}`)).toEqual([]);
    expect(await listed(pair.brand, `?program=${pair.program}&status=revision,revision`)).toEqual([
      ids.revision,
    ]);
    expect(await listed(pair.creator, `?creator=${pair.creator.as}&status=live`)).toEqual([ids.live]);
    expect(await listed(pair.creator, `?creator=${second.creator.as}`)).toEqual([]);
    expect(await listed(second.creator, `?program=${pair.program}`)).toEqual([]);
    for (const bad of ['status=posted', 'status=', 'program=x', 'creator=x', 'status=review,,live'])
      expect((await call('GET', `/v1/submissions?${bad}`, pair.brand)).status).toBe(400);
  });

  it('is filtered by application and platform', async () => {
    expect(await listed(pair.brand, `?application=${second.application}`)).toEqual([ids.other]);
    expect(await listed(pair.creator, `?application=${second.application}`)).toEqual([]);
    await patch(pair.creator, ids.review!, { platform: 'instagram' });
    await patch(second.creator, ids.other!, { platform: 'instagram' });
    expect(await listed(pair.brand, '?platform=instagram')).toEqual(newest('review', 'other'));
    expect(await listed(pair.brand, `?platform=instagram&program=${pair.program}`)).toEqual([ids.review]);
    expect(await listed(pair.brand, '?platform=instagram&status=live')).toEqual([]);
    expect(await listed(pair.creator, '?platform=instagram')).toEqual([ids.review]);
    expect((await call('GET', '/v1/submissions?platform=fax', pair.brand)).status).toBe(400);
  });

  it("is filtered by the brand's tags, as they and the status are now, and never for the creator", async () => {
    await patch(pair.brand, ids.review!, { tags: ['summer', 'best'] });
    await patch(pair.brand, ids.live!, { tags: ['summer'] });
    await patch(pair.brand, ids.other!, { tags: ['summer'] });
    expect(await listed(pair.brand, '?tag=summer')).toEqual(newest('review', 'live', 'other'));
    expect(await listed(pair.brand, '?tag=summer&status=review')).toEqual(newest('review', 'other'));
    expect(await listed(pair.brand, `?tag=summer&creator=${pair.creator.as}&status=live`)).toEqual([
      ids.live,
    ]);
    expect(await listed(pair.brand, '?tag=summer&platform=instagram')).toEqual(newest('review', 'other'));
    await patch(pair.brand, ids.other!, { tags: ['winter'], status: 'rejected' });
    expect(await listed(pair.brand, '?tag=summer')).toEqual(newest('review', 'live'));
    expect(await listed(pair.brand, '?tag=winter&status=rejected')).toEqual([ids.other]);
    await patch(pair.brand, ids.other!, { status: 'review' });
    expect(await listed(pair.brand, '?tag=winter&status=review')).toEqual([ids.other]);
    expect((await call('GET', '/v1/submissions?tag=summer', pair.creator)).status).toBe(400);
    expect(await listed({ key: pair.creator.key }, '?tag=summer')).toEqual([]);
  });

  it("is, for a partner, of all its clients' work at once, and of nobody else's", async () => {
    const partner = await mintAccount('partner');
    const clients: Pair[] = [];
    for (let i = 0; i < 2; i++) {
      const client = await mintPair();
      await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
        .bind(partner.id, client.brand.id)
        .run();
      clients.push(client);
    }
    const sent: string[] = [];
    for (const client of [...clients, clients[0]!]) sent.unshift((await mintSubmission(client)).id);
    const scoped = (query = '') => listed({ key: partner.key }, `?scope=clients${query}`);
    expect(await scoped()).toEqual(sent);
    expect(await scoped(`&program=${clients[1]!.program}`)).toEqual([sent[1]]);
    expect(await scoped(`&program=${pair.program}`)).toEqual([]);
    expect(await scoped('&status=approved')).toEqual([]);
    await patch(clients[1]!.brand, sent[1]!, { tags: ['x'] });
    expect(await scoped('&tag=x')).toEqual([sent[1]]);
    const page = await call('GET', '/v1/submissions?scope=clients&limit=2', { key: partner.key });
    expect(await scoped(`&limit=2&cursor=${page.body.nextCursor}`)).toEqual([sent[2]]);
    expect(await listed({ key: partner.key })).toEqual([]);
    for (const caller of [pair.brand, pair.creator])
      expect((await call('GET', '/v1/submissions?scope=clients', caller)).status).toBe(400);
    const applied = await call('GET', '/v1/applications?scope=clients', { key: partner.key });
    expect(applied.body.data.map((one: { id: string }) => one.id)).toEqual(
      clients.map((client) => client.application).reverse(),
    );
    const own = await call('GET', `/v1/applications/${clients[0]!.application}`, clients[0]!.brand);
    expect(applied.body.data[1]).toEqual(own.body.data);
  });

  it('shows each record as reading it alone does, but for what its approval pays', async () => {
    const answer = await call('GET', '/v1/submissions', pair.brand);
    for (const record of answer.body.data) {
      const one = (await call('GET', `/v1/submissions/${record.id}`, pair.brand)).body.data;
      expect({ ...one, videoUrl: null }).toEqual({
        ...record,
        videoUrl: null,
        approvalPay: null,
        earned: [],
        revisions: [],
        samePost: [],
      });
    }
  });

  it('walks an index of its own for each filter and sorts no more than a page', async () => {
    const brand = verbCtx({ ...pair.brand, keyId: 'key_1', readKey: '' }, { account: 'brand' });
    const creator = verbCtx(
      { id: pair.partner, keyId: 'key_1', key: '', readKey: '' },
      { creator: pair.creator.as },
    );
    const plan = async (ctx: typeof brand, filter: Partial<SubmissionFilter>) => {
      const query = built(
        submissionListIds(ctx, {
          program: undefined,
          creator: undefined,
          ...filter,
          statuses: SUBMISSION_STATUSES,
          limit: 25,
          range: { before: null, after: null },
        }),
      );
      const rows = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${query.sql}`)
        .bind(...query.params)
        .all<{ detail: string }>();
      return rows.results.map((row) => row.detail).filter((detail) => /SEARCH|SCAN submissions/.test(detail));
    };
    const cases = [
      [brand, {}, 'account'],
      [brand, { program: pair.program }, 'program'],
      [brand, { program: pair.program, creator: pair.creator.as }, 'creator'],
      [creator, {}, 'creator'],
      [creator, { program: pair.program }, 'creator'],
    ] as const;
    for (const [ctx, filter, by] of cases) {
      const details = await plan(ctx, filter);
      expect(details).toHaveLength(SUBMISSION_STATUSES.length);
      for (const detail of details)
        expect(detail).toContain(`submissions_${by}_status (${by}_id=? AND status=?)`);
    }
    const more = [
      [
        brand,
        { application: pair.application },
        'submissions_application_status (application_id=? AND status=?)',
      ],
      [
        brand,
        { platform: 'tiktok' },
        'submissions_account_platform (account_id=? AND platform=? AND status=?)',
      ],
      [
        brand,
        { platform: 'tiktok', program: pair.program },
        'submissions_program_platform (program_id=? AND platform=? AND status=?)',
      ],
      [creator, { platform: 'tiktok' }, 'submissions_creator_status (creator_id=? AND status=?)'],
      [
        brand,
        { tag: 'summer', program: pair.program, platform: 'tiktok' },
        'submission_tags_account (account_id=? AND tag=? AND status=?)',
      ],
    ] as const;
    for (const [ctx, filter, index] of more) {
      const details = await plan(ctx, filter);
      expect(details).toHaveLength(SUBMISSION_STATUSES.length);
      for (const detail of details) expect(detail).toContain(index);
    }
  });
});
