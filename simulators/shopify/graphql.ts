// POST /admin/api/<version>/graphql.json: a query is parsed, held against the schema, priced, taken off the app's budget, run.
import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import type { Call } from './call.ts';
import { actualCost, requestedCost } from './cost.ts';
import { fieldValue, schema } from './fields.ts';
import type { Caller } from './oauth.ts';
import { inItsWords, ofVariables } from './refusals.ts';
import { ROOTS } from './roots.ts';
import { checkScope } from './scopes.ts';
import { type Fields, Refusal } from './wire.ts';
import { SECOND, type World } from './world.ts';

export const VERSIONS = ['2026-07', '2026-10'];
const MOST = 1000;

const resolve: GraphQLFieldResolver<Fields, Call> = (source, args, call, info) => {
  const type = info.parentType.name;
  const field = info.fieldName;
  checkScope(call.scopes, type, field);
  const root = ROOTS[type];
  if (root) {
    const own = root[field];
    if (!own) throw new Error(`The simulator has no ${type}.${field}`);
    return own(args, call);
  }
  return fieldValue(type, field, source, args, call);
};

export interface Budget {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

/** What the app may still spend in this shop. */
export function budgetOf(world: World, client: string): Budget {
  const restoreRate = world.setting('restoreRate', 100);
  const maximumAvailable = world.setting('bucket', restoreRate * 20);
  const kept = world.setting(`budget ${client}`, { left: maximumAvailable, at: world.now() });
  const restored = Math.max(0, ((world.now() - kept.at) / SECOND) * restoreRate);
  const currentlyAvailable = Math.min(maximumAvailable, Math.floor(kept.left + restored));
  return { maximumAvailable, currentlyAvailable, restoreRate };
}

function spend(world: World, client: string, points: number): Budget {
  const budget = budgetOf(world, client);
  const left = budget.currentlyAvailable - points;
  world.set(`budget ${client}`, { left, at: world.now() });
  return { ...budget, currentlyAvailable: Math.max(0, left) };
}

interface Asked {
  query?: unknown;
  variables?: unknown;
  operationName?: unknown;
}

const answer = (body: object) => Response.json(body);

export async function graphql(world: World, caller: Caller, asked: Asked): Promise<Response> {
  if (typeof asked.query !== 'string')
    throw new Refusal(400, { errors: { query: 'Required parameter missing or invalid' } });
  const variables = (asked.variables ?? {}) as Fields;
  let document: DocumentNode;
  try {
    document = parse(asked.query);
  } catch (error) {
    if (error instanceof GraphQLError) return answer({ errors: [inItsWords(error)] });
    throw error;
  }
  const wrong = validate(schema, document);
  if (wrong.length > 0) return answer({ errors: wrong.map(inItsWords) });
  const operationName = typeof asked.operationName === 'string' ? asked.operationName : null;
  const operation = getOperationAST(document, operationName);
  if (!operation)
    return answer({ errors: [{ message: 'No operation named so', extensions: { code: 'BAD_REQUEST' } }] });
  const requested = requestedCost(schema, document, operation, variables);
  if (requested > MOST) return answer({ errors: [tooDear(requested)] });
  const before = budgetOf(world, caller.client);
  if (before.currentlyAvailable < requested) return throttled(requested, before);
  const call: Call = { ...caller, world, searches: [] };
  const { data, errors } = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: call,
    fieldResolver: resolve as GraphQLFieldResolver<unknown, Call>,
  });
  if (data === undefined) return answer({ errors: errors!.map(ofVariables) });
  const mutates = operation.operation === 'mutation';
  for (const name of operation.selectionSet.selections)
    if (name.kind === 'Field') world.count(`${operation.operation} ${name.name.value}`);
  const actual = actualCost(data as Fields | null, mutates);
  const cost = {
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: spend(world, caller.client, actual),
  };
  const extensions = { cost, ...(call.searches.length > 0 && { search: call.searches }) };
  return answer({ data, ...(errors && { errors: errors.map(told) }), extensions });
}

/** An error of one field, where the rest was answered. */
function told(error: GraphQLError): object {
  const { message, locations, path } = error;
  if (error.extensions.code !== undefined) return { message, locations, path, extensions: error.extensions };
  // A fault of the simulator: what it can't answer is told, not hidden.
  console.error(error.originalError ?? error);
  return { message: `Internal error: ${message}`, path, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
}

const tooDear = (cost: number) => ({
  message: `Query cost is ${cost}, which exceeds the single query max cost limit (${MOST}).

See https://shopify.dev/concepts/about-apis/rate-limits for more information on how the
cost of a query is calculated.

To query larger amounts of data with fewer limits, bulk operations should be used instead.
See https://shopify.dev/api/usage/bulk-operations/queries for usage details.
`,
  extensions: {
    code: 'MAX_COST_EXCEEDED',
    cost,
    maxCost: MOST,
    documentation: 'https://shopify.dev/api/usage/rate-limits',
  },
});

export function throttled(requestedQueryCost: number, throttleStatus: Budget): Response {
  const documentation = 'https://shopify.dev/api/usage/rate-limits';
  return answer({
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation } }],
    extensions: { cost: { requestedQueryCost, actualQueryCost: null, throttleStatus } },
  });
}
