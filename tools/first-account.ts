// `npm run first-account`: creates a brand with a write key in the local databases of a plain `wrangler dev`.
// `-- --name NAME` names it; `--persist-to DIR` is the folder of the data, as for wrangler.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { blankAccount } from '../src/domains/accounts/accounts/create-brand.ts';
import { insertAccount } from '../src/domains/accounts/accounts/store.ts';
import { makeKey } from '../src/domains/accounts/keys/make-key.ts';
import * as clock from '../src/kit/clock.ts';
import { systemCtx } from '../src/system-ctx.ts';
import { openLocal } from './demo/local-databases.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'My brand' },
    'persist-to': { type: 'string' },
  },
});
const asked = values['persist-to'];
// npm changes into the repository's root; INIT_CWD is the folder where it was called.
const state = asked ? resolve(process.env.INIT_CWD ?? '.', asked) : join(root, '.wrangler/state');
const local = await openLocal(join(state, '..'), {}, state);
try {
  const ctx = systemCtx(local.env, clock.now());
  const account = await blankAccount(ctx, 'brand', values.name);
  insertAccount(ctx, account);
  const key = makeKey(ctx, { accountId: account.id, name: 'First', access: 'write' });
  await ctx.write.commit();
  console.log(`Account ${account.id} (${values.name}). Its key is shown this once: ${key.secret}`);
  console.log(`Try: curl -s -H 'Authorization: Bearer ${key.secret}' http://127.0.0.1:8787/v1/account`);
} finally {
  await local.dispose();
}
