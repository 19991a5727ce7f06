// `npm run storm:tests -- sales`: many more of the orders, repetitions and claims of which `npm test` tries a
// few.
import { it } from 'vitest';
import { salesEndTheSame } from '../harness/pixel/sale-property.ts';

it('ends in the same sales in any order and repetition, and no browser moves what the server says', async () => {
  await salesEndTheSame(Number(process.env.VITE_SALES_RUNS ?? 400));
}, 1_200_000);
