// Records, lists and bodies of retainers, for samples.ts.
import { mintCreator } from '../../harness/creators.ts';
import { call, type Minted } from '../../harness/world.ts';

async function makeRetainer(owner: Minted): Promise<string> {
  const { id } = await mintCreator(owner.key);
  const body = { creator: id, pay: { base: 50_000 } };
  const answer = await call('POST', '/v1/retainers', { key: owner.key, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

export const RETAINER_RECORDS = { '/v1/retainers/:id': makeRetainer };

export const RETAINER_LISTS = { '/v1/retainers': makeRetainer };

export const RETAINER_BODIES = {
  createRetainer: { creator: `crtr_${'0'.repeat(26)}`, pay: { base: 50_000 } },
  updateRetainer: { notes: 'x' },
};

export const RETAINER_PREFIXES = { retainers: 'ret' };
