import { submissionPage } from './submission.tsx';
import { submissionsPage } from './submissions.tsx';

export const submissionPages = [submissionPage, submissionsPage];
