// Areas and domains import downwards only, and so does their SQL.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LADDER, mayUse, placeOf, tables, usesOf } from './support/ladder.ts';
import { ROOT, read, sources } from './support/sources.ts';

const OWNERS = tables();
const DOMAINS = sources('src/domains');
/** The pages are above all domains, so they may name the verbs that they run. */
const GROUND = sources('src').filter((path) => !/^src\/(domains|console)\//.test(path));
/** The files that connect domains: the registries and the entry points. */
const WIRING = /^src\/(reactions|routes|jobs|index|media|pixel-worker|cron|app)\.ts$/;

const folders = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

const upwards = (path: string, text: string) =>
  usesOf(path, text, OWNERS)
    .filter((used) => !mayUse(path, used))
    .map((used) => `${path} -> ${used}`);

describe('the ladder', () => {
  it('names every area and every domain that there is, and no other', () => {
    expect(folders('src/domains').sort()).toEqual(Object.keys(LADDER).sort());
    for (const [area, domains] of Object.entries(LADDER))
      expect([area, ...folders(`src/domains/${area}`).sort()]).toEqual([area, ...[...domains].sort()]);
  });

  it('is kept: whatever a domain uses, modules or tables, stands below it', () => {
    expect(DOMAINS.flatMap((path) => upwards(path, read(path)))).toEqual([]);
  });

  it('is kept by the ground: it names no domain but in a list that only shrinks', () => {
    const named = GROUND.filter((path) => !WIRING.test(path)).flatMap((path) =>
      usesOf(path, read(path), OWNERS)
        .filter((used) => placeOf(used))
        .map((used) => `${path} -> ${used.replace('src/domains/', '')}`),
    );
    expect(named.sort()).toEqual([
      // The caller has to be identified before any domain is used.
      'src/auth/person.ts -> accounts/people/table.ts',
      'src/auth/person.ts -> work/creator-consent/table.ts',
      'src/auth/reach.ts -> work/creator-consent/table.ts',
      'src/auth/token-store.ts -> accounts/apps/table.ts',
      // One INSERT creates an event's deliveries in the batch of the change.
      'src/db/outbox.ts -> accounts/webhooks/table.ts',
      'src/db/outbox.ts -> work/creator-consent/table.ts',
      // The edge reads one row, without drizzle.
      'src/pixel/pixel-config.ts -> measurement/pixels/table.ts',
    ]);
  });

  it('notices an import and a table that lie above', () => {
    const path = 'src/domains/accounts/keys/x.ts';
    expect(upwards(path, "import { x } from '../webhooks/x.ts';\n")).toHaveLength(1);
    expect(upwards(path, "import { x } from '../../money/ledger/x.ts';\n")).toHaveLength(1);
    expect(upwards(path, "const x = () => import('../../work/creators/x.ts');\n")).toHaveLength(1);
    expect(upwards(path, 'sql`SELECT 1 FROM creators`')).toHaveLength(1);
    expect(upwards(path, "import { x } from '../accounts/x.ts';\nimport './y.ts';\n")).toEqual([]);
    expect(upwards(path, "import type { X } from '../webhooks/x.ts';\nsql`SELECT 1 FROM accounts`")).toEqual(
      [],
    );
  });

  it('has a page for each area', () => {
    const silent = Object.keys(LADDER).filter(
      (area) => !existsSync(join(ROOT, 'src/domains', area, 'README.md')),
    );
    expect(silent).toEqual([]);
  });
});
