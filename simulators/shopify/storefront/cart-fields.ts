// What a request to the cart says: JSON, or a form with names such as `attributes[gift]`, `updates[]` and `items[0][id]`.
import { type Fields, Refusal } from '../wire.ts';

/** As the Ajax API words a refusal. */
export const cartError = (status: number, description: string) =>
  new Refusal(status, { status, message: 'Cart Error', description });

export const badRequest = (description: string, message = description) =>
  new Refusal(400, { status: 'bad_request', message, description });

/** Puts a form's field where the path in its name says; an empty pair of brackets is the next place of a list. */
function put(into: Fields, name: string, value: string): void {
  const [, first = name, brackets = ''] = /^([^[\]]+)((?:\[[^\]]*\])*)$/.exec(name) ?? [];
  const steps = [first, ...[...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, step]) => step!)];
  let at = into;
  steps.forEach((step, depth) => {
    const key = Array.isArray(at) && step === '' ? at.length : step;
    const next = steps[depth + 1];
    if (next === undefined) at[key] = value;
    else {
      at[key] ??= next === '' ? [] : {};
      at = at[key];
    }
  });
}

export async function cartFields(request: Request): Promise<Fields> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('json')) {
    try {
      const read: unknown = JSON.parse(await request.text());
      if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Fields;
    } catch {
      // told below
    }
    throw badRequest('The request body is not JSON.');
  }
  const fields: Fields = {};
  if (type.includes('multipart/form-data')) {
    for (const [name, value] of await request.formData()) put(fields, name, String(value));
    return fields;
  }
  for (const [name, value] of new URLSearchParams(await request.text())) put(fields, name, value);
  return fields;
}
