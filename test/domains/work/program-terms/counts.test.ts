// What other domains count in a program: within its limits however many come at once, and no edit of it.
import { describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../../../src/context.ts';
import {
  countNewApplication,
  findProgram,
  keepWithinBudget,
  moveAgreementsEpoch,
  moveCounts,
  takeCreatorPlace,
} from '../../../../src/domains/work/program-terms/interface.ts';
import { commit } from '../../../harness/people/people.ts';
import { refusal } from '../../../harness/people/strangers.ts';
import { mintProgram, patchProgram } from '../../../harness/work/programs.ts';
import { call, mintAccount, systemCtx } from '../../../harness/world.ts';

async function mint(body: Record<string, unknown> = {}) {
  const brand = await mintAccount();
  const { id } = await mintProgram(brand.key, { status: 'live', ...body });
  const read = async () => (await call('GET', `/v1/programs/${id}`, { key: brand.key })).body.data;
  return { brand, id, read, row: (await findProgram(systemCtx(), id))! };
}

const succeeded = async (times: number, verb: (ctx: SystemCtx) => void) => {
  const ended = await Promise.all(Array.from({ length: times }, () => refusal(commit(verb))));
  return { count: ended.filter((one) => one === null).length, refused: ended.find((one) => one !== null) };
};

describe("a program's counts", () => {
  it('move together and leave its version as it is', async () => {
    const { id, read } = await mint();
    const before = await read();
    await commit((ctx) => moveCounts(ctx, id, { creators: 1, submissions: 3, spend: 250 }));
    await commit((ctx) => moveCounts(ctx, id, { submissions: -1 }));
    expect(await read()).toEqual({
      ...before,
      stats: { creators: 1, applications: 0, submissions: 2, spend: 250 },
    });
  });

  it('give each place once, of many who take one at once', async () => {
    const { id, read } = await mint({ limits: { creators: 3 } });
    const taken = await succeeded(7, (ctx) => takeCreatorPlace(ctx, id));
    expect(taken).toMatchObject({ count: 3, refused: { details: { reason: 'program_full' } } });
    expect((await read()).stats.creators).toBe(3);
    const open = await mint();
    expect((await succeeded(7, (ctx) => takeCreatorPlace(ctx, open.id))).count).toBe(7);
  });

  it('reach the budget to the cent and never go beyond it', async () => {
    const { id, read } = await mint({ limits: { budget: 1_000 } });
    const spend = (cents: number) => (ctx: SystemCtx) => {
      moveCounts(ctx, id, { spend: cents });
      keepWithinBudget(ctx, id);
    };
    expect(await succeeded(6, spend(250))).toMatchObject({ count: 4, refused: { code: 'conflict' } });
    expect((await succeeded(1, spend(1))).count).toBe(0);
    expect((await read()).stats.spend).toBe(1_000);
  });

  it('take no application of somebody who read a program that was open or asked for less', async () => {
    const { brand, row, read } = await mint();
    const apply = (ctx: SystemCtx) => countNewApplication(ctx, row);
    expect((await succeeded(1, apply)).count).toBe(1);
    await commit((ctx) => moveAgreementsEpoch(ctx, brand.id, null));
    expect(await succeeded(1, apply)).toMatchObject({ count: 0, refused: { code: 'conflict' } });
    const closed = await mint();
    await patchProgram(closed.brand.key, closed.id, { status: 'paused' });
    expect((await succeeded(1, (ctx) => countNewApplication(ctx, closed.row))).count).toBe(0);
    expect((await read()).stats.applications).toBe(1);
  });
});
