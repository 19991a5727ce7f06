// An OAuth app under developer settings: the fields that its owners see and send.
import * as z from 'zod';
import type { Vars } from '../../../env.ts';
import { iso } from '../../../kit/time.ts';
import { createdAt, id, singleLine, Version } from '../../../resource/fields.ts';
import { appNameProblem } from '../../../resource/service-name.ts';
import { MOST_REDIRECT_URIS, redirectUriProblem } from './redirect-uri.ts';
import type { AppRow } from './store.ts';

const LONGEST_NAME = 200;

export const AppName = singleLine(LONGEST_NAME);

const Callback = z.string().superRefine((uri, context) => {
  const problem = redirectUriProblem(uri, false);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: uri });
});

const fields = {
  name: AppName,
  redirectUris: z
    .array(Callback)
    .min(1, 'At least one callback URL.')
    .max(MOST_REDIRECT_URIS, `At most ${MOST_REDIRECT_URIS} callback URLs.`)
    .refine((uris) => new Set(uris).size === uris.length, 'Each callback URL once.'),
  access: z.enum(['read', 'write']),
};

export const AppCreate = z.strictObject(fields);
export const AppUpdate = z.strictObject({ ...fields, version: Version });
/** The body of a request that changes no field. It carries only the version that the caller saw. */
export const AppAsSeen = z.strictObject({ version: Version });

export const App = z.object({
  id: id('app'),
  clientId: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
  access: z.enum(['read', 'write']),
  version: Version,
  createdAt,
  updatedAt: z.string(),
});
export type App = z.output<typeof App>;

export function present(row: AppRow): App {
  return {
    id: row.id,
    clientId: row.clientId,
    name: row.name,
    redirectUris: row.redirectUris,
    access: row.access,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

/**
 * The reason why an app cannot have this name; null when it can. Nobody should mistake an app for one of the service's
 * own.
 */
export function nameProblem(name: string, { SERVICE_NAME }: Pick<Vars, 'SERVICE_NAME'>): string | null {
  return appNameProblem(name, SERVICE_NAME);
}
