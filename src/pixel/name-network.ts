import { sha256Hex } from '../kit/crypto.ts';
import { day } from '../kit/time.ts';
import type { PixelConfig } from './pixel-config.ts';

/**
 * What a visitor's network is called in the queue and behind it: one name for all pixels of an account, another one on each day
 * (UTC). Without the account's key nobody can tell which network it is.
 */
export function nameNetwork(config: PixelConfig, network: string, now: number): string {
  return sha256Hex(`${config.networkKey} ${day(now)} ${network}`).slice(0, 16);
}
