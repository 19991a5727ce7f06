// Reads the options of campaign fields at Meta.
import * as z from 'zod';
import type { AdSession, ChoiceReader } from '../ads/platform.ts';
import { AccountId, allOf, Id, inPath } from './client.ts';

const name = z.string().max(500);
const Pixel = z.object({ id: Id, name, is_unavailable: z.boolean().optional() });
const Conversion = z.object({
  id: Id,
  name,
  is_archived: z.boolean().optional(),
  is_unavailable: z.boolean().optional(),
});
const App = z.object({ id: Id, name });

const ofAccount = async <S extends z.ZodObject>(session: AdSession, edge: string, shape: S) =>
  await allOf(
    session,
    `${inPath(session.selection.adAccountId, 'adAccountId', AccountId)}/${edge}`,
    { fields: Object.keys(shape.shape).join(',') },
    shape,
  );

/** Meta has no list of the verified beneficiaries and payers that some countries require. */
export const META_CHOICES: Readonly<Record<string, ChoiceReader>> = {
  '/settings/pixel': async (session) =>
    (await ofAccount(session, 'adspixels', Pixel))
      .filter((one) => !one.is_unavailable)
      .map((one) => ({ id: one.id, name: one.name })),
  '/settings/conversion': async (session) =>
    (await ofAccount(session, 'customconversions', Conversion))
      .filter((one) => !one.is_archived && !one.is_unavailable)
      .map((one) => ({ id: one.id, name: one.name })),
  '/settings/app': async (session) =>
    (await ofAccount(session, 'advertisable_applications', App)).map((one) => ({
      id: one.id,
      name: one.name,
    })),
};
