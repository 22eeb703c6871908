// One chunk for all parts that only communities with chapters load: each is small.
export { ChapterEvents } from './ChapterEvents.tsx'
export { ChapterFields } from './ChapterFields.tsx'
export { ChapterFilter } from '#client/modules/people/directory/ChapterFilter.tsx'
