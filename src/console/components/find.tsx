import { AGAIN_FIELD, FOUND_FIELD } from '../forms.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { Hidden, useTyped } from './form.tsx';

/**
 * Shows the form around it again with the records of a name; what is filled in and chosen stays. Enter in it searches, also
 * where the form says with `enters` which button Enter presses.
 * @param more whether there are more than the form shows.
 */
export function Find({
  name,
  label,
  more,
  found,
}: {
  name: string;
  label: string;
  more: boolean;
  found: string;
}) {
  const searched = useTyped()?.text(name) ?? '';
  return (
    <>
      <Hidden name={FOUND_FIELD} value={`${name}=${searched}`} />
      <TextField
        name={name}
        label={label}
        type="search"
        maxlength={200}
        hint={more ? 'There are more than are shown here.' : found}
      />
      <Button look="secondary" name={AGAIN_FIELD} value="1" unchecked>
        Find
      </Button>
    </>
  );
}
