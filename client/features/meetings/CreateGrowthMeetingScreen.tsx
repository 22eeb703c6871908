import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import type { MeetingSummary } from '#shared/meetings.ts'
import { paths } from '#shared/paths.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { TableMotif } from '#client/ui/motifs.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { Person } from '#client/ui/Person.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './meetings.module.css'
import { ownMeetings, peopleToMeet } from './queries.ts'

export function Component() {
  return (
    <>
      <ScreenTitle>Growth meetings</ScreenTitle>
      <PageHeader
        title="Growth meetings"
        lead="An hour with one or a few of your connections, to help each other’s business grow."
      />
      <Stack gap={8}>
        <People />
        <Meetings />
      </Stack>
    </>
  )
}

function People() {
  const people = useSuspenseInfiniteQuery(peopleToMeet)
  if (people.data.length === 0) {
    return (
      <EmptyState
        picture={<TableMotif />}
        title="A growth meeting starts with a connection"
        action={<LinkButton to={paths.connections}>Go to connections</LinkButton>}
      >
        You can invite people you are connected with. When you have your first connection, you will choose
        here whom to meet, what for, and when it suits you both.
      </EmptyState>
    )
  }
  return (
    <Stack gap={3}>
      <h2>People you could meet</h2>
      <ul className={styles.list}>
        {people.data.map(({ id, member }) => (
          <li key={id}>
            <Person
              name={member.displayName}
              lines={[member.headline, member.company]}
              to={paths.connection(id)}
            />
          </li>
        ))}
      </ul>
      <ShowMore {...people} />
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
        <p className={styles.quiet}>
          {startsAt ? (
            <time dateTime={startsAt}>{timeOf(startsAt, durationMinutes, zone)}</time>
          ) : (
            `No time is chosen yet, ${durationMinutes} minutes`
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
