import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../../src/db/merged-list.ts';
import { submissionListIds } from '../../../../src/domains/work/submissions/store.ts';
import { SUBMISSION_STATUSES } from '../../../../src/domains/work/submissions/submission.ts';
import { enroll, mintCreator, verbCtx } from '../../../harness/creators.ts';
import { mintProgram } from '../../../harness/programs.ts';
import { mintSubmission, mintWork, patch, type Work } from '../../../harness/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

let work: Work;
let second: Work;
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
  work = await mintWork();
  const other = await mintCreator(work.creator.key, { visibility: 'network' });
  const program = await mintProgram(work.brand.key, { status: 'live', visibility: 'network' });
  const creator = { key: work.creator.key, as: other.id };
  const application = await enroll(work.brand.key, creator, program.id);
  second = { ...work, program: program.id, application, creator };
  for (const name of ['review', 'approved', 'rejected', 'revision', 'live'])
    ids[name] = (await mintSubmission(work)).id;
  ids.other = (await mintSubmission(second)).id;
  await patch(work.brand, ids.approved!, { status: 'approved' });
  await patch(work.brand, ids.rejected!, { status: 'rejected' });
  await patch(work.brand, ids.revision!, { status: 'revision', note: 'Again.' });
  await patch(work.brand, ids.live!, { status: 'approved' });
  await patch(work.brand, ids.live!, { status: 'live' });
});

describe('a list of submissions', () => {
  it('is what came in to the brand, or what the creator sent', async () => {
    expect(await listed(work.brand)).toEqual(newest(...Object.keys(ids)));
    expect(await listed(work.creator)).toEqual(newest('review', 'approved', 'rejected', 'revision', 'live'));
    expect(await listed(second.creator)).toEqual([ids.other]);
    expect(await listed({ key: work.creator.key })).toEqual([]);
  });

  it('is filtered by status, program and creator, alone and together', async () => {
    expect(await listed(work.brand, '?status=approved,live')).toEqual(newest('approved', 'live'));
    expect(await listed(work.brand, '?status=review')).toEqual(newest('review', 'other'));
    expect(await listed(work.brand, `?program=${second.program}`)).toEqual([ids.other]);
    expect(await listed(work.brand, `?creator=${second.creator.as}`)).toEqual([ids.other]);
    expect(await listed(work.brand, `?creator=${work.creator.as}&program=${second.program}`)).toEqual([]);
    expect(await listed(work.brand, `?program=${work.program}&status=revision,revision`)).toEqual([
      ids.revision,
    ]);
    expect(await listed(work.creator, `?creator=${work.creator.as}&status=live`)).toEqual([ids.live]);
    expect(await listed(work.creator, `?creator=${second.creator.as}`)).toEqual([]);
    expect(await listed(second.creator, `?program=${work.program}`)).toEqual([]);
    for (const bad of ['status=posted', 'status=', 'program=x', 'creator=x', 'status=review,,live'])
      expect((await call('GET', `/v1/submissions?${bad}`, work.brand)).status).toBe(400);
  });

  it('shows each record as reading it alone does', async () => {
    const answer = await call('GET', '/v1/submissions', work.brand);
    for (const record of answer.body.data) {
      const one = (await call('GET', `/v1/submissions/${record.id}`, work.brand)).body.data;
      expect({ ...one, videoUrl: null }).toEqual({ ...record, videoUrl: null });
    }
  });

  it('walks an index of its own for each filter and sorts no more than a page', async () => {
    const brand = verbCtx({ ...work.brand, keyId: 'key_1', readKey: '' }, { account: 'brand' });
    const creator = verbCtx(
      { id: work.partner, keyId: 'key_1', key: '', readKey: '' },
      { creator: work.creator.as },
    );
    const plan = async (ctx: typeof brand, filter: { program?: string; creator?: string }) => {
      const query = built(
        submissionListIds(ctx, {
          program: filter.program,
          creator: filter.creator,
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
      [brand, { program: work.program }, 'program'],
      [brand, { program: work.program, creator: work.creator.as }, 'creator'],
      [creator, {}, 'creator'],
      [creator, { program: work.program }, 'creator'],
    ] as const;
    for (const [ctx, filter, by] of cases) {
      const details = await plan(ctx, filter);
      expect(details).toHaveLength(SUBMISSION_STATUSES.length);
      for (const detail of details)
        expect(detail).toContain(`submissions_${by}_status (${by}_id=? AND status=?)`);
    }
  });
});
