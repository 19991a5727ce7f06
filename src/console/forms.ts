// What a form sent, and the messages at its fields.
import { readBytes, readText } from '../http/body.ts';
import { AppError, type FieldIssue, invalidField } from '../kit/error.ts';
import { amountHelp, readAmount } from './amount.ts';
import { saidTogether } from './said-together.ts';

const MOST_BYTES = 256 * 1024;
/** The longest text of a kept form: sealing makes the largest form longer by a third. */
export const MOST_KEPT = 360 * 1024;

/** Names of the fields that the pages add to every form. */
export const TOKEN_FIELD = '_token';
export const ACTION_FIELD = '_action';
/** Identifies one showing of a form, so that a form that is sent twice takes effect once. */
export const ONCE_FIELD = '_once';
/** Another page's form, sealed (kept-form.ts), while the person signs in. */
export const KEPT_FIELD = '_kept';
/** The name of a field that is never kept, such as a password or a code. */
export const SECRET_FIELD = '_secret';
/** A button with this name only shows the page again with what was filled in. */
export const AGAIN_FIELD = '_again';

/** The state of the record that the form's person saw, such as its version. */
export const SEEN_FIELD = '_seen';
/** The value of a field or fact when the form's person saw it, as `name=text`; once for each chosen value. */
export const WAS_FIELD = '_was';

/** The search text for which a list was shown, as `name=text`. */
export const FOUND_FIELD = '_found';
/** Sent when a person pressed Enter in a field instead of a button. */
export const ENTER_FIELD = '_enter';

/** The password or code by which a form's person proves again that it is them. */
export const PROOF_FIELD = 'proof';

/** No record has this version, so a form without one is refused as stale. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;

/** What a person filled in. Texts are trimmed; passwords stay as they were typed (`raw`). */
export class FormInput {
  readonly #fields: URLSearchParams;
  readonly #files: ReadonlyMap<string, File>;

  constructor(fields: URLSearchParams, files: ReadonlyMap<string, File> = new Map()) {
    this.#fields = fields;
    this.#files = files;
  }

  get hasFiles(): boolean {
    return this.#files.size > 0;
  }

  /** All fields except files, as they were sent. */
  entries(): [string, string][] {
    return [...this.#fields];
  }

  /** The bytes of a file. Throws validation_failed when none was chosen. */
  async file(name: string): Promise<Uint8Array> {
    const file = this.#files.get(name);
    if (!file || file.size === 0) throw invalidField(`/${name}`, 'Choose a file.');
    return new Uint8Array(await file.arrayBuffer());
  }

  /** A file and what its person called it; null when none was chosen. */
  async fileOrNull(name: string): Promise<{ bytes: Uint8Array; name: string } | null> {
    const file = this.#files.get(name);
    if (!file || file.size === 0) return null;
    return { bytes: new Uint8Array(await file.arrayBuffer()), name: file.name };
  }

  /** Values that the form comes back with if it is refused, such as a file that was uploaded with it. */
  keep(name: string, values: readonly string[]): void {
    this.#fields.delete(name);
    for (const value of values) this.#fields.append(name, value);
  }

  /** Empty when the field was left out. */
  text(name: string): string {
    return this.raw(name).trim();
  }

  raw(name: string): string {
    return this.#fields.get(name) ?? '';
  }

  /** Undefined when it was left empty: for optional fields. */
  optional(name: string): string | undefined {
    return this.text(name) || undefined;
  }

  /** Null when it was left empty: for fields that can be cleared. */
  orNull(name: string): string | null {
    return this.text(name) || null;
  }

  /** Undefined when it was left empty, NaN when it is not a number. */
  number(name: string): number | undefined {
    const text = this.text(name);
    return text === '' ? undefined : Number(text);
  }

  /**
   * In the currency's minor unit; undefined when it was left empty. Throws validation_failed if it is not an
   * amount.
   */
  amount(name: string, currency: string): number | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    const minor = readAmount(text, currency);
    if (minor === null) throw invalidField(`/${name.replaceAll('.', '/')}`, amountHelp(currency));
    return minor;
  }

  /** All values of a name, such as those of checkboxes that belong together. */
  all(name: string): string[] {
    return this.#fields.getAll(name).filter((value) => value !== '');
  }

  checked(name: string): boolean {
    return this.#fields.has(name);
  }

  /** The state of the record that the person saw. */
  get seen(): string {
    return this.raw(SEEN_FIELD);
  }

  /** The version of the record that the person saw. */
  get version(): number {
    return Number(this.seen) || NO_VERSION;
  }

