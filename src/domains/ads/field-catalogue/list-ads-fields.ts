import type { SystemCtx } from '../../../context.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import {
  type Catalogue,
  type CatalogueRow,
  FIELD_CATALOGUE_VERSION,
  SETTINGS_SCHEMA_VERSION,
} from './catalogue.ts';
import { rowsOf } from './catalogue-fields.ts';

type Filter = {
  [key in 'operationType' | 'platform' | 'productVariant' | 'resourceKind']?: string | undefined;
};

/** What plans can say of the ad platforms of this deployment. */
export async function listAdsFields(ctx: SystemCtx, filter: Filter): Promise<Catalogue> {
  const names = AD_PLATFORMS.filter((name) => filter.platform === undefined || name === filter.platform);
  const rows = await Promise.all(
    names.map(async (name) => {
      const adapter = await ctx.reactions.adPlatforms[name]?.();
      return adapter ? rowsOf(name, adapter.capabilities) : [];
    }),
  );
  return {
    fieldCatalogVersion: FIELD_CATALOGUE_VERSION,
    settingsSchemaVersion: SETTINGS_SCHEMA_VERSION,
    fields: rows.flat().filter((row) => isAsked(row, filter)),
  };
}

const isAsked = (row: CatalogueRow, { operationType, productVariant, resourceKind }: Filter): boolean =>
  (operationType === undefined || operationType === row.operationType) &&
  (productVariant === undefined || productVariant === row.productVariant) &&
  (resourceKind === undefined || resourceKind === row.resourceKind);
