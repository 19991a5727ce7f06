// The bench is run by hand, so nobody would notice that it no longer finds its place in the code.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFurtherDomains } from '../../tools/bench/further-domains.ts';

it('adds further domains to its copy, with routes of their own', async () => {
  const folder = withFurtherDomains(2);
  try {
    const { groupsAt, loadRoutes } = await import(join(folder, 'src/routes.ts'));
    const paths: string[] = (await loadRoutes(groupsAt('/v1/further-1'))).map(
      (route: { path: string }) => route.path,
    );
    expect(paths).toContain('/v1/further-1');
    expect(paths.filter((path) => !path.startsWith('/v1/further-1'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
