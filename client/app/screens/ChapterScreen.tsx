import { ChapterScreen as Screen } from '#client/modules/chapters/screens.tsx'
import { ChapterEvents } from '#client/modules/events/chapters/parts.ts'

/** A chapter with its events, or for an empty slug all chapters. Composed here because events come after chapters. */
export const ChapterScreen = ({ slug }: { slug: string }) => <Screen slug={slug} Events={ChapterEvents} />
