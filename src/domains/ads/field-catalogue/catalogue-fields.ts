// The catalogue of a platform: its fields of campaigns, by the steps that can set them.
import { type AdField, adField } from '../../../integrations/ads/fields.ts';
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import { fieldsOf } from '../ad-fields/fields-of.ts';
import { MAX_NAME } from '../campaign-terms/terms.ts';
import type { CatalogueRow, Mutation, OperationType, ReferenceKind, ResourceKind } from './catalogue.ts';

export interface CatalogueField extends Omit<AdField, 'type' | 'platformId'> {
  type: CatalogueRow['type'];
  references: readonly ReferenceKind[] | null;
  campaignPath: string | null;
}

/** What a step can do to an object of a kind. */
export interface Act {
  operationType: OperationType;
  resourceKind: ResourceKind;
  mutation: Mutation;
}

const RUNNING = ['campaign', 'delivery_group', 'ad'] as const satisfies ResourceKind[];
const ARRIVING = [
  ['media', 'upload'],
  ['creative', 'create'],
  ['delivery_group', 'create'],
  ['ad', 'create'],
] as const satisfies [ResourceKind, Mutation][];

/** Everything that v1 can do as well: a plan makes nothing that a campaign could not show. */
const ACTS: Readonly<Record<OperationType, readonly (readonly [ResourceKind, Mutation])[]>> = {
  publish_campaign: [['campaign', 'create'], ...ARRIVING, ['campaign', 'set_status']],
  update_campaign: [
    ['campaign', 'update'],
    ...ARRIVING,
    ['delivery_group', 'update'],
    ['ad', 'update'],
    ['delivery_group', 'set_status'],
    ['ad', 'set_status'],
    ['delivery_group', 'archive'],
    ['ad', 'archive'],
  ],
  pause_campaign: RUNNING.map((kind) => [kind, 'set_status'] as const),
  resume_campaign: RUNNING.map((kind) => [kind, 'set_status'] as const),
  archive_campaign: RUNNING.map((kind) => [kind, 'archive'] as const),
  upload_media: [['media', 'upload']],
};

/** The statuses that a step can set, by what its plan is for. */
const STATUSES: Partial<Record<OperationType, readonly string[]>> = {
  publish_campaign: ['active'],
  update_campaign: ['active', 'paused'],
  pause_campaign: ['paused'],
  resume_campaign: ['active'],
};

/** The paths that readings of the platform are compared with. */
const READ_BACK = ['/name', '/status', '/budget/daily', '/budgetShare'];
/** What is no field of the campaign's own steps: the work that its ads show is theirs. */
const OF_ADS = ['/creatives'];

export function rowsOf(platform: CatalogueRow['platform'], capabilities: Capabilities): CatalogueRow[] {
  return Object.keys(capabilities.variants).flatMap((productVariant) =>
    Object.entries(ACTS).flatMap(([operationType, acts]) =>
      acts.flatMap(([resourceKind, mutation]) => {
        const step = {
          productVariant,
          operationType: operationType as OperationType,
          resourceKind,
          mutation,
        };
        return fieldsOfStep(step, capabilities).map((one) => rowOf(one, { platform, ...step }, capabilities));
      }),
    ),
  );
}

type Place = Pick<CatalogueRow, 'platform' | 'productVariant'> & Act;

/** Copied, because all requests share the adapters' lists. */
function rowOf({ about, ...rest }: CatalogueField, place: Place, capabilities: Capabilities): CatalogueRow {
  const copy = structuredClone(rest) as Omit<CatalogueRow, 'description' | 'readBack' | keyof Place>;
  return { ...place, ...copy, readBack: isReadBack(rest.path, place, capabilities), description: about };
}

/** What is archived has no status left that could differ, and some ads have no name at the platform. */
function isReadBack(
  path: string,
  { productVariant, resourceKind, mutation }: Place,
  { variants, appAdNames = true }: Capabilities,
): boolean {
  if (!READ_BACK.includes(path) || mutation === 'archive') return false;
  const isApp = variants[productVariant]?.every((one) => one === 'app_promotion') ?? false;
  return appAdNames || !(isApp && resourceKind === 'ad' && path === '/name');
}

const fieldsByStep = new WeakMap<Capabilities, Map<string, readonly CatalogueField[]>>();

/** The fields that a step can set, kept for each kind of step; none for what a plan cannot do. */
export function fieldsOfStep(
  step: Act & { productVariant: string },
  capabilities: Capabilities,
): readonly CatalogueField[] {
  const { operationType, productVariant, resourceKind, mutation } = step;
  const isPlanned = ACTS[operationType].some(([kind, what]) => kind === resourceKind && what === mutation);
  if (!isPlanned || !Object.hasOwn(capabilities.variants, productVariant)) return [];
  const known = fieldsByStep.get(capabilities) ?? new Map<string, readonly CatalogueField[]>();
  fieldsByStep.set(capabilities, known);
  const key = [operationType, productVariant, resourceKind, mutation].join(' ');
  const fields = known.get(key) ?? fieldsOfPlanned(step, capabilities);
  known.set(key, fields);
  return fields;
}

