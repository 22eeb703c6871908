import type { Reader } from '#server/store/port.ts'

import { type ChapterMerge, chapterMerges } from './collection.ts'

/** Whether no other process has taken the merge further. Each of its steps reads this in its transaction. */
export const isStill = async (reader: Pick<Reader, 'get'>, { id, state }: ChapterMerge) =>
  (await reader.get(chapterMerges, id))?.state === state
