import { AppError, type FieldIssue } from '../../kit/error.ts';

/** Runs an operation, and says what it refuses of single fields at the places that a form has for them. */
export async function withIssues<T>(
  run: () => Promise<T>,
  placed: (issue: FieldIssue) => FieldIssue,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'validation_failed' && Array.isArray(error.details)))
      throw error;
    const details = (error.details as FieldIssue[]).map(placed);
    throw new AppError('validation_failed', error.message, { details });
  }
}
