// The forms and links of a page, as a browser finds them in its HTML.

export interface Field {
  name: string;
  label: string;
  kind: 'text' | 'textarea' | 'select' | 'radio' | 'checkboxes' | 'checkbox' | 'file';
  /** The type of an input. */
  type: string;
  /** How the label marks it: `sometimes` is a text that says when it is required. */
  called: 'required' | 'optional' | 'sometimes';
  /** Whether the browser itself does not submit the form while it is empty. */
  native: boolean;
  /** Its initial values: several for checkboxes. */
  value: string[];
  /** The options. */
  options: string[];
}

export interface PageForm {
  method: 'get' | 'post';
  /** The page's action, and the ID that distinguishes forms with the same action. */
  action: string;
  id: string;
  /** The URL that it is sent to. */
  target: string;
  /** Whether the browser keeps a draft of it. */
  isKept: boolean;
  hidden: [name: string, value: string][];
  fields: Field[];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
export const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]!);

function attributes(tag: string): Record<string, string> {
  const found = [...tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?(?=[\s/>])/g)];
  return Object.fromEntries(found.map(([, name, value]) => [name!, decoded(value ?? '')]));
}

const tagsIn = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}(?=[\\s>/])[^>]*>`, 'g'))].map(([tag]) => attributes(tag));

export function formsIn(html: string): PageForm[] {
  return [...html.matchAll(/<form(?! method="dialog")[^>]*>[\s\S]*?<\/form>/g)].map(([whole]) => {
    const form = attributes(/<form[^>]*>/.exec(whole)![0]);
    const hidden = tagsIn(whole, 'input')
      .filter(({ type }) => type === 'hidden')
      .map(({ name, value }): [string, string] => [name!, value ?? '']);
    const hiddenOf = (asked: string) => hidden.find(([name]) => name === asked)?.[1] ?? '';
    return {
      method: form.method === 'get' ? 'get' : 'post',
      action: hiddenOf('_action'),
      id: hiddenOf('_id'),
      target: form.action ?? '',
      isKept: 'data-draft' in form,
      hidden,
      fields: fieldsIn(whole),
    };
  });
}

/** Each field has its own element, and none is inside another. */
function fieldsIn(form: string): Field[] {
  return form
    .split(/(?=<(?:div|fieldset) class="field[ "])/)
    .slice(1)
    .map(fieldIn);
}

function fieldIn(html: string): Field {
  const mark = /<span class="optional"> \(([^)]*)\)<\/span>/.exec(html)?.[1];
  const common = {
    label: decoded(/<(?:label|legend)[^>]*>(?:<[^>]*>)*([^<]*)/.exec(html)?.[1] ?? '').trim(),
    called:
      mark === undefined
        ? ('required' as const)
        : mark === 'optional'
          ? ('optional' as const)
          : ('sometimes' as const),
  };
  const [select] = tagsIn(html, 'select');
  if (select) {
    const options = tagsIn(html, 'option');
    const chosen = options.find((one) => 'selected' in one) ?? options[0];
    return {
      ...common,
      name: select.name!,
      kind: 'select',
      type: '',
      native: 'required' in select,
      value: [chosen?.value ?? ''],
      options: options.map(({ value }) => value!),
    };
  }
  const [area] = tagsIn(html, 'textarea');
  if (area) {
    const text = decoded(/<textarea[^>]*>([^<]*)/.exec(html)![1]!);
    return {
      ...common,
      name: area.name!,
      kind: 'textarea',
      type: '',
      native: 'required' in area,
      value: [text],
      options: [],
    };
  }
  const inputs = tagsIn(html, 'input').filter(({ type }) => type !== 'hidden');
  const [first] = inputs;
  const { name, type = 'text', value = '' } = first!;
  const choice = type === 'radio' || type === 'checkbox';
  return {
    ...common,
    name: name!,
    type,
    native: inputs.some((one) => 'required' in one),
    kind:
      type === 'radio'
        ? 'radio'
        : type === 'checkbox'
          ? html.startsWith('<fieldset')
            ? 'checkboxes'
            : 'checkbox'
          : type === 'file'
            ? 'file'
            : 'text',
    value: choice ? inputs.filter((one) => 'checked' in one).map((one) => one.value!) : [value],
    options: choice ? inputs.map((one) => one.value!) : [],
  };
}

/** The errors on a page: those of fields by field name, and those above forms. */
export function problemsIn(html: string): { fields: string[]; above: string } {
  const wrong = html
    .split(/(?=<(?:div|fieldset) class="field[ "])/)
    .slice(1)
    .filter((field) => /^<(?:div|fieldset) class="field[^"]* wrong"/.test(field))
    .map((field) => fieldIn(field).name);
  const above = [
    ...html.matchAll(
      /<div class="notice danger"[\s\S]*?<\/div>\s*<\/div>|<div class="notice danger"[\s\S]*?<\/div>/g,
    ),
  ]
    .map(([notice]) => notice.replace(/<[^>]+>/g, ' '))
    .join(' ');
  return { fields: wrong, above: decoded(above).replace(/\s+/g, ' ') };
}

/** The URLs of a page's links, as written. */
export const linksIn = (html: string): string[] => [
  ...new Set(tagsIn(html, 'a').flatMap(({ href }) => (href === undefined ? [] : [href]))),
];