function fieldsOfPlanned(
  { productVariant, ...act }: Act & { productVariant: string },
  capabilities: Capabilities,
): CatalogueField[] {
  const objectives = capabilities.variants[productVariant];
  return fieldsOfAct(act, capabilities).filter(
    ({ when }) => !objectives || !when?.objective || when.objective.some((one) => objectives.includes(one)),
  );
}

function fieldsOfAct(
  { operationType, resourceKind, mutation }: Act,
  capabilities: Capabilities,
): CatalogueField[] {
  if (mutation === 'archive')
    return [
      field({
        path: '/status',
        type: 'enum',
        values: ['archived'],
        required: true,
        about: 'Archived for good. The input is empty.',
      }),
    ];
  if (mutation === 'set_status')
    return [
      field({
        path: '/status',
        type: 'enum',
        values: STATUSES[operationType] ?? [],
        required: true,
        about: 'Whether it runs.',
      }),
    ];
  const parts = PARTS[resourceKind]?.(capabilities) ?? [];
  if (resourceKind !== 'campaign')
    return mutation === 'update' ? parts.filter(({ fixed }) => !fixed).map(optional) : parts;
  const own = fieldsOf(capabilities)
    .filter(({ path, platformId }) => !platformId && !OF_ADS.includes(path))
    .map(({ platformId: _, ...rest }) => ({ ...rest, references: null, campaignPath: rest.path }));
  return mutation === 'update' ? own.filter(({ fixed }) => !fixed).map(optional) : own;
}

const optional = (one: CatalogueField): CatalogueField => ({ ...one, required: false, default: null });

type Said = Pick<CatalogueField, 'path' | 'type' | 'about'> & Partial<CatalogueField>;

function field({ type, ...said }: Said): CatalogueField {
  const { platformId: _, ...rest } = adField({ ...said, type: 'string' });
  return { references: null, campaignPath: null, ...rest, ...said, type };
}

const name = (of: string, campaignPath: string) =>
  field({
    path: '/name',
    type: 'string',
    min: 1,
    max: MAX_NAME,
    campaignPath,
    about: `The name of the ${of}.`,
  });

const reference = (
  path: string,
  references: readonly ReferenceKind[],
  about: string,
  more: Partial<CatalogueField> = {},
) => field({ path, type: 'reference', references, required: true, fixed: true, about, ...more });

const SHOWN = '/adSets/*/ads/*/creative';

/** The work that an ad shows, and its creator's permission. */
const shown = ({ partnerAds }: Capabilities): CatalogueField[] => [
  reference('/submission', ['submission'], 'The submission that the ad shows.', { campaignPath: SHOWN }),
  ...(partnerAds
    ? [
        reference(
          '/authorization',
          ['ad_authorization'],
          "The creator's permission, for ads with the creator's identity.",
          {
            required: false,
          },
        ),
      ]
    : []),
];

const MEDIA = reference(
  '/media',
  ['resource', 'step'],
  'The uploaded video; not for a post that is at the platform already.',
  { required: false },
);

/** The fields of a campaign's parts. */
const PARTS: Partial<Record<ResourceKind, (capabilities: Capabilities) => CatalogueField[]>> = {
  media: () => [
    reference('/source', ['submission', 'file'], 'The submission, or its video, that is uploaded.', {
      campaignPath: '/creatives/*',
    }),
  ],
  creative: (capabilities) => (capabilities.creatives === 'own' ? [...shown(capabilities), MEDIA] : []),
  delivery_group: ({ renames, shares }) => [
    { ...name('ad set', '/adSets/*/name'), fixed: !renames.includes('ad_set') },
    ...(shares
      ? [
          field({
            path: '/budgetShare',
            type: 'percent',
            min: 0,
            max: 100,
            campaignPath: '/adSets/*/budgetShare',
            about: "Its share of the campaign's budget. All shares add up to 100.",
          }),
        ]
      : []),
  ],
  ad: (capabilities) => [
    { ...name('ad', '/adSets/*/ads/*/name'), fixed: !capabilities.renames.includes('ad') },
    reference('/deliveryGroup', ['resource', 'step'], 'The ad set that it is in.'),
    ...(capabilities.creatives === 'own'
      ? [reference('/creative', ['resource', 'step'], 'The creative that it shows.')]
      : [...shown(capabilities), MEDIA]),
  ],
};
