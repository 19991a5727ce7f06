// The migration that notes which limit left nothing of what was earned, run on rows of before: only what they tell.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { ROOT, read } from './support/sources.ts';

const FOLDER = 'migrations/main';
const files = readdirSync(join(ROOT, FOLDER))
  .filter((name) => name.endsWith('.sql'))
  .sort();
const own = files.findIndex((name) => name.endsWith('_cut_pay.sql'));

it('says cap or budget where the rows tell, and adds up what nobody knows apart', () => {
  const db = new DatabaseSync(':memory:');
  const run = (names: string[]) => {
    for (const name of names)
      for (const statement of read(`${FOLDER}/${name}`).split('--> statement-breakpoint')) db.exec(statement);
  };
  run(files.slice(0, own));
  // Only what the migration reads: what else a record has is of no meaning here.
  db.exec('PRAGMA ignore_check_constraints = ON');
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const needed = db
      .prepare('SELECT name, type FROM pragma_table_info(?) WHERE "notnull" AND dflt_value IS NULL')
      .all(table);
    const all = {
      ...Object.fromEntries(
        needed.map(({ name, type }) => [
          String(name),
          type === 'integer' ? 0 : `${db.prepare('SELECT hex(randomblob(8)) AS x').get()!.x}`,
        ]),
      ),
      ...row,
    };
    const columns = Object.keys(all);
    db.prepare(
      `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ).run(...(Object.values(all) as string[]));
  };
  const program = (id: string, version: number, budget: number | null, cap: number | null) => {
    insert('programs', { id, version, limit_budget: budget });
    insert('program_pays', { program_id: id, version: 1, pay: JSON.stringify({ cap }) });
  };
  program('never_changed', 1, null, 700);
  program('uncapped', 3, 500, null);
  program('either', 3, 500, 700);
  insert('campaign_pays', { campaign_id: 'camp_uncapped', cap: null });
  insert('campaign_pays', { campaign_id: 'camp_capped', cap: 9 });
  const work = (id: string, programId: string, override: object | null = null) =>
    insert('submissions', {
      ...{ id, program_id: programId, pay_version: 1 },
      pay_override: override && JSON.stringify(override),
    });
  const cut = (submission: string, amount: number, campaign = '', by: string | null = null) => {
    insert('accruals', {
      ...{
        submission_id: submission,
        source: 'organic',
        campaign_id: campaign,
        amount,
        state: 'cut',
        cut_by: by,
      },
    });
    db.prepare(
      'INSERT OR IGNORE INTO running_pay (submission_id, source, campaign_id, rules, unpaid, rev) VALUES (?, ?, ?, ?, 0, 0)',
    ).run(submission, 'organic', campaign, '{}');
  };
  for (const [id, of, override] of [
    ['by_cap', 'never_changed', null],
    ['by_budget', 'uncapped', null],
    ['own_without_cap', 'either', { cap: null }],
    ['own_rules', 'either', { rules: [] }],
    ['unknown', 'either', null],
  ] as const) {
    work(id, of, override);
    cut(id, 10);
    cut(id, 20);
  }
  cut('unknown', 5, '', 'budget');
  cut('unknown', 7, 'camp_uncapped');
  cut('unknown', 8, 'camp_capped');
  insert('running_pay', { submission_id: 'paid', source: 'organic', rules: '{}', unpaid: 3 });

  run([files[own]!]);
  const rows = db
    .prepare(
      'SELECT submission_id || campaign_id AS of, cut_by_cap AS cap, cut_by_budget AS budget, cut_by_either AS either FROM running_pay',
    )
    .all();
  expect(Object.fromEntries(rows.map(({ of, cap, budget, either }) => [of, [cap, budget, either]]))).toEqual({
    by_cap: [30, 0, 0],
    by_budget: [0, 30, 0],
    own_without_cap: [0, 30, 0],
    own_rules: [0, 0, 30],
    unknown: [0, 5, 30],
    unknowncamp_uncapped: [0, 7, 0],
    unknowncamp_capped: [0, 0, 8],
    paid: [0, 0, 0],
  });
});
