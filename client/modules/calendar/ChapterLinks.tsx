import * as m from '#shared/calendar/messages.ts'
import { CopyField } from '#client/ui/form/CopyField.tsx'

interface Props {
  /** With the slug of a chapter, or `MY_CHAPTERS`. */
  query: string
  /** The member’s link, which is known only when it is created. */
  url: string | undefined
}

/** Links to the events of a chapter, with the secret of the member’s link. */
export function ChapterLinks({ query, url }: Props) {
  if (url === undefined) return <p>{m.calendarChapterHint({ query })}</p>
  return (
    <>
      <CopyField label={m.calendarChapterLink()} name="chapter-feed" value={url + query} />
      <CopyField
        label={m.calendarChapterAtom()}
        name="chapter-atom"
        value={url.replace(/ics$/, 'atom') + query}
      />
    </>
  )
}
