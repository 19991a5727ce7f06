// A clone of this repository as a newcomer has it, with this checkout's packages and uncommitted changes.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

export function cloneHere(dir: string): void {
  if (existsSync(join(ROOT, '.git'))) {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '--depth', '1', `file://${ROOT}`, dir]);
    const names = (...args: string[]) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
    const changed = names('diff', '--name-only', '--no-renames', '-z', 'HEAD');
    for (const file of [...changed, ...names('ls-files', '-z', '--others', '--exclude-standard')]) {
      rmSync(join(dir, file), { force: true });
      if (!existsSync(join(ROOT, file))) continue;
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      cpSync(join(ROOT, file), join(dir, file));
    }
  } else {
    const left = /^(?:node_modules|\.git|\.wrangler)(?:\/|$)/;
    cpSync(ROOT, dir, { recursive: true, filter: (path) => !left.test(relative(ROOT, path)) });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
}
