// Fields of a campaign whose values come from its ad account: people pick from the list, or type if it cannot
// be read.
import type { AdFieldRecord } from '../../../domains/ads/ad-fields/ad-field-record.ts';
import { platformObjective } from '../../../domains/ads/ad-fields/platform-objective.ts';
import type { FieldChoices } from '../../../domains/ads/ad-library/list-field-choices.ts';
import { adLibraryOperations } from '../../../domains/ads/ad-library/operations.ts';
import type { AdDestination } from '../../../integrations/ads/fields.ts';
import type { AdObjective } from '../../../integrations/ads/steps.ts';
import { Choices } from '../../components/choices.tsx';
import { Select, TextArea, TextField } from '../../components/fields.tsx';
import { Find } from '../../components/find.tsx';
import { useTyped } from '../../components/form.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName } from './campaign-parts.tsx';
import type { FormGround } from './form-ground.ts';
import { pathInBlock } from './form-input.ts';

/** The options of fields, by their paths in the body. */
export type FormChoices = ReadonlyMap<string, FieldChoices & { platform: string }>;

/** As many as a person would look through; a longer list is searched. */
const MOST_SHOWN = 50;

/** Reads the lists of the campaign's platform, and of the platforms that can be added to it. */
export async function readChoices(at: PlaceVisit, ground: FormGround): Promise<FormChoices> {
  const { connection, objective, destination, added } = ground;
  const there = platformObjective(objective as AdObjective, destination as AdDestination, null);
  const read = async (id: string, fields: readonly AdFieldRecord[]) => {
    const paths = fields.map(({ path }) => path).filter((path) => path.startsWith('/settings/'));
    const query = { objective: there, paths: paths.join(',') };
    return await at.run(adLibraryOperations.listFieldChoices, { params: { id }, query });
  };
  const lists = await Promise.all([
    read(connection.id, ground.fields).then((found) =>
      found.map((one) => ({ ...one, platform: connection.provider })),
    ),
    ...added.map(async ({ name, connection: own, fields }) =>
      own === null
        ? []
        : (await read(own, fields)).flatMap((one) => {
            const path = pathInBlock(name, one.path);
            return path === null ? [] : [{ ...one, path, platform: name }];
          }),
    ),
  ]);
  return new Map(lists.flat().map((one) => [one.path, one]));
}

interface Shared {
  name: string;
  label: string;
  hint: string;
  required: boolean | string;
}

/** @param value the value that applies if the field is left empty: from the defaults or the template. */
export function ListedField({
  field,
  choices: { items, problem, platform },
  value,
  shared,
  empty,
}: {
  field: AdFieldRecord;
  choices: FieldChoices & { platform: string };
  value: unknown;
  shared: Shared;
  /** The label of the empty choice. */
  empty: string;
}) {
  const many = field.type === 'array';
  const below = Array.isArray(value) ? value.map(String) : value == null ? [] : [String(value)];
  const search = searchNameOf(shared.name);
  const typed = useTyped();
  const chosen = (typed?.all(shared.name) ?? below).flatMap((one) => (many ? one.split(/[\s,]+/) : [one]));
  const called = adPlatformName(platform);
  if (items === null) {
    const hint = `Couldn’t load options from ${called}. ${problem ?? ''} Enter the ID. ${shared.hint}`;
    const own = { ...shared, hint: hint.replace(/\s+/g, ' ').trim() };
    return many ? (
      <TextArea {...own} rows={3} value={below.join('\n')} />
    ) : (
      <TextField {...own} value={below[0] ?? null} {...(field.pattern && { pattern: field.pattern })} />
    );
  }
  const asked = typed?.text(search) ?? '';
  const matching = items.filter(
    ({ id, name }) => name.toLowerCase().includes(asked.toLowerCase()) || id.includes(asked),
  );
  const shown = matching.filter(({ id }) => !chosen.includes(id)).slice(0, MOST_SHOWN);
  const labels = labelsOf(items);
  const kept = chosen.filter(Boolean).map((id) => ({
    value: id,
    label: labels.get(id) ?? `${id} (not listed by ${called})`,
  }));
  const options = [...kept, ...shown.map(({ id }) => ({ value: id, label: labels.get(id)! }))];
  const none = items.length === 0 ? `${called} has none in this ad account. ` : '';
  const hinted = { ...shared, hint: `${none}${shared.hint}`.trim() };
  return (
    <>
      {many ? (
        <Choices {...hinted} kind="checkbox" many={options.length > 4} chosen={chosen} options={options} />
      ) : (
        <Select
          {...hinted}
          value={chosen[0] ?? ''}
          options={[
            ...(shared.required === true && chosen.length > 0 ? [] : [{ value: '', label: empty }]),
            ...options,
          ]}
        />
      )}
      {items.length > MOST_SHOWN && (
        <Find
          name={search}
          label={`Search ${shared.label.toLowerCase()}`}
          more={matching.length > shown.length + kept.length}
          found={matching.length === 0 ? 'No results.' : 'Search by name or ID.'}
        />
      )}
    </>
  );
}

/** Labels of the options; options with the same name also show their IDs. */
function labelsOf(items: readonly { id: string; name: string }[]): Map<string, string> {
  const times = new Map<string, number>();
  for (const { name } of items) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    items.map(({ id, name }) => [id, times.get(name) === 1 ? name : `${name} (${id.split('/').at(-1)})`]),
  );
}

/** Search texts are not part of the campaign, so their fields have names of their own. */
const searchNameOf = (name: string) => `_find.${name}`;
