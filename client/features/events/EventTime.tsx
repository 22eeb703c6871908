import { type Span, formatWhen, type ZonedText } from '#client/lib/time/when.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

interface Props {
  span: Span
  viewerZone: string
}

/** One line, for a place where the day stands beside it. */
export function EventTime({ span, viewerZone }: Props) {
  const [first, second] = formatWhen(span, viewerZone)
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

const reading = ({ times, zone }: ZonedText, allDay: boolean) => (allDay ? times : `${times} ${zone}`)
