// The sign-in library. It is loaded when somebody signs in, and lives as long as that: what it is told of
// the moment, and what it tells us, belongs to one call.
import { hashSessionToken, newSessionToken } from '../../../auth/person.ts';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { newId } from '../../../kit/ids.ts';
import { DAY_MS, SECOND_MS } from '../../../kit/time.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { LIBRARY_TABLES, libraryDb } from './library-store.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-length.ts';

export const SESSION_MS = 30 * DAY_MS;

export interface LibraryCall {
  /** What a session that is made in this call remembers of where it was made. */
  network?: string | null;
  userAgent?: string | null;
}

/**
 * @returns its functions; the token of the session that they made, of which the row has only the hash; and the hash of the
 * password that was right for it.
 */
export async function signInLibrary(ctx: SystemCtx, call: LibraryCall = {}) {
  const [{ betterAuth }, { drizzleAdapter }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters/drizzle'),
  ]);
  let sessionToken: string | null = null;
  let passwordHash: string | null = null;
  const { api } = betterAuth({
    appName: ctx.vars.SERVICE_NAME,
    baseURL: ctx.vars.PUBLIC_URL,
    // Its own endpoints are not served; should they ever be, this is no path of ours.
    basePath: '/sign-in-library',
    // It signs cookies that are thrown away.
    secret: randomBase62(43),
    database: drizzleAdapter(libraryDb(ctx), { provider: 'sqlite', schema: LIBRARY_TABLES }),
    logger: { disabled: true },
    telemetry: { enabled: false },
    // It counts by isolate, and by a header that anybody can send: limit-attempts.ts counts instead.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => {
          passwordHash = hash;
          return verifyPassword(hash, password);
        },
      },
    },
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    session: { expiresIn: SESSION_MS / SECOND_MS },
    advanced: {
      database: {
        joins: true,
        generateId: ({ model }) =>
          model === 'user'
            ? newId('person', ctx.now)
            : model === 'session'
              ? newId('session', ctx.now)
              : randomBase62(22),
      },
    },
    // Times are ours, and what else is kept of a session.
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            sessionToken = newSessionToken();
            return {
              data: {
                ...session,
                token: hashSessionToken(sessionToken),
                ipAddress: call.network ?? null,
                userAgent: call.userAgent?.slice(0, 300) ?? null,
                expiresAt: new Date(ctx.now + SESSION_MS),
                createdAt: new Date(ctx.now),
                updatedAt: new Date(ctx.now),
              },
            };
          },
        },
      },
    },
  });
  return { api, sessionToken: () => sessionToken, passwordHash: () => passwordHash };
}
