// Tags as people type them: one field, separated by commas.
import { TextField } from '../components/fields.tsx';
import type { FormInput } from '../forms.ts';

export function TagsField({ tags }: { tags: readonly string[] }) {
  return (
    <TextField
      name="tags"
      label="Tags"
      value={tags.join(', ')}
      hint="Separated by commas. Only your team sees them."
    />
  );
}

export const tagsOf = (form: FormInput): string[] =>
  form
    .text('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
