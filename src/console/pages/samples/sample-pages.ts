import { newSamplePage } from './new-sample.tsx';
import { samplePage } from './sample.tsx';
import { samplesPage } from './samples.tsx';

export const samplePages = [samplesPage, newSamplePage, samplePage];
