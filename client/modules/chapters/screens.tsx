import { Chapter } from './Chapter.tsx'
import { Chapters } from './Chapters.tsx'

// One chunk for all screens of chapters: each would be small, and they share most of their code.
export { AdminChapters } from './AdminChapters.tsx'
export { ChapterAdmin } from './ChapterAdmin.tsx'

/** @param slug empty for the list of chapters */
export const ChapterScreen = ({ slug }: { slug: string }) =>
  slug === '' ? <Chapters /> : <Chapter slug={slug} />
