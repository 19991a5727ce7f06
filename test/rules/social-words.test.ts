// Every refusal of a social platform says what is wrong and what to do, in the words of the trade.
import { expect, it } from 'vitest';
import { instagramAdapter } from '../../src/integrations/instagram/adapter.ts';
import { SOCIAL_ERRORS, SocialError } from '../../src/integrations/social/error.ts';
import { expectProblem } from '../harness/pages/plain-words.ts';

it.each(Object.keys(SOCIAL_ERRORS) as (keyof typeof SOCIAL_ERRORS)[])('%s is told in words', (kind) => {
  const { name } = instagramAdapter.provider;
  for (const platformCode of [null, '100']) {
    const { message, fix } = new SocialError(name, kind, { platformCode });
    expect(message.startsWith(`${name} `)).toBe(true);
    expectProblem({ path: null, code: kind, message: message.slice(0, -fix.length - 1), fix });
    if (kind === 'invalid' && platformCode !== null) expect(message).toContain(platformCode);
  }
});
