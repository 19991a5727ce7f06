// Exports a list with the filters that it is shown with, as a file.
import type { ExportedList } from '../../../domains/exporting/exports/lists.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import type { PlaceVisit } from '../../visit.ts';

export function ExportForm() {
  return (
    <Form action="export" inline>
      <Button look="quiet" icon="download">
        Export as CSV
      </Button>
    </Form>
  );
}

/** @param filters the list's own, as the API takes them. */
export async function exportList(
  at: PlaceVisit,
  list: ExportedList,
  filters: Record<string, string | undefined>,
): Promise<Response> {
  const { id } = await at.run('POST /v1/exports', { body: { list, filters } });
  return at.go(at.to(`/exports/${id}`));
}
