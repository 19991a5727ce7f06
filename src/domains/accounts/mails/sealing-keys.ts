import type { Vars } from '../../../env.ts';
import { logMissing, NotConfigured } from '../../../integrations/provider/settings.ts';
import type { SealingKeys } from '../../../kit/sealed.ts';

/** The keys without which no mail is stored. Throws unavailable where none is configured. */
export function sealingKeys(vars: Vars): SealingKeys {
  if (vars.SEALING_KEYS.size > 0) return vars.SEALING_KEYS;
  logMissing(vars, 'SEALING_KEYS');
  throw new NotConfigured('This service cannot send mail yet. Try again later.');
}
