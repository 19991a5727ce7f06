import type { Ctx } from '../../../context.ts';
import { listReadings, requireOwnProduct } from './store.ts';

/** The newest ones of a product that are shown. */
export const MOST_READINGS = 50;

/** Who read a product's access code, by day. */
export interface CodeReading {
  /** The key, grant or person that asked. */
  callerId: string;
  times: number;
  /** Milliseconds. */
  lastAt: number;
}

/** The newest 50 readings of a product's access code, which are kept for 13 months. Throws not_found. */
export async function listCodeReadings(ctx: Ctx, id: string): Promise<CodeReading[]> {
  await requireOwnProduct(ctx, id);
  return await listReadings(ctx, id, MOST_READINGS);
}
