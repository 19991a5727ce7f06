import { AGAIN_FIELD, FOUND_FIELD } from '../forms.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { Hidden, useTyped } from './form.tsx';

/**
 * A search field: it shows the form around it again, with the records that match a name, and keeps what was
 * filled in. Enter in it searches, even if the form names another button for Enter (`enters`).
 * @param more whether there are more records than the form shows.
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
