// The migration that told partners who represent somebody from those who work with them, run on rows of before.
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { migrationNamed, migrationsBefore, run } from './support/migrations.ts';

describe('the migration of who is represented', () => {
  const represented = migrationNamed('represented');

  it('leaves it to those who agreed to it, and takes back what was handed on in their name', () => {
    const db = new DatabaseSync(':memory:');
    run(db, migrationsBefore(represented));
    const exec = (sql: string, ...values: (string | number | null)[]) => db.prepare(sql).run(...values);
    for (const [id, type] of [
      ['p1', 'partner'],
      ['p2', 'partner'],
      ['b', 'brand'],
    ])
      exec(
        `INSERT INTO accounts (id, type, name, slug, status, version, created_at, updated_at) VALUES (?, ?, 'A', ?1, 'active', 1, 1, 1)`,
        id!,
        type!,
      );
    const words = JSON.stringify({ name: ['zoe'], contact: ['zoe@mail.example'] });
    for (const [id, keeper, claimed] of [
      ['own', 'p1', null],
      ['left', 'p1', 1],
      ['stays', 'p1', 1],
      ['asked', null, 1],
      ['agreed', null, 1],
    ] as const)
      exec(
        `INSERT INTO creators (id, name, managed_by, claimed_at, search_words, version, created_at, updated_at) VALUES (?, 'Zoe', ?, ?, ?, 5, 1, 1)`,
        id,
        keeper,
        claimed,
        words,
      );
    const pair = (account: string, creator: string, call: string, [kind, source]: [string, string]) =>
      exec(
        `INSERT INTO creator_relationships (id, account_id, creator_id, consent, status, relationship, source, creator_yes, agreed_at,
          tags, version, consent_version, consent_at, created_at, updated_at) VALUES (?, ?, ?, 'agreed', 'live', ?, ?, ?, 1, '[]', 1, 1, 1, 1, 1)`,
        `rel_${account}${creator}`,
        account,
        creator,
        kind,
        source,
        JSON.stringify({ by: 'x', at: 1, call }),
      );
    const ASKED: [string, string] = ['represented', 'added'];
    pair('p1', 'own', 'createApplication', ASKED);
    pair('p1', 'left', 'createApplication', ASKED);
    pair('p1', 'stays', 'takeOver', ASKED);
    pair('p2', 'asked', 'updateRetainer', ASKED);
    pair('p2', 'agreed', 'updateRelationship', ASKED);
    for (const creator of ['asked', 'agreed']) {
      pair('b', creator, 'updateCreator', ['direct', 'brand_link']);
      exec(
        'INSERT INTO creator_brands (creator_id, partner_id, brand_id) VALUES (?, ?, ?)',
        creator,
        'p2',
        'b',
      );
      for (const word of ['zoe', 'zoe@mail.example'])
        exec('INSERT INTO creator_words (account_id, word, creator_id) VALUES (?, ?, ?)', 'b', word, creator);
    }
    const all = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row).join(' '));
    for (const time of [1, 2]) {
      run(db, [represented]);
      expect([
        time,
        all('SELECT account_id, creator_id, relationship, status FROM creator_relationships ORDER BY 1, 2'),
      ]).toEqual([
        time,
        [
          'b agreed direct live',
          'b asked direct invited',
          'p1 left direct live',
          'p1 own represented live',
          'p1 stays represented live',
          'p2 agreed represented live',
          'p2 asked direct live',
        ],
      ]);
      expect(all('SELECT creator_id, word FROM creator_words ORDER BY 1, 2')).toEqual([
        'agreed zoe',
        'agreed zoe@mail.example',
      ]);
    }
  });
});
