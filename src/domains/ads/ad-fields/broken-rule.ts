// Checks a value against the rules of one field.
import type { AdField } from '../../../integrations/ads/fields.ts';

const FIELD_PROBLEM_CODES = [
  ...(['required', 'not_taken', 'not_one_of', 'wrong_type', 'malformed'] as const),
  ...(['too_short', 'too_long', 'too_small', 'too_large'] as const),
] as const;

export type FieldProblemCode = (typeof FIELD_PROBLEM_CODES)[number];

interface BrokenRule {
  path: string;
  code: FieldProblemCode;
  message: string;
  fix: string;
}

/**
 * The first rule of a field that a value breaks; null if there is none.
 * @param platform the platform's name as people know it.
 */
export function brokenRule(field: AdField, value: unknown, platform: string): BrokenRule | null {
  const { path } = field;
  if (value === undefined || value === null) {
    if (!field.required || field.default !== null) return null;
    return {
      path,
      code: 'required',
      message: `${platform} requires this field.`,
      fix: `Fill it in. ${field.about}`,
    };
  }
  if (field.type !== 'array') return brokenValue(field, value, path, platform);
  if (!Array.isArray(value)) return wrongType(path, 'a list');
  const { min, max } = field;
  if (min !== null && value.length < min)
    return {
      path,
      code: 'too_short',
      message: `${platform} requires at least ${min} ${min === 1 ? 'value' : 'values'}.`,
      fix: `Change it. ${field.about}`,
    };
  if (max !== null && value.length > max)
    return {
      path,
      code: 'too_long',
      message: `${platform} accepts at most ${max} ${max === 1 ? 'value' : 'values'}.`,
      fix: 'Remove some.',
    };
  const item: AdField = { ...field, type: 'string', min: null, max: null };
  for (const [at, one] of value.entries()) {
    const broken = brokenValue(item, one, `${path}/${at}`, platform);
    if (broken) return broken;
  }
  return null;
}

function brokenValue(field: AdField, value: unknown, path: string, platform: string): BrokenRule | null {
  const { type, values, min, max, pattern } = field;
  if (type === 'boolean') return typeof value === 'boolean' ? null : wrongType(path, 'true or false');
  if (type === 'integer' || type === 'money') {
    if (!Number.isSafeInteger(value)) return wrongType(path, 'a whole number');
    const number = value as number;
    if (values && !values.includes(String(number)))
      return {
        path,
        code: 'not_one_of',
        message: `${platform} does not accept ${number} here.`,
        fix: values.length === 1 ? `Set it to ${values[0]}.` : `Choose one of ${values.join(', ')}.`,
      };
    if (min !== null && number < min)
      return {
        path,
        code: 'too_small',
        message: `The value is below ${min}.`,
        fix: `Set it to ${min} or more.`,
      };
    if (max !== null && number > max)
      return {
        path,
        code: 'too_large',
        message: `The value is above ${max}.`,
        fix: `Set it to ${max} or less.`,
      };
    return null;
  }
  if (typeof value !== 'string') return wrongType(path, 'a string');
  if (values && !values.includes(value))
    return {
      path,
      code: 'not_one_of',
      message: `${platform} does not accept this value.`,
      fix: `Choose one of ${values.join(', ')}.`,
    };
  if (min !== null && value.trim().length < min)
    return {
      path,
      code: 'too_short',
      message: `${platform} requires this field.`,
      fix: `Fill it in. ${field.about}`,
    };
  if (max !== null && value.length > max)
    return {
      path,
      code: 'too_long',
      message: `${platform} accepts at most ${max} characters. This has ${value.length}.`,
      fix: `Shorten it to ${max} characters.`,
    };
  const whole = pattern === null || new RegExp(`^(?:${pattern})$`, 'u').test(value);
  if (whole && (type !== 'url' || URL.canParse(value))) return null;
  return {
    path,
    code: 'malformed',
    message: `The value does not have the format that ${platform} requires.`,
    fix: `Change it. ${field.about}`,
  };
}

const wrongType = (path: string, what: string): BrokenRule => ({
  path,
  code: 'wrong_type',
  message: `The value must be ${what}.`,
  fix: `Set it to ${what}.`,
});
