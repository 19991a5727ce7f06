import { newSubmissionPage } from './new-submission.tsx';
import { submissionPage } from './submission.tsx';
import { submissionsPage } from './submissions.tsx';

export const submissionPages = [submissionsPage, newSubmissionPage, submissionPage];
