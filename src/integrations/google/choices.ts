// Reads the options of campaign fields at Google.
import * as z from 'zod';
import { untagged } from '../ads/intent-name.ts';
import type { AdSession, ChoiceReader, FieldChoice } from '../ads/platform.ts';
import { AssetName, Id, inAccount, search } from './client.ts';

const name = z.string().max(500).default('');
const resource = (kind: string) => z.string().regex(new RegExp(`^customers/\\d{1,20}/${kind}/\\d{1,20}$`));
const pixels = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional();

const Logo = z.object({
  asset: z.object({
    resourceName: AssetName,
    name,
    imageAsset: z
      .object({ fullSize: z.object({ widthPixels: pixels, heightPixels: pixels }).optional() })
      .optional(),
  }),
});
const Action = z.object({
  conversionAction: z.object({ resourceName: resource('conversionActions'), name }),
});
const Goal = z.object({
  customConversionGoal: z.object({ resourceName: resource('customConversionGoals'), name }),
});
const Language = z.object({ languageConstant: z.object({ id: Id, name }) });

/** Removes the intent's key from the names of objects that the service created. */
const named = ({ resourceName, name: given }: { resourceName: string; name: string }): FieldChoice => ({
  id: resourceName,
  name: untagged(given) || resourceName,
});

async function logos(session: AdSession): Promise<FieldChoice[]> {
  const size = 'asset.image_asset.full_size';
  const query = `SELECT asset.resource_name, asset.name, ${size}.width_pixels, ${size}.height_pixels FROM asset WHERE asset.type = 'IMAGE'`;
  const rows = await search(inAccount(session), query, Logo);
  const square = rows.filter(({ asset: { imageAsset } }) => {
    const full = imageAsset?.fullSize;
    return full?.widthPixels !== undefined && full.widthPixels === full.heightPixels;
  });
  return square.map(({ asset }) => named(asset));
}

export const GOOGLE_CHOICES: Readonly<Record<string, ChoiceReader>> = {
  '/settings/logo': logos,
  '/settings/conversion': async (session) => {
    const query =
      "SELECT conversion_action.resource_name, conversion_action.name FROM conversion_action WHERE conversion_action.status = 'ENABLED'";
    const rows = await search(inAccount(session), query, Action);
    return rows.map(({ conversionAction }) => named(conversionAction));
  },
  '/settings/conversionGoal': async (session) => {
    const query =
      "SELECT custom_conversion_goal.resource_name, custom_conversion_goal.name FROM custom_conversion_goal WHERE custom_conversion_goal.status = 'ENABLED'";
    const rows = await search(inAccount(session), query, Goal);
    // Goals that the service created are left out, because each belongs to one campaign.
    return rows
      .map(({ customConversionGoal }) => customConversionGoal)
      .filter(({ name: given }) => untagged(given) === given)
      .map(named);
  },
  '/settings/languages': async (session) => {
    const query =
      'SELECT language_constant.id, language_constant.name FROM language_constant WHERE language_constant.targetable = TRUE';
    const rows = await search(inAccount(session), query, Language);
    return rows.map(({ languageConstant: { id, name } }) => ({ id, name }));
  },
};
