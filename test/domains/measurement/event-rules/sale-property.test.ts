import { it } from 'vitest';
import { salesEndTheSame } from '../../../harness/pixel/sale-property.ts';

it('ends in the same sales in any order and repetition, and no browser moves what the server says', async () => {
  await salesEndTheSame(15);
}, 120_000);
