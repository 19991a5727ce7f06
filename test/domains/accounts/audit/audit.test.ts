import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { auditOperations } from '../../../../src/domains/accounts/audit/operations.ts';
import { KEEP_MONTHS } from '../../../../src/domains/accounts/audit/prune-audit-entries.ts';
import { teamOperations } from '../../../../src/domains/accounts/team/operations.ts';
import type { ApiRoute } from '../../../../src/http/define-route.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, monthsBefore } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { listedBy, perform, performed, personOf } from '../../../harness/people/person.ts';
import { routes } from '../../../harness/routes.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

const route = (operationId: string) =>
  routes.find((one): one is ApiRoute => one.kind === 'api' && one.operationId === operationId)!;
const HEADERS = { 'cf-connecting-ip': '203.0.113.9', 'user-agent': 'Mozilla/5.0 (X11) Firefox/140' };
const list = (actor: Actor, query: Record<string, string> = {}) =>
  listedBy(actor, auditOperations.listAuditEntries, { query });
const rename = (actor: Actor, body: Record<string, unknown>) =>
  perform(actor, route('updateAccount'), { body, headers: HEADERS });

describe('the log of an account', () => {
  it('says who did what to which record, from where: for what took effect and nothing else', async () => {
    const owner = await personOf(await mintAccount());
    await rename(owner, { name: 'Renamed' });
    await expect(rename(owner, { name: 'Stale', version: 1 })).rejects.toMatchObject({
      code: 'version_conflict',
    });
    await expect(rename(owner, { name: 7 })).rejects.toMatchObject({ code: 'validation_failed' });
    await perform(owner, route('getAccount'));
    const made = (await performed(owner, route('createPixel'), {
      body: { name: 'Shop', domains: ['https://shop.example.com'] },
    })) as { id: string };
    const entries = (await list(owner)).sort((a, b) => (a.operation < b.operation ? -1 : 1));
    expect(entries).toMatchObject([
      { operation: 'createPixel', subject: made.id, address: null, browser: null },
      {
        by: 'person',
        caller: { id: owner.callerId, name: 'Ada' },
        appOf: null,
        partner: null,
        creator: null,
        operation: 'updateAccount',
        address: HEADERS['cf-connecting-ip'],
        browser: HEADERS['user-agent'],
      },
    ]);
    const kept = await testEnv.DB.prepare('SELECT * FROM audit_entries WHERE account_id = ?')
      .bind(owner.home!.id)
      .all();
    expect(kept.results).toHaveLength(2);
    expect(JSON.stringify(kept.results)).not.toContain('Renamed');
  });

  it('has one entry where one of many at once took effect', async () => {
    const owner = await personOf(await mintAccount());
    const all = ['A', 'B', 'C', 'D'].map((name) => rename(owner, { name, version: 1 }));
    const done = (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    expect(await list(owner)).toHaveLength(1);
  });

  it('has what a member does, who may only read: leaving', async () => {
    const account = await mintAccount();
    const owner = await personOf(account);
    const member = await personOf(account, 'member');
    await perform(member, teamOperations.leaveAccount);
    expect(await list(owner)).toMatchObject([
      { caller: { id: member.callerId }, operation: 'leaveAccount', subject: member.callerId },
    ]);
  });

  it('of a client names the partner whose person acted for it', async () => {
    const partner = await mintAccount('partner', { name: 'Agency' });
    const client = await mintAccount('brand', { managedBy: partner.id });
    const agent = await personOf(partner, 'admin', client);
    await rename(agent, { name: 'By the agency' });
    expect(await list(await personOf(client))).toMatchObject([
      { caller: { id: agent.callerId }, partner: { id: partner.id, name: 'Agency' } },
    ]);
  });

  it("of a partner shows what its own people did at its clients, and nothing of the clients' people", async () => {
    const partner = await mintAccount('partner', { name: 'Agency' });
    const client = await mintAccount('brand', { managedBy: partner.id, name: 'Client' });
    const owner = await personOf(partner);
    const agent = await personOf(partner, 'admin', client);
    await rename(agent, { name: 'Client 2' });
    await rename(await personOf(client), { name: 'Client 3' });
    await rename(owner, { name: 'Agency 2' });
    const here = { account: { id: partner.id, name: 'Agency 2' }, partner: null };
    const there = { account: { id: client.id, name: 'Client 3' }, caller: { id: agent.callerId } };
    expect(await list(owner)).toMatchObject([here, there]);
    expect(await list(owner, { caller: agent.callerId })).toMatchObject([there]);
    const [newest] = await list(owner, { limit: '1' });
    expect(newest).toMatchObject(here);
    const filters = await performed(owner, auditOperations.getAuditFilters);
    expect(filters.callers.map(({ id }) => id).toSorted()).toEqual(
      [owner.callerId, agent.callerId].toSorted(),
    );
    expect(filters.operations).toEqual(['updateAccount']);
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = NULL WHERE id = ?').bind(client.id).run();
    expect(await list(owner)).toMatchObject([here, { ...there, account: { id: client.id, name: '' } }]);
    expect(await list(await personOf(await mintAccount('partner')))).toEqual([]);
  });

  it("is read by the account's own owners and admins", async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    await rename(await personOf(client), { name: 'X' });
    for (const actor of [await personOf(client, 'member'), await personOf(partner, 'owner', client)])
      await expect(list(actor)).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await list(await personOf(client, 'admin'))).toHaveLength(1);
    expect(await list(await personOf(await mintAccount()))).toEqual([]);
  });

  it('is paged, and filtered by who, what and when', async () => {
    const account = await mintAccount();
    const [ada, bob] = [await personOf(account), await personOf(account, 'admin')];
    for (const name of ['A', 'B', 'C']) await rename(ada, { name });
    await performed(bob, route('createPixel'), {
      body: { name: 'Shop', domains: ['https://shop.example.com'] },
    });
    const first = await perform(ada, auditOperations.listAuditEntries, { query: { limit: '3' } });
    if (!('list' in first)) throw new Error('no page');
    const cursor = first.list.nextCursor!;
    const second = await list(ada, { limit: '3', cursor });
    const ids = [...first.list.items, ...second].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(ids).toHaveLength(4);
    expect(await list(ada, { caller: bob.callerId })).toHaveLength(1);
    expect(await list(ada, { operation: 'updateAccount', caller: bob.callerId })).toEqual([]);
    expect(await list(ada, { operation: 'updateAccount' })).toHaveLength(3);
    expect(await list(ada, { createdAfter: new Date(clock.now() + DAY_MS).toISOString() })).toEqual([]);
    expect(await performed(ada, auditOperations.getAuditFilters)).toEqual({
      callers: [ada.callerId, bob.callerId].sort().map((id) => ({ id, name: 'Ada' })),
      operations: ['createPixel', 'updateAccount'],
    });
  });

  it('is kept for 13 months', async () => {
    const account = await mintAccount();
    const owner = await personOf(account);
    const end = monthsBefore(clock.now(), KEEP_MONTHS);
    const old = [end - DAY_MS, end + DAY_MS].map((at) => newId('auditEntry', at));
    for (const id of old)
      await testEnv.DB.prepare(
        "INSERT INTO audit_entries (id, account_id, caller_id, operation) VALUES (?1, ?2, 'user_1', 'x')",
      )
        .bind(id, account.id)
        .run();
    await runJobs(jobsNamed('prune the audit log'), clock.now(), testEnv);
    expect((await list(owner)).map(({ id }) => id)).toEqual([old[1]]);
  });
});
