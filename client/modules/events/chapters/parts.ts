// One chunk for all parts that only communities with chapters load: each is small.
export { ChapterAudience } from './ChapterAudience.tsx'
export { ChapterEvents } from './ChapterEvents.tsx'
export { ChapterFields } from './ChapterFields.tsx'
