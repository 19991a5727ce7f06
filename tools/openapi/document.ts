// The whole OpenAPI document, made from the route registry and the event catalogue.

import { DOCUMENTED } from '../../src/domains/accounts/oauth/documented.ts';
import type { RawRoute } from '../../src/http/define-page.ts';
import { TAGS } from '../../src/http/tags.ts';
import { FIRST_VERSION } from '../../src/http/version.ts';
import { loadRoutes } from '../../src/routes.ts';
import { type DocumentedRoute, documentedOperation } from './documented-operation.ts';
import { Components, type JsonObject } from './json-schemas.ts';
import { operationOf, templateOf } from './operation.ts';
import { errorSchemas } from './refusals.ts';
import { webhooks } from './webhooks.ts';

// Left out are the staff's routes, which nobody else needs, and the URLs of pages and files, which nobody
// builds by hand.
const ORDER = Object.keys(TAGS);
const registry = await loadRoutes();
const routes = registry
  .filter((route) => route.kind === 'api')
  .filter((route) => route.access.kind !== 'internal')
  .sort((a, b) => ORDER.indexOf(a.tag) - ORDER.indexOf(b.tag));
/** Endpoints that programs call as RFCs define, with the page to which they send people, and the live connection. */
const DESCRIBED: DocumentedRoute[] = [
  {
    operationId: 'authorize',
    method: 'GET',
    path: '/api/auth/oauth2/authorize',
    access: { kind: 'open', why: 'A person signs in there.' },
    envelope: 'bare',
    documented: DOCUMENTED.authorize,
  },
  ...registry.filter(
    (route): route is RawRoute & DocumentedRoute => route.kind === 'raw' && !!route.documented,
  ),
];
const WEBHOOKS = ['Webhooks', 'What is sent to the URL of a key when something happens.'] as const;

export function openapiDocument(): JsonObject {
  const components = new Components();
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = templateOf(route.path);
    const item = paths[path] ?? {};
    item[route.method.toLowerCase()] = operationOf(route, components);
    paths[path] = item;
  }
  for (const route of DESCRIBED)
    paths[templateOf(route.path)] = { [route.method.toLowerCase()]: documentedOperation(route, components) };
  const hooks = webhooks(components);
  const used = new Set<string>(['Apps', ...routes.map((route) => route.tag)]);
  const tags = Object.entries(TAGS).filter(([name]) => used.has(name));
  const envelopes = new Set([...routes.map((route) => route.envelope), 'bare' as const]);
  return {
    openapi: '3.1.1',
    info: { title: 'Creator Marketing and Advertising Service API', version: '1.0.0', description: ABOUT },
    servers: [{ url: '/', description: 'The deployment that serves this document.' }],
    security: [{ apiKey: [] }],
    tags: [...tags, WEBHOOKS].map(([name, description]) => ({ name, description })),
    paths,
    webhooks: hooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`service_sk_…`) or an OAuth access token.',
        },
        client: { type: 'http', scheme: 'basic', description: 'The ID and the secret of an OAuth app.' },
      },
      parameters: { ...PARAMETERS, ...components.parameters },
      responses: components.responses,
      headers: HEADERS,
      schemas: {
        ...components.schemas,
        ...errorSchemas(envelopes),
      },
    },
  };
}

const ABOUT = `Programs, creators' work, paid campaigns, conversion tracking and payouts for brands, their partners and creators.

**Records.** One record comes as \`{ "data": … }\`, a list as \`{ "data": […], "nextCursor": … }\`, newest first. The business API says \`{ "ok": true, "data": … }\`, and of a list \`{ "items": […], "nextCursor": … }\` in \`data\`. IDs are a prefix and 26 characters. Money is whole cents. Times are RFC 3339 in UTC.

**Paging.** \`limit\` is 1 to 100 (25 unless sent). A \`cursor\` is good only for the list and filters that made it.

**Edits.** Send a record's \`version\` back on PATCH to refuse an edit that is based on a stale read (409 \`version_conflict\`).

**Repeats.** A POST with an \`Idempotency-Key\` takes effect once within 24 hours; the repeat answers as the first did, with \`Idempotency-Replayed: true\`. Signing secrets are not repeated.

**Rates.** Per key 1,000 reads and 250 writes in 10 seconds; see \`RateLimit-Policy\`, and \`Retry-After\` on 429.

**Additions.** New fields and event types may appear at any time: ignore what you do not know.`;

const PARAMETERS: JsonObject = {
  'Service-Account': {
    name: 'Service-Account',
    in: 'header',
    required: false,
    description:
      "Act as another account within the key's reach: a partner's client brand (`acct_…`), or a creator that the key's account or one of its client brands manages (`crtr_…`).",
    schema: { type: 'string', pattern: '^(acct|crtr)_[0-9a-z]{26}$' },
  },
  'Service-Version': {
    name: 'Service-Version',
    in: 'header',
    required: false,
    description: `The version of the API, a date from ${FIRST_VERSION} on. Without it the newest is used.`,
    schema: { type: 'string', format: 'date' },
    example: FIRST_VERSION,
  },
  'Request-Id': {
    name: 'Request-Id',
    in: 'header',
    required: false,
    description: 'Your own ID of the request; it is echoed.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes a repeat of this request harmless for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'Required-Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'Makes a repeat of this request harmless.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'Service-Signature': {
    name: 'Service-Signature',
    in: 'header',
    required: true,
    description:
      '`t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` under the signing secret. For 24 hours after a change of secret there are two `v1`.',
    schema: { type: 'string' },
  },
  'Service-Event': {
    name: 'Service-Event',
    in: 'header',
    required: true,
    description: 'The ID of the event: deliveries may repeat, this ID tells.',
    schema: { type: 'string' },
  },
};

const HEADERS: JsonObject = {
  'Request-Id': { description: 'Quote it when you ask about a request.', schema: { type: 'string' } },
  'Service-Version': {
    description: 'The version that answered.',
    schema: { type: 'string', format: 'date' },
  },
  'RateLimit-Policy': {
    description: 'The quota of this key, such as `"writes";q=250;w=10`.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: 'Names the protected-resource metadata.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
};
