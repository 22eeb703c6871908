export type { ChapterMerge } from './collection.ts'
