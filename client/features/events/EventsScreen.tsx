import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { paths } from '#shared/paths.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ArchesMotif } from '#client/ui/motifs.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'

import { EventRow } from './EventRow.tsx'
import styles from './events.module.css'
import { upcomingEvents } from './queries.ts'

export function Component() {
  const list = useSuspenseInfiniteQuery(upcomingEvents)
  return (
    <>
      <ScreenTitle>Events</ScreenTitle>
      <PageHeader title="Events" lead="Where members meet: in a room, online, or both." />
      {list.data.length === 0 ? (
        <EmptyState
          picture={<ArchesMotif />}
          title="Nothing is planned yet"
          action={<LinkButton to={paths.createGrowthMeeting}>Meet one to one meanwhile</LinkButton>}
        >
          Events will stand here by day, with the seats that are left. As soon as an organiser publishes the
          first one, you can say whether you are coming.
        </EmptyState>
      ) : (
        <ol className={styles.list}>
          {list.data.map((event) => (
            <li key={event.id}>
              <EventRow event={event} />
            </li>
          ))}
        </ol>
      )}
      <ShowMore {...list} />
    </>
  )
}
