import { sha256Hex } from '../kit/crypto.ts';
import { day } from '../kit/time.ts';
import type { PixelConfig } from './pixel-config.ts';

/**
 * The name of a visitor's network in the queue and after it: the same for all pixels of an account, and
 * another one each day (UTC). Without the account's key nobody can find out which network it is.
 */
export function nameNetwork(config: PixelConfig, network: string, now: number): string {
  return sha256Hex(`${config.networkKey} ${day(now)} ${network}`).slice(0, 16);
}
