// Checks JSON against the Google Ads API's own messages (test/fixtures/google-ads-v25.md says where they come
// from), as its parser would: unknown names, values of another type, and two fields of a oneof are problems.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const file = fileURLToPath(new URL('../../fixtures/google-ads-v25.json', import.meta.url).href);
const root = protobuf.Root.fromJSON(JSON.parse(readFileSync(file, 'utf8')));
const PREFIX = 'google.ads.googleads.v25';

/**
 * What is wrong with a value as a message such as `services.SearchGoogleAdsRequest`; empty when it is valid.
 */
export function problemsOf(message: string, value: unknown): string[] {
  const type = root.lookupType(`${PREFIX}.${message}`);
  const problems = wrongIn(type, value, message);
  if (problems.length > 0) return problems;
  // Also checked by the library, which is independent of us.
  const plain = withoutJsonForms(type, value as Json);
  const refused = type.verify(plain);
  if (refused !== null) return [refused];
  const again = type.toObject(type.decode(type.encode(type.fromObject(plain)).finish()));
  return typeof again === 'object' ? [] : ['does not survive the wire'];
}

type Json = { [name: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function wrongIn(type: protobuf.Type, value: unknown, at: string): string[] {
  if (!isObject(value)) return [`${at} is no object`];
  const problems = Object.entries(value).flatMap(([name, one]) => {
    const place = `${at}.${name}`;
    const field = Object.hasOwn(type.fields, name) ? type.fields[name]!.resolve() : null;
    if (!field) return [`${place} is no field of ${type.name}`];
    if (!field.repeated) return wrongOne(field, one, place);
    if (!Array.isArray(one)) return [`${place} is no list`];
    return one.flatMap((item, index) => wrongOne(field, item, `${place}[${index}]`));
  });
  for (const { name, oneof } of type.oneofsArray) {
    const given = oneof.filter((field) => value[field] !== undefined);
    if (given.length > 1) problems.push(`${at} has ${given.join(' and ')}, of which there is one ${name}`);
  }
  return problems;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const is: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  bytes: (value) => typeof value === 'string' && BASE64.test(value),
  double: (value) => typeof value === 'number',
  float: (value) => typeof value === 'number',
  int32: (value) => Number.isInteger(value),
  // JSON writes 64-bit numbers as text.
  int64: (value) => typeof value === 'string' && /^-?\d{1,19}$/.test(value),
  'google.protobuf.FieldMask': (value) =>
    typeof value === 'string' && /^[A-Za-z0-9.]+(,[A-Za-z0-9.]+)*$/.test(value),
  'google.protobuf.Duration': (value) => typeof value === 'string' && /^\d+(\.\d+)?s$/.test(value),
};

function wrongOne(field: protobuf.Field, value: unknown, at: string): string[] {
  const type = field.resolvedType;
  if (type instanceof protobuf.Enum)
    return typeof value === 'string' && value in type.values
      ? []
      : [`${at} is no ${type.parent?.name}: ${value}`];
  const name = type ? type.fullName.slice(1) : field.type;
  const fits = is[name];
  if (fits) return fits(value) ? [] : [`${at} is no ${name}: ${JSON.stringify(value)}`];
  return type instanceof protobuf.Type ? wrongIn(type, value, at) : [`${at} is of an unknown type ${name}`];
}

/** The library does not know masks and durations as text, nor enums and large numbers when it verifies. */
function withoutJsonForms(type: protobuf.Type, value: Json): Json {
  const one = (field: protobuf.Field, item: unknown): unknown => {
    const { resolvedType: inner } = field.resolve();
    if (inner instanceof protobuf.Enum) return inner.values[item as string];
    const name = inner?.fullName.slice(1) ?? field.type;
    if (name === 'google.protobuf.FieldMask') return { paths: String(item).split(',') };
    if (name === 'google.protobuf.Duration') return { seconds: Number.parseInt(String(item), 10) };
    if (name === 'int64') return Number(item);
    return inner instanceof protobuf.Type ? withoutJsonForms(inner, item as Json) : item;
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = type.fields[name]!;
      return [name, Array.isArray(item) ? item.map((each) => one(field, each)) : one(field, item)];
    }),
  );
}

/** Whether a query's field, such as `ad_group_ad.ad.id`, exists in a row. */
export function isRowField(path: string): boolean {
  let type: protobuf.Type | null = root.lookupType(`${PREFIX}.services.GoogleAdsRow`);
  for (const part of path.split('.')) {
    const name = part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const field: protobuf.Field | undefined = type?.fields[name]?.resolve();
    if (!field) return false;
    type = field.resolvedType instanceof protobuf.Type ? field.resolvedType : null;
  }
  return true;
}
