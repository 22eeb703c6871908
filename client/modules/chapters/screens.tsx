import type { ComponentProps } from 'react'

import { Chapter } from './Chapter.tsx'
import { Chapters } from './Chapters.tsx'

// One chunk for all screens of chapters: each would be small, and they share most of their code.
export { AdminChapters } from './AdminChapters.tsx'
export { ChapterAdmin } from './ChapterAdmin.tsx'

/** The list of chapters for an empty `slug`. */
export const ChapterScreen = (props: ComponentProps<typeof Chapter>) =>
  props.slug === '' ? <Chapters /> : <Chapter {...props} />
