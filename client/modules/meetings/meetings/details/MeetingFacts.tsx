import { Link } from 'react-router-dom'

import * as m from '#shared/meetings/messages.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { OtherClocks } from '#client/modules/meetings/meetings/OtherClocks.tsx'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { slotLabel, zonesOf } from '#client/modules/meetings/meetings/times.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { LinkedText } from '#client/ui/text/LinkedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './details.module.css'

export const MeetingFacts = ({ meeting, viewerId }: MeetingProps) => (
  <Card title={m.factsTitle()}>
    <Facts short>
      <Fact name={m.factsWhen()}>
        {(meeting.startsAt || !isOver(meeting)) && <When meeting={meeting} viewerId={viewerId} />}
      </Fact>
      <Fact name={m.length()}>{m.minutes({ minutes: meeting.durationMinutes })}</Fact>
      <Fact name={m.factsWhere()}>
        {(meeting.place || meeting.joinUrl || !isOver(meeting)) && <Where meeting={meeting} />}
      </Fact>
      <Fact name={m.factsEvent()}>
        {meeting.event && <Link to={paths.event(meeting.event.id)}>{meeting.event.title}</Link>}
      </Fact>
      <Fact name={m.agenda()}>
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

/** Nothing is decided any more, or the viewer is no longer part of it and gets no updates. */
const isOver = ({ status }: MeetingDetails) =>
  status === 'cancelled' || status === 'declined' || status === 'expired'

function When({ meeting, viewerId }: MeetingProps) {
  const viewerZone = useViewerZone()
  const { startsAt, durationMinutes } = meeting
  if (!startsAt) return m.factsUndecided()
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
      <Link to={`?meeting=${id}&view=edit`}>{m.factsAddPlace()}</Link>
    ) : (
      <span className={patterns.muted}>{m.notSet()}</span>
    )
  return (
    <>
      {place && (
        <p>
          <LinkedText>{place}</LinkedText>
        </p>
      )}
      {joinUrl && <p>{m.factsOnline()}</p>}
    </>
  )
}