  /** The value of a field or fact when the person saw it; null when the form does not send it. */
  was(name: string): string[] | null {
    const found = this.#fields.getAll(WAS_FIELD).flatMap((one) => {
      const at = one.indexOf('=');
      return one.slice(0, at) === name ? [one.slice(at + 1)] : [];
    });
    return found.length > 0 ? found.filter((value) => value !== '') : null;
  }

  /**
   * Whether to show the page again: for a button that asks for it, or for Enter after a search text was
   * changed.
   */
  get again(): boolean {
    if (this.checked(AGAIN_FIELD)) return true;
    if (!this.checked(ENTER_FIELD)) return false;
    return this.#fields.getAll(FOUND_FIELD).some((found) => {
      const at = found.indexOf('=');
      return this.text(found.slice(0, at)) !== found.slice(at + 1);
    });
  }
}

/** What a form shows again after it was refused, or after the person signed in again. */
export interface FormState {
  /** The page's action that the form was sent to. */
  action: string;
  input: FormInput;
  /** Error messages by field name. */
  errors: ReadonlyMap<string, string>;
  /** The error of the form as a whole, or of a field that the form does not have. */
  message: string | null;
  /** Whether the record changed since the person saw it. The form then comes back with the current record. */
  moved: boolean;
  /** Set for a form that was kept during a sign-in. `left`: some fields have to be entered again. */
  kept?: { left: boolean };
  /** Set once the page has rendered the form. The page may not have the form any more. */
  shown: boolean;
}

/** A form as it was filled in, without errors. */
export const filledIn = (action: string, input: FormInput): FormState => ({
  action,
  input,
  errors: new Map(),
  message: null,
  moved: false,
  shown: false,
});

/** Room for the other fields and the multipart headers beside a file. */
const AROUND_BYTES = 64 * 1024;

/**
 * The fields of a POST. Throws unsupported_media_type, payload_too_large.
 * @param fileBytes the largest file; undefined on a page without files.
 */
export async function readForm(
  request: Request,
  fileBytes?: number,
): Promise<{ fields: URLSearchParams; files: Map<string, File> }> {
  const type = request.headers.get('content-type') ?? '';
  if (fileBytes !== undefined && /^multipart\/form-data\s*;/i.test(type))
    return partsOf(await readBytes(request, fileBytes + AROUND_BYTES), type);
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new AppError(
      'unsupported_media_type',
      'Forms of this site are sent as application/x-www-form-urlencoded.',
    );
  }
  const text = await readText(request, MOST_BYTES + MOST_KEPT);
  const fields = new URLSearchParams(text);
  const brought = fields.get(KEPT_FIELD) ?? '';
  if (text.length > MOST_BYTES + brought.length)
    throw new AppError('payload_too_large', `A form may have at most ${MOST_BYTES} bytes.`);
  return { fields, files: new Map() };
}

/** Throws invalid_request if it is not such a form. */
async function partsOf(bytes: Uint8Array, type: string) {
  const body = new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': type } });
  const parts = await body.formData().catch(() => {
    throw new AppError('invalid_request', 'The form did not arrive completely. Submit it again.');
  });
  const [fields, files] = [new URLSearchParams(), new Map<string, File>()];
  for (const [name, value] of parts) {
    if (typeof value === 'string') fields.append(name, value);
    else files.set(name, value);
  }
  return { fields, files };
}

/** A refusal as the form that caused it shows it. */
export function formState(action: string, input: FormInput, error: AppError): FormState {
  const errors = new Map<string, string>();
  const issues = error.code === 'validation_failed' && Array.isArray(error.details) ? error.details : [];
  for (const { path, message } of issues as FieldIssue[]) {
    const name = fieldName(path);
    if (!errors.has(name)) errors.set(name, message);
  }
  for (const [name, message] of problemsByField(error)) errors.set(name, message);
  const message = errors.size > 0 ? null : error.message;
  return { ...filledIn(action, input), errors, message, moved: error.code === 'version_conflict' };
}

/** The problems that a preflight found, with their fixes, joined by field. */
function problemsByField({ details }: AppError): Map<string, string> {
  const { problems } = (details ?? {}) as { problems?: unknown };
  const said = Map.groupBy(Array.isArray(problems) ? (problems as FieldProblem[]) : [], ({ path }) =>
    fieldName(path),
  );
  return new Map([...said].map(([name, all]) => [name, saidTogether(all)]));
}

interface FieldProblem {
  path: string;
  message: string;
  fix: string;
}

/**
 * `/recruitment/headline` is the field `recruitment.headline`; `/origins/0` is one value of the field
 * `origins`.
 */
export function fieldName(pointer: string): string {
  const name = pointer.replace(/^\//, '').replace(/\/\d+$/, '');
  return name.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}
