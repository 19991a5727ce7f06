// The migration that gave relationships a consent, run on rows of before: only what a record of then proves is agreed.
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { migrationNamed, migrationsBefore, run } from './support/migrations.ts';

const consent = migrationNamed('consent');

const T = 1_700_000_000_000;

/** Rows of before: one creator of a partner, one of a brand, and what other accounts had with the partner's. */
function rowsOfBefore(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  run(db, migrationsBefore(consent));
  const insert = (table: string, rows: Record<string, unknown>[]) => {
    for (const row of rows) {
      const columns = Object.keys(row);
      db.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ).run(...(Object.values(row) as string[]));
    }
  };
  const times = { version: 2, created_at: T, updated_at: T + 5 };
  const account = (id: string, type = 'brand') => ({
    id,
    type,
    name: id,
    slug: id,
    status: 'active',
    ...times,
  });
  const brands = [
    ...[
      'linked',
      'foreign_link',
      'applied',
      'applying',
      'rejected',
      'withdrawn',
      'forged',
      'reopened',
      'signed',
    ],
    ...[
      'retained',
      'offering',
      'sent',
      'asked',
      'removed',
      'removed_after',
      'paused',
      'invited_applied',
      'keeper',
    ],
  ];
  insert('accounts', [
    account('partner', 'partner'),
    account('rival', 'partner'),
    ...brands.map((id) => account(id)),
  ]);
  const words = JSON.stringify({ name: ['zoe'], contact: ['zoe@mail.example'] });
  const creator = (id: string, more: object) => ({
    id,
    name: 'Zoe',
    search_words: words,
    ...times,
    version: 7,
    ...more,
  });
  insert('creators', [
    creator('c', { managed_by: 'partner', email: 'zoe@mail.example', visibility: 'private' }),
    creator('own', { managed_by: 'keeper', email: 'own@mail.example', visibility: 'network' }),
  ]);
  const pair = (account_id: string, status: string, more: object = {}) => ({
    ...{ account_id, creator_id: 'c', status, relationship: 'represented', source: 'added', ...times },
    ...more,
  });
  insert('creator_relationships', [
    pair('partner', 'live'),
    pair('keeper', 'live', { creator_id: 'own' }),
    pair('rival', 'invited', { creator_id: 'own', source: 'application' }),
    pair('linked', 'live', { source: 'brand_link' }),
    pair('foreign_link', 'live', { source: 'brand_link' }),
    ...['applied', 'forged', 'reopened', 'signed', 'retained', 'offering', 'sent'].map((id) =>
      pair(id, 'live'),
    ),
    ...['applying', 'rejected', 'withdrawn'].map((id) => pair(id, 'review', { source: 'application' })),
    pair('asked', 'invited'),
    pair('invited_applied', 'invited'),
    pair('removed', 'removed'),
    pair('removed_after', 'removed'),
    pair('paused', 'paused'),
  ]);
  insert('creator_brands', [
    { creator_id: 'c', partner_id: 'partner', brand_id: 'linked' },
    { creator_id: 'c', partner_id: 'rival', brand_id: 'foreign_link' },
  ]);
  const application = (account_id: string, status: string, invited_at: number | null, removed = 0) => ({
    ...{ id: `appl_${account_id}`, account_id, program_id: `p_${account_id}`, creator_id: 'c', status },
    ...{ invited_at, removed, ...times },
  });
  insert('applications', [
    application('applied', 'approved', null),
    application('paused', 'approved', null),
    application('applying', 'pending', null),
    application('rejected', 'rejected', null),
    application('withdrawn', 'withdrawn', null),
    application('forged', 'approved', T),
    application('reopened', 'pending', T),
    application('invited_applied', 'pending', null),
    application('removed_after', 'rejected', null, 1),
  ]);
  insert('agreement_acceptances', [
    {
      ...{
        id: 'agac_1',
        account_id: 'signed',
        agreement_id: 'a',
        number: 1,
        creator_id: 'c',
        context: 'retainer',
      },
      ...{ title: 'T', key_id: 'k', actor_id: 'partner', accepted_at: T },
    },
  ]);
  const retainer = (account_id: string, status: string) => ({
    ...{
      id: `ret_${account_id}`,
      account_id,
      creator_id: 'c',
      status,
      pay: '{}',
      currency: 'usd',
      starts_at: T,
    },
    ...times,
  });
  insert('retainers', [retainer('retained', 'active'), retainer('offering', 'offered')]);
  insert('submissions', [
    { id: 'sub_1', account_id: 'sent', program_id: 'p', creator_id: 'c', status: 'approved', ...times },
  ]);
  insert('creator_hidden', [
    { creator_id: 'c', account_id: 'applied', set_by: 'partner' },
    { creator_id: 'c', account_id: 'applied', set_by: 'c' },
    { creator_id: 'c', account_id: 'signed', set_by: 'asked' },
  ]);
  insert('creator_words', [
    ...['partner', 'applied', 'asked', 'forged'].flatMap((account_id) =>
      ['zoe', 'zoe@mail.example'].map((word) => ({ account_id, word, creator_id: 'c' })),
    ),
    ...['zoe', 'own@mail.example'].map((word) => ({ account_id: 'rival', word, creator_id: 'own' })),
  ]);
  insert('creator_programs', [
    { account_id: 'forged', program_id: 'p_forged', status: 'live', creator_id: 'c' },
  ]);
  return db;
}

