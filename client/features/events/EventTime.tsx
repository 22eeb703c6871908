import { type Span, whenWords, type ZonedWords } from '#client/lib/time/when.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

interface Props {
  span: Span
  viewerZone: string
}

/** One line, for a place where the day stands beside it. */
export function EventTime({ span, viewerZone }: Props) {
  const [first, second] = whenWords(span, viewerZone)
  return (
    <>
      <span>
        <time dateTime={span.startsAt}>
          <VisuallyHidden>{first.days}, </VisuallyHidden>
          {reading(first, span.allDay)}
        </time>
        {second && ' ·'}
      </span>{' '}
      {second && <time dateTime={span.startsAt}>{reading(second, span.allDay)}</time>}
    </>
  )
}

const reading = ({ times, zone }: ZonedWords, allDay: boolean) => (allDay ? times : `${times} ${zone}`)
