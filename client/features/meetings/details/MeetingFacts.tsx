import { Link } from 'react-router-dom'

import type { MeetingDetails } from '#shared/meetings.ts'
import { paths } from '#shared/paths.ts'
import { OtherClocks } from '#client/features/meetings/OtherClocks.tsx'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { slotLabel, zonesOf } from '#client/features/meetings/times.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { LinkedText } from '#client/ui/LinkedText.tsx'
import patterns from '#client/ui/patterns.module.css'

import styles from './details.module.css'

export const MeetingFacts = ({ meeting, viewerId }: MeetingProps) => (
  <Card title="Details">
    <Facts short>
      <Fact name="When">
        {(meeting.startsAt || !isOver(meeting)) && <When meeting={meeting} viewerId={viewerId} />}
      </Fact>
      <Fact name="Length">{meeting.durationMinutes} minutes</Fact>
      <Fact name="Where">
        {(meeting.place || meeting.joinUrl || !isOver(meeting)) && <Where meeting={meeting} />}
      </Fact>
      <Fact name="From the event">
        {meeting.event && <Link to={paths.event(meeting.event.id)}>{meeting.event.title}</Link>}
      </Fact>
      <Fact name="Agenda">
        {meeting.agenda.length > 0 && (
          <ol className={styles.agenda}>
            {meeting.agenda.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        )}
      </Fact>
    </Facts>
  </Card>
)

/** Nothing is decided any more, or not told to who is no longer part of it. */
const isOver = ({ status }: MeetingDetails) =>
  status === 'cancelled' || status === 'declined' || status === 'expired'

function When({ meeting, viewerId }: MeetingProps) {
  const viewerZone = useViewerZone()
  const { startsAt, durationMinutes } = meeting
  if (!startsAt) return 'Not decided yet'
  const { days, times } = slotLabel(startsAt, durationMinutes, viewerZone)
  return (
    <>
      <time dateTime={startsAt} className={styles.slot}>
        <span className={styles.day}>{days}</span>
        <span>{times}</span>
      </time>
      <OtherClocks {...{ startsAt, durationMinutes, viewerZone }} people={zonesOf(meeting, viewerId)} />
    </>
  )
}

function Where({ meeting: { id, place, joinUrl, actions } }: { meeting: MeetingDetails }) {
  if (!place && !joinUrl)
    return actions.includes('edit') ? (
      <Link to={`?meeting=${id}&view=edit`}>Add a place or a join link</Link>
    ) : (
      <span className={patterns.muted}>Not set</span>
    )
  return (
    <>
      {place && (
        <p>
          <LinkedText>{place}</LinkedText>
        </p>
      )}
      {joinUrl && <p>Online</p>}
    </>
  )
}
