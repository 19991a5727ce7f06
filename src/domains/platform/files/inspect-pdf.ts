import type { SystemCtx } from '../../../context.ts';
import { broken, Unusable } from '../formats/unusable.ts';
import { collectBytes } from './bytes.ts';
import type { FileRow } from './file.ts';

/** The document is in memory, and twice while the parser takes it over. */
const COUNTED_FILE = 32 * 1024 * 1024;
/** A file with more pages than this was made to waste our time. */
const MOST_PAGES = 100_000;

/** A PDF's number of pages; null for one that is too large to parse. Throws Unusable. */
export async function inspectPdf(ctx: SystemCtx, file: FileRow): Promise<Pick<FileRow, 'pages'>> {
  if (file.size > COUNTED_FILE) return { pages: null };
  const bytes = await collectBytes(ctx, file.id, 0, file.size);
  const { getDocumentProxy } = await import('unpdf');
  let pages: number;
  try {
    const document = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
    pages = document.numPages;
    await document.destroy();
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new Unusable('encrypted_pdf', 'The PDF needs a password. Upload it without one.');
    }
    throw broken('The PDF is damaged or cut off.');
  }
  if (!Number.isInteger(pages) || pages < 1 || pages > MOST_PAGES)
    throw broken('The PDF has no usable pages.');
  return { pages };
}
