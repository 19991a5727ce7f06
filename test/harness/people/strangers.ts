// Strangers who try addresses and passwords, and what their tries cost.
import nodeCrypto from 'node:crypto';
import { vi } from 'vitest';
import type { Env } from '../../../src/env.ts';
import { countTrips } from '../faults/trips.ts';

let addresses = 0;
let networks = 0;

/** An address that no test has used. */
export const stranger = () => `stranger${++addresses}@people.example`;
export const newNetwork = () => `192.0.2.${++networks}`;

/** Null when it succeeds, else the error. */
export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ code, message, details }) => ({ code, message, details }),
  );

/** How often a request waited for the database, and what it hashed as a password. */
export async function effortOf(request: (env: Env) => Promise<unknown>) {
  const scrypt = vi.spyOn(nodeCrypto, 'scrypt');
  const trips = countTrips();
  const answer = await refusal(request(trips.env));
  const hashed = scrypt.mock.calls.map(([password, , length, cost]) => [
    String(password).length,
    length,
    cost,
  ]);
  scrypt.mockRestore();
  return { answer, trips: trips.count(), hashed };
}
