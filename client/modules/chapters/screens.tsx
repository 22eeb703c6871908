import type { ComponentProps } from 'react'

import { CHAPTER_PROPOSAL } from '#shared/lib/paths/chapters.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'

import { Chapter } from './Chapter.tsx'
import { Chapters } from './Chapters.tsx'

// One chunk for all screens of chapters: each would be small, and they share most of their code.
export { AdminChapters } from './AdminChapters.tsx'
export { ChapterAdmin } from './ChapterAdmin.tsx'

const ProposeChapter = lazyPart(() => import('./ProposeChapter.tsx'), 'ProposeChapter')

/** The list of chapters for an empty `slug`. */
export function ChapterScreen(props: ComponentProps<typeof Chapter>) {
  if (props.slug === '') return <Chapters />
  return props.slug === CHAPTER_PROPOSAL ? <ProposeChapter /> : <Chapter {...props} />
}
