// What other domains may ask of samples. Every change is part of the caller's batch.
export { closeSamples } from './close-samples.ts';
