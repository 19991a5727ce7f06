// Files that forms send: stored under a purpose, and waited for until they were read.
import { fileOperations } from '../../domains/platform/files/operations.ts';
import { AppError, invalidField } from '../../kit/error.ts';
import type { FormInput } from '../forms.ts';
import type { PlaceVisit } from '../visit.ts';

/** How long a form waits for a file to be read, which usually takes a second. */
const LOOKS = 40;
const LOOK_MS = 250;

export async function uploadFile(
  at: PlaceVisit,
  purpose: 'chat_attachment' | 'agreement' | 'submission' | 'thumbnail' | 'profile_picture',
  { bytes, name }: { bytes: Uint8Array; name: string },
): Promise<string> {
  const { id } = await at.run(fileOperations.createFile, { query: { purpose, name }, body: bytes as never });
  return id;
}

/** The file once it was read, or as far as it got. */
export async function fileOnceRead(at: PlaceVisit, id: string) {
  for (let look = 1; ; look++) {
    const file = await at.run('GET /v1/files/:id', { params: { id } });
    if (file.status !== 'processing' || look >= LOOKS) return file;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

/**
 * Throws validation_failed for a file that cannot be used, and unavailable for one that is still being checked, which the
 * form keeps (`<Attached>`).
 */
export async function requireReady(at: PlaceVisit, form: FormInput, id: string): Promise<void> {
  const { status, failure } = await fileOnceRead(at, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    return { status: 'deleted', failure: { message: 'The file is gone. Choose it again.' } } as const;
  });
  if (status === 'ready') return;
  if (status === 'processing')
    throw new AppError('unavailable', 'Your file is still being checked. Send again in a moment.');
  form.keep(
    'attached',
    form.all('attached').filter((one) => one !== id),
  );
  throw invalidField('/file', failure?.message ?? 'The file cannot be used. Choose another.');
}
