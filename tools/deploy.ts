// `npm run deploy`: brings the four Workers to Cloudflare. A route is compared with the whole address, so the front page with a
// query reaches the API's Worker, which hands it to the pages' by a binding that only a deployment has. The pages' Worker in turn
// needs the ledgers of the API's: the very first time that one goes without the binding, and once more at the end.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forwarding } from './demo/configs.ts';

const root = join(import.meta.dirname, '..');
const more = process.argv.slice(2);

/** Whether it was deployed. */
function deploy(config: string): boolean {
  const args = ['exec', '--', 'wrangler', 'deploy', '--config', config, ...more];
  return spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status === 0;
}

function mustDeploy(config: string): void {
  if (deploy(config)) return;
  console.error(`${config} was not deployed, nor what comes after it.`);
  process.exit(1);
}

const assets = spawnSync('npm', ['run', '--silent', 'assets'], { cwd: root, stdio: 'inherit' });
if (assets.status !== 0) process.exit(1);
const dir = await mkdtemp(join(tmpdir(), 'deploy-'));
const whole = await forwarding(dir, ['PAGES']);
const known = deploy(whole);
if (!known) mustDeploy('wrangler.toml');
for (const config of ['wrangler.media.toml', 'wrangler.pages.toml', 'wrangler.pixel.toml'])
  mustDeploy(config);
if (!known) mustDeploy(whole);
await rm(dir, { recursive: true, force: true });
