// How the staff finds accounts, creators and people.
import { beforeAll, describe, expect, it } from 'vitest';
import { directoryQueries } from '../../../../src/domains/operations/staff/directory-store.ts';
import { newId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import { mintPerson } from '../../../harness/people/people.ts';
import { mintStaff, type Staff } from '../../../harness/people/staff.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let staff: Staff;
let brand: { id: string; key: string };
let partner: { id: string };
let creator: string;
let owner: { id: string; email: string };

beforeAll(async () => {
  staff = mintStaff();
  partner = await mintAccount('partner', { name: 'Quillon Harbor Agency' });
  brand = await mintAccount('brand', { name: 'Ostrava Zinnwald' });
  await testEnv.DB.prepare(
    "UPDATE accounts SET email = 'Office@zinnwald.example', phone = '+4930' WHERE id = ?",
  )
    .bind(brand.id)
    .run();
  const made = await call('POST', '/v1/creators', {
    key: brand.key,
    body: { email: 'mimi@vantongeren.example', name: 'Mimi van Tongeren' },
  });
  creator = made.body.data.id;
  await testEnv.DB.prepare("UPDATE creators SET handle = 'mimi.makes' WHERE id = ?").bind(creator).run();
  owner = await mintPerson({ [brand.id]: 'owner', [partner.id]: 'admin' });
  await testEnv.DB.prepare("UPDATE people SET name = 'Élodie Quincy' WHERE id = ?").bind(owner.id).run();
});

const found = async (q: string) => (await staff.get(`/directory?q=${encodeURIComponent(q)}`)).body.data;
const ids = async (q: string) => (await found(q)).entries.map(({ id }: { id: string }) => id);

describe('the directory', () => {
  it('finds by the beginning of a name, of its last word, of an address or a handle, and by ID', async () => {
    for (const q of [
      'ostrava z',
      'OSTRAVA',
      'zinn',
      'Zinnwald',
      'office@zinnwald.example',
      'OFFICE@z',
      brand.id,
    ])
      expect(await ids(q), q).toEqual([brand.id]);
    for (const q of ['mimi van', 'tongeren', 'Mimi@Vantongeren.example', '@mimi.makes', 'mimi.m', creator])
      expect(await ids(q), q).toEqual([creator]);
    for (const q of ['Élodie', 'élodie q', 'quincy', owner.email, owner.id])
      expect(await ids(q), q).toEqual([owner.id]);
    expect((await ids('qui')).toSorted()).toEqual([partner.id, owner.id].toSorted());
    for (const q of ['van', 'innwald', '%', '_', 'nobody at all', newId('account', clock.now())])
      expect(await found(q), q).toEqual({ entries: [], more: false });
    expect((await staff.get('/directory?q=%20')).status).toBe(400);
    expect((await staff.get('/directory')).status).toBe(400);
  });

  it('says how each is reached, and who belongs to it', async () => {
    await mintPerson({ [brand.id]: 'admin' });
    const { entries } = await found('zinnwald');
    expect(entries).toEqual([
      {
        type: 'brand',
        id: brand.id,
        name: 'Ostrava Zinnwald',
        handle: null,
        ended: false,
        address: 'Office@zinnwald.example',
        phone: '+4930',
        related: [{ id: owner.id, name: 'Élodie Quincy', address: owner.email, as: 'owner' }],
      },
    ]);
    await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
      .bind(creator, owner.id)
      .run();
    expect((await found('tongeren')).entries).toEqual([
      {
        type: 'creator',
        id: creator,
        name: 'Mimi van Tongeren',
        handle: 'mimi.makes',
        ended: false,
        address: 'mimi@vantongeren.example',
        phone: null,
        related: [{ id: owner.id, name: 'Élodie Quincy', address: owner.email, as: 'creator' }],
      },
    ]);
    const [person] = (await found('quincy')).entries;
    expect(person).toMatchObject({ type: 'person', address: owner.email, phone: null, handle: null });
    expect(person.related).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: brand.id, as: 'owner' }),
        expect.objectContaining({ id: partner.id, as: 'admin', name: 'Quillon Harbor Agency' }),
        expect.objectContaining({ id: creator, as: 'creator', name: 'Mimi van Tongeren' }),
      ]),
    );
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(brand.id).run();
    expect((await found('zinnwald')).entries[0]).toMatchObject({ ended: true });
  });

  it('shows twenty of each kind by name, and says when there are more', async () => {
    for (let n = 20; n > 0; n--) await mintAccount('brand', { name: `Wexley ${String(n).padStart(2, '0')}` });
    const exactly = await found('wexley');
    expect([exactly.entries.length, exactly.more]).toEqual([20, false]);
    expect(exactly.entries[0].name).toBe('Wexley 01');
    await mintAccount('brand', { name: 'Wexley 21' });
    const most = await found('wexley');
    expect([most.entries.length, most.more]).toEqual([20, true]);
  });

  it('looks into indexes alone, however many accounts, creators and people there are', async () => {
    for (const text of ['quincy', 'élodie', brand.id])
      for (const query of directoryQueries(systemCtx(), text, 21)) {
        const { sql, params } = query.toSQL();
        const { results } = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...params)
          .all<{ detail: string }>();
        const scans = results.filter(({ detail }) =>
          /^SCAN (?:accounts|creators|people|m|c|p|a)\b/.test(detail),
        );
        expect(scans, `${text}: ${sql}`).toEqual([]);
        if (text !== brand.id)
          expect(results.map(({ detail }) => detail).join()).toMatch(
            /USING (?:COVERING )?INDEX \w+_last_word/,
          );
      }
  });

  it('is open to the staff alone', async () => {
    for (const key of [undefined, brand.key])
      expect((await call('GET', '/internal/v1/directory?q=a', key ? { key } : {})).status).toBe(403);
  });
});
