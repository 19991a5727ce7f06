// Where a creator enters a platform's code for a post.
import {
  type AuthorizationPlatform,
  PERMISSIONS,
} from '../../../domains/ads/ad-authorizations/ad-authorization.ts';
import { invalidField } from '../../../kit/error.ts';
import { DAY_MS, day as dayOf } from '../../../kit/time.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';

const WHERE = {
  sparkCode: 'In TikTok, open the post and its ad settings. Allow ads, then generate a code and copy it.',
  adCode: 'In Instagram, open the post and its partnership ad settings. Get a code and copy it.',
} as const;

/** @param needsCode whether there is no yes without a code, whatever the platform. */
export function CodeForm({
  action,
  platform,
  needsCode,
  isGranted,
}: {
  action: string;
  platform: AuthorizationPlatform;
  needsCode: boolean;
  isGranted: boolean;
}) {
  const { code, name, codeNeeded, tellsEnd } = PERMISSIONS[platform];
  return (
    <Form action={action}>
      <TextField
        name={code}
        label={`Code from ${name}`}
        hint={WHERE[code]}
        required={needsCode || codeNeeded}
        autocomplete="one-time-code"
      />
      {!tellsEnd && (
        <TextField
          name="expiresAt"
          label="Last day"
          hint="Without one, it lasts until you withdraw it."
          type="date"
        />
      )}
      <Button>{isGranted ? 'Send new code' : 'Authorize ad'}</Button>
    </Form>
  );
}

/** The end of a day that was entered, in milliseconds; null for none. Throws validation_failed for what is no day. */
export function lastDayOf(day: string): number | null {
  if (day === '') return null;
  const start = Date.parse(`${day}T00:00:00Z`);
  // A day like 30 February would silently become another one.
  if (Number.isNaN(start) || dayOf(start) !== day) throw invalidField('/expiresAt', 'Must be a date.');
  return start + DAY_MS;
}
