// Wraps the sign-in library. It is loaded only when somebody signs in, and one instance serves a single call, because
// it holds that call's time and results.
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
  /** What a session created in this call records about where it was created. */
  network?: string | null;
  userAgent?: string | null;
}

/**
 * @returns the library's functions, the token of the session that they created (the row has only its hash), and the
 * password hash that matched.
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
    // The library's own endpoints are not served. If they ever were, this path would not collide with ours.
    basePath: '/sign-in-library',
    // The library signs cookies with it, which we discard.
    secret: randomBase62(43),
    database: drizzleAdapter(libraryDb(ctx), { provider: 'sqlite', schema: LIBRARY_TABLES }),
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Disabled because it counts per isolate and trusts a header that anybody can send. limit-attempts.ts counts
    // instead.
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
    // We set a session's token, times and metadata ourselves.
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
