import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import type { Connection } from '#shared/connections.ts'
import type { MeetingSummary } from '#shared/meetings.ts'
import { paths } from '#shared/paths.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { TableMotif } from '#client/ui/motifs.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './meetings.module.css'

const ownMeetings = pagedQuery<MeetingSummary>(['meetings', 'own'], '/api/meetings')

/** The key is that of the list of connections, so that both screens share the cached answer. */
const connections = pagedQuery<Connection>(['connections', 'accepted', ''], '/api/connections', {
  list: 'accepted',
})

export function Component() {
  return (
    <>
      <ScreenTitle>Growth meetings</ScreenTitle>
      <PageHeader
        title="Growth meetings"
        lead="Meet with your connections to help each other’s business grow."
      />
      <Stack gap={8}>
        <Connections />
        <Meetings />
      </Stack>
    </>
  )
}

function Connections() {
  const list = useSuspenseInfiniteQuery(connections)
  if (list.data.length === 0) {
    return (
      <EmptyState
        picture={<TableMotif />}
        title="No connections yet"
        action={<LinkButton to={paths.connections}>Go to connections</LinkButton>}
      >
        People you’re connected with appear here, so you can invite them to a growth meeting.
      </EmptyState>
    )
  }
  return (
    <Stack gap={3}>
      <h2>Your connections</h2>
      <ul className={styles.list}>
        {list.data.map(({ id, member }) => (
          <li key={id}>
            <Person
              name={member.displayName}
              lines={[member.headline, member.company]}
              to={paths.connection(id)}
            />
          </li>
        ))}
      </ul>
      <ShowMore {...list} />
    </Stack>
  )
}

function Meetings() {
  const meetings = useSuspenseInfiniteQuery(ownMeetings)
  if (meetings.data.length === 0) return null
  return (
    <Stack gap={3}>
      <h2>Your meetings</h2>
      <ul className={styles.list}>
        {meetings.data.map((meeting) => (
          <li key={meeting.id}>
            <Meeting {...meeting} />
          </li>
        ))}
      </ul>
      <ShowMore {...meetings} />
    </Stack>
  )
}

function Meeting({ purpose, startsAt, durationMinutes }: MeetingSummary) {
  const zone = useViewerZone()
  return (
    <div className={styles.meeting}>
      {startsAt && <DateBlock instant={startsAt} timeZone={zone} />}
      <div>
        <p className={styles.purpose}>{purpose}</p>
        <p className={patterns.muted}>
          {startsAt ? (
            <time dateTime={startsAt}>{timeOf(startsAt, durationMinutes, zone)}</time>
          ) : (
            `Not scheduled yet · ${durationMinutes} minutes`
          )}
        </p>
      </div>
    </div>
  )
}

function timeOf(startsAt: string, durationMinutes: number, timeZone: string) {
  const endsAt = new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString()
  const [{ days, times, zone }] = formatWhen({ startsAt, endsAt, timeZone, allDay: false }, timeZone)
  return `${days}, ${times} ${zone}`
}