describe('the migration to consents', () => {
  it('agrees what was proved, and makes an invitation of everything else', () => {
    const db = rowsOfBefore();
    const ids = () => db.prepare('SELECT id, email, managed_by, version FROM creators ORDER BY id').all();
    const kept = ids();
    run(db, [consent]);
    expect(ids()).toEqual(kept);
    const rows = db.prepare('SELECT * FROM creator_relationships').all() as Record<string, string | number>[];
    const shown = Object.fromEntries(rows.map((row) => [row.account_id, `${row.consent} ${row.status}`]));
    expect(shown).toEqual({
      ...{ partner: 'agreed live', keeper: 'agreed live', linked: 'agreed live', applied: 'agreed live' },
      ...{ signed: 'agreed live', retained: 'agreed live', sent: 'agreed live', paused: 'agreed paused' },
      invited_applied: 'agreed live',
      ...{ applying: 'requested review', rejected: 'requested review', withdrawn: 'ended removed' },
      ...{ removed: 'ended removed', removed_after: 'ended removed' },
      ...{ forged: 'invited invited', reopened: 'invited invited', asked: 'invited invited' },
      ...{ offering: 'invited invited', foreign_link: 'invited invited', rival: 'invited invited' },
    });
    for (const row of rows) {
      expect(row.id).toMatch(/^rel_01hf7yat00[0-9a-z]{16}$/);
      expect([row.account_id, row.account_yes !== null]).toEqual([
        row.account_id,
        row.consent === 'agreed' || row.consent === 'invited',
      ]);
      expect(row.creator_yes !== null).toBe(row.consent === 'agreed' || row.consent === 'requested');
      // Who falls back on the relationship's own version is never given one that it has seen.
      expect(row.version).toBe(row.consent === 'agreed' ? 2 : 9);
    }
    const agreedOnce = rows.filter((row) => row.agreed_at !== null && row.consent !== 'agreed');
    expect(agreedOnce.map((row) => row.account_id)).toEqual(['removed_after']);
    const kinds = Object.fromEntries(rows.map((row) => [row.account_id, row.relationship]));
    expect(kinds).toMatchObject({
      partner: 'represented',
      rival: 'direct',
      applied: 'represented',
      asked: 'direct',
    });
    const application = db
      .prepare("SELECT status, invited FROM applications WHERE id = 'appl_reopened'")
      .get();
    expect({ ...application }).toEqual({ status: 'pending', invited: 1 });
  });

  it('lets nothing be found or hidden that its side did not decide', () => {
    const db = rowsOfBefore();
    run(db, [consent]);
    const all = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row).join(' '));
    expect(all('SELECT * FROM creator_hidden')).toEqual(['c applied c']);
    // Who asked is found by its name, as its record shows it; who was only asked by nothing.
    expect(all('SELECT account_id, word FROM creator_words ORDER BY 1, 2')).toEqual([
      ...[
        'applied zoe',
        'applied zoe@mail.example',
        'applying zoe',
        'partner zoe',
        'partner zoe@mail.example',
      ],
      ...['rejected zoe', 'removed_after zoe', 'rival zoe'],
    ]);
    expect(all('SELECT status FROM creator_programs')).toEqual(['invited']);
    db.exec(
      "INSERT INTO creators (id, name, managed_by, email, version, created_at, updated_at) VALUES ('d', 'D', 'rival', 'zoe@mail.example', 1, 1, 1)",
    );
    expect(() =>
      db.exec(
        "INSERT INTO creators (id, name, managed_by, email, version, created_at, updated_at) VALUES ('e', 'E', 'rival', 'zoe@mail.example', 1, 1, 1)",
      ),
    ).toThrow('UNIQUE');
  });

  it('leaves what is owed and what was done as it was', () => {
    const db = rowsOfBefore();
    for (const table of ['payments', 'payouts', 'withdrawals']) fill(db, table, 'forged');
    const DECIDED = [
      'creator_relationships',
      'creator_hidden',
      'creator_words',
      'creator_programs',
      'applications',
      'creators',
    ];
    const tables = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name));
    const others = tables.filter((name) => !DECIDED.includes(name));
    const dump = () =>
      Object.fromEntries(others.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]));
    const before = dump();
    expect(before.payments).toHaveLength(1);
    run(db, [consent]);
    expect(dump()).toEqual(before);
  });
});

/** A row with something in every column that asks for it, of an account and the creator `c`. */
function fill(db: DatabaseSync, table: string, account: string): void {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all() as {
    name: string;
    type: string;
    notnull: number;
    dflt_value: unknown;
  }[];
  const needed = columns.filter(({ notnull, dflt_value }) => notnull && dflt_value === null);
  const value = ({ name, type }: { name: string; type: string }) =>
    name === 'account_id' ? account : name === 'creator_id' ? 'c' : type.toLowerCase() === 'text' ? name : 1;
  db.prepare(
    `INSERT INTO ${table} (${needed.map(({ name }) => name).join(', ')}) VALUES (${needed.map(() => '?').join(', ')})`,
  ).run(...needed.map(value));
}
