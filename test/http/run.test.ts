// Operations without HTTP: the registry's routes by name, and operations that only people have.
import { describe, expect, it } from 'vitest';
import { appOperations } from '../../src/domains/accounts/apps/operations.ts';
import { type Run, runAs, runAsStaff } from '../../src/run.ts';
import * as clock from '../harness/clock.ts';
import { personOf } from '../harness/people/person.ts';
import { mintAccount, ORIGIN, systemCtx } from '../harness/world.ts';

async function runner(role: 'owner' | 'member' = 'owner'): Promise<Run> {
  const actor = await personOf(await mintAccount(), role);
  const request = new Request(ORIGIN);
  const ctx = () => ({ ...systemCtx(clock.now()), actor, requestId: 'req_1' });
  return runAs({ ctx, request, once: null, waitUntil: () => {} });
}

describe('run', () => {
  it('makes, reads and lists a record by the names of the routes', async () => {
    const run = await runner();
    const { id } = await run('POST /v1/programs', { body: { name: 'Spring' } });
    expect(await run('GET /v1/programs/:id', { params: { id } })).toMatchObject({ id, name: 'Spring' });
    const page = await run('GET /v1/programs', { query: { limit: '1', cursor: undefined } });
    expect([page.items.map((one) => one.id), page.nextCursor]).toEqual([[id], null]);
  });

  it('checks what a person typed as the API does, and who may do it', async () => {
    const run = await runner();
    await expect(run('POST /v1/programs', { body: { name: 7 } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(run('GET /v1/programs', { query: { limit: 'all' } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const member = await runner('member');
    await expect(member('GET /v1/balance')).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('runs what only people have', async () => {
    const run = await runner();
    expect(await run(appOperations.listApps)).toEqual([]);
    expect(await run(appOperations.listGrants)).toEqual({ items: [], nextCursor: null });
  });

  it('leaves internal routes to the staff, and all others to accounts', async () => {
    const run = await runner();
    // @ts-expect-error: no account runs an internal route.
    await expect(run('GET /internal/v1/review-queue')).rejects.toThrow('is no operation of an account');
    const ctx = () => ({ ...systemCtx(clock.now()), staff: 'ada', requestId: 'req_1' });
    const asStaff = runAsStaff({ ctx, request: new Request(ORIGIN), once: null, waitUntil: () => {} });
    expect(await asStaff('GET /internal/v1/actions')).toMatchObject({ nextCursor: null });
    // @ts-expect-error: the staff acts for no account.
    await expect(asStaff('GET /v1/balance')).rejects.toThrow('is not for the staff');
  });

  it('is held by the compiler to the names of routes, placeholders and fields', async () => {
    const run = await runner();
    // @ts-expect-error: there is no such route.
    await expect(run('GET /v1/nothing')).rejects.toThrow('is no route of the API');
    // @ts-expect-error: it names a record.
    await expect(run('GET /v1/programs/:id')).rejects.toMatchObject({ code: 'validation_failed' });
    // @ts-expect-error: a program has no title.
    await expect(run('POST /v1/programs', { body: { title: 'Spring' } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    // @ts-expect-error: nor is it listed by one.
    await expect(run('GET /v1/programs', { query: { title: 'Spring' } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    // @ts-expect-error: an app is revoked by its ID.
    await expect(run(appOperations.revokeApp, { params: { app: 'x' } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});
