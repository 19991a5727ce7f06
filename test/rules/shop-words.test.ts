// Every refusal of a shop platform says what is wrong and what to do, in the words of the trade.
import { expect, it } from 'vitest';
import { shopifyAdapter } from '../../src/integrations/shopify/adapter.ts';
import { SHOP_ERRORS, ShopError } from '../../src/integrations/shops/error.ts';
import { expectProblem } from '../harness/pages/plain-words.ts';

it.each(Object.keys(SHOP_ERRORS) as (keyof typeof SHOP_ERRORS)[])('%s is told in words', (kind) => {
  const { name } = shopifyAdapter.provider;
  for (const platformCode of [null, '402']) {
    const { message, fix } = new ShopError(name, kind, { platformCode });
    expect(message.startsWith(`${name} `)).toBe(true);
    expectProblem({ path: null, code: kind, message: message.slice(0, -fix.length - 1), fix });
    if (kind === 'invalid' && platformCode !== null) expect(message).toContain(platformCode);
  }
});
