// POST googleAds:mutate: all operations of a request take effect, or none. Names with negative numbers stand for what the
// same request makes.
import { COLLECTIONS, FIXED, KINDS, MESSAGES, type ResourceKind } from './messages.ts';
import { checkCreated, checkUpdated } from './rules.ts';
import { submit } from './status.ts';
import { camel, type Json, malformed, type Place, read, refuse, type Spec } from './wire.ts';
import type { Node, World } from './world.ts';

const MOST_OPERATIONS = 10_000;

/** Thrown to take back what a request that only validates has done. */
export class OnlyValidated extends Error {}

export interface Operation {
  kind: ResourceKind;
  place: Place;
  create?: Json;
  update?: Json;
  updateMask?: string;
  remove?: string;
}

export function mutate(world: World, customer: Node, body: Json): Json {
  const known = ['customerId', 'mutateOperations', 'partialFailure', 'validateOnly', 'responseContentType'];
  for (const name of Object.keys(body))
    if (!known.includes(name))
      throw malformed(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`);
  const given = body.mutateOperations;
  if (!Array.isArray(given) || given.length === 0)
    throw refuse('requestError.OPERATION_REQUIRED', 'Mutate operation is required.');
  if (given.length > MOST_OPERATIONS)
    throw refuse('requestError.TOO_MANY_MUTATE_OPERATIONS', 'Too many mutate operations.');
  if (body.partialFailure === true)
    throw refuse(
      'mutateError.OPERATION_DOES_NOT_SUPPORT_PARTIAL_FAILURE',
      'This simulator does all or nothing.',
    );
  const operations = given.map(operationOf);
  const made = new Map<string, string>();
  checkAssets(operations);
  const results = operations.map((operation) => {
    const resourceName = perform(world, customer, operation, made);
    world.count(`${verbOf(operation)} ${operation.kind}`);
    return { [`${operation.kind}Result`]: { resourceName } };
  });
  if (body.validateOnly === true) throw new OnlyValidated();
  return { mutateOperationResponses: results };
}

const verbOf = ({ create, update }: Operation) => (create ? 'create' : update ? 'update' : 'remove');

function operationOf(value: unknown, index: number): Operation {
  const at = `mutate_operations[${index}]`;
  if (typeof value !== 'object' || value === null) throw malformed(`Invalid value at '${at}'`, at);
  const [[name, operation] = ['', null], ...more] = Object.entries(value as Json);
  const kind = KINDS.find((one) => `${one}Operation` === camel(name));
  if (!kind || more.length > 0 || typeof operation !== 'object' || operation === null)
    throw malformed(
      `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`,
      at,
    );
  const message = MESSAGES[kind];
  const verbs: Spec = { create: message, update: message, updateMask: 'string', remove: 'string' };
  const asked = read(operation, verbs, `${at}.${name}`) as Omit<Operation, 'kind' | 'place'>;
  const place: Place = ['mutateOperations', index, `${kind}Operation`];
  if ([asked.create, asked.update, asked.remove].filter((one) => one !== undefined).length !== 1)
    throw refuse('requestError.OPERATION_REQUIRED', 'Exactly one of create, update and remove is needed.', {
      place,
    });
  return { kind, place, ...asked };
}

/** The same asset twice in one request is refused; one that the account has is taken again. */
function checkAssets(operations: Operation[]): void {
  const seen = new Set<string>();
  for (const { kind, create, place } of operations) {
    if (kind !== 'asset' || !create) continue;
    const content = contentOf(create);
    if (seen.has(content))
      throw refuse('assetError.DUPLICATE_ASSET', 'Duplicated assets in the request.', { place });
    seen.add(content);
  }
}

const contentOf = ({ youtubeVideoAsset, imageAsset, textAsset, callToActionAsset }: Json) =>
  JSON.stringify([youtubeVideoAsset?.youtubeVideoId, imageAsset?.data, textAsset, callToActionAsset]);

const isTemporary = (name: string) => /\/-\d+(~-?\d+)?$/.test(name);

/** With the names of what this request made before put in, wherever a text is one. */
function settled(value: unknown, made: Map<string, string>): unknown {
  if (typeof value === 'string') return made.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => settled(one, made));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, settled(one, made)]));
}

function perform(world: World, customer: Node, operation: Operation, made: Map<string, string>): string {
  const { kind, place } = operation;
  if (operation.create) {
    const { resourceName: temporary, ...fields } = settled(operation.create, new Map()) as Json;
    const create = settled(fields, made) as Json;
    if (kind === 'conversionGoalCampaignConfig')
      throw refuse('mutateError.MUTATE_NOT_ALLOWED', 'The campaign has it already: update it.', { place });
    const name = add(world, customer, kind, create, [...place, 'create']);
    if (temporary === undefined) return name;
    const prefix = `customers/${customer.id}/${COLLECTIONS[kind]}/`;
    if (!String(temporary).startsWith(prefix) || !isTemporary(temporary))
      throw refuse('requestError.RESOURCE_NAME_MALFORMED', 'A new resource has a temporary name.', {
        place: [...place, 'create', 'resourceName'],
      });
    if (made.has(temporary))
      throw refuse('mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES', 'A temporary ID is used twice.', { place });
    made.set(temporary, name);
    // What belongs to a campaign is named after it.
    if (kind === 'campaign') made.set(configName(customer, temporary), configName(customer, name));
    return name;
  }
  if (operation.remove !== undefined)
    return remove(world, customer, kind, made.get(operation.remove) ?? operation.remove, place);
  return update(world, customer, operation, settled(operation.update, made) as Json);
}

const configName = (customer: Node, campaign: string) =>
  `customers/${customer.id}/conversionGoalCampaignConfigs/${campaign.split('/').at(-1)}`;

function add(world: World, customer: Node, kind: ResourceKind, fields: Json, place: Place): string {
  checkCreated(world, customer, kind, fields, place);
  if (kind === 'asset') {
    const known = world.all('asset', customer.id).find((one) => contentOf(one) === contentOf(fields));
    if (known) return known.id;
  }
  const id = world.newId();
  const name = `customers/${customer.id}/${COLLECTIONS[kind]}/${idWithin(kind, fields, id)}`;
  const usual =
    kind === 'campaign' || kind === 'adGroup' || kind === 'adGroupAd' ? { status: 'ENABLED' } : {};
  const node: Node = { ...usual, ...fields, id: name };
  if (kind === 'adGroupAd') {
    Object.assign(node.ad, { id, resourceName: `customers/${customer.id}/ads/${id}` });
    world.add(kind, customer.id, submit(world, node));
    return name;
  }
  world.add(kind, customer.id, node);
  if (kind === 'campaign') {
    const config = { id: configName(customer, name), campaign: name, goalConfigLevel: 'CUSTOMER' };
    world.add('conversionGoalCampaignConfig', customer.id, config);
  }
  return name;
}

const last = (name: string) => name.split('/').at(-1)!;

function idWithin(kind: ResourceKind, fields: Json, id: string): string {
  if (kind === 'adGroupAd' || kind === 'adGroupCriterion') return `${last(fields.adGroup)}~${id}`;
  return kind === 'campaignCriterion' ? `${last(fields.campaign)}~${id}` : id;
}

function update(world: World, customer: Node, { kind, place, updateMask }: Operation, fields: Json): string {
  const at = [...place, 'update'];
  const { resourceName: name, ...changes } = fields;
  if (name === undefined)
    throw refuse('requestError.RESOURCE_NAME_MISSING', 'The resource name is missing.', { place: at });
  const before = world.get(kind, name, customer.id, at);
  if (!updateMask) throw refuse('fieldMaskError.FIELD_MASK_MISSING', 'The field mask is missing.', { place });
  const after: Node = structuredClone(before);
  for (const path of updateMask.split(',').map((one) => one.trim())) {
    const [top, ...inner] = path.split('.').map(camel) as [string, ...string[]];
    if (!Object.hasOwn(MESSAGES[kind], top) || top === 'resourceName')
      throw refuse('fieldMaskError.FIELD_NOT_FOUND', `The field mask names ${path}.`, { place });
    if (FIXED[kind].includes(top))
      throw refuse('fieldError.IMMUTABLE_FIELD', 'The field can not be changed.', { place: [...at, top] });
    if (inner.length === 0) put(after, top, changes[top]);
    else {
      const whole = { ...(after[top] ?? {}) };
      put(whole, inner[0]!, changes[top]?.[inner[0]!]);
      after[top] = whole;
    }
  }
  if (before.status === 'REMOVED')
    throw refuse('contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE', 'It is removed.', {
      place: at,
    });
  if (after.status === 'REMOVED')
    throw refuse('fieldError.INVALID_VALUE', 'Remove it with a remove operation.', {
      place: [...at, 'status'],
    });
  checkUpdated(world, customer, kind, after, before, at);
  world.save(after);
  return before.id;
}

function put(into: Json, name: string, value: unknown): void {
  if (value === undefined) delete into[name];
  else into[name] = value;
}

function remove(world: World, customer: Node, kind: ResourceKind, name: string, place: Place): string {
  const node = world.get(kind, name, customer.id, [...place, 'remove']);
  if (['asset', 'audience', 'conversionGoalCampaignConfig'].includes(kind))
    throw refuse('mutateError.MUTATE_NOT_ALLOWED', 'This kind of resource can not be removed.', { place });
  if (node.status === 'REMOVED' || node._removed)
    throw refuse('contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE', 'It is removed.', { place });
  if (kind.endsWith('Criterion')) world.save({ ...node, _removed: true });
  else world.save({ ...node, status: 'REMOVED' });
  return node.id;
}
