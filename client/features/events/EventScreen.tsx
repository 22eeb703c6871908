import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { cityOf, deviceTimeZone, formatDay, formatTimes } from '#client/lib/dates.ts'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './events.module.css'
import { FORMAT_NAMES } from './format-names.ts'
import { eventDetails } from './queries.ts'

export function Component() {
  const { eventId = '' } = useParams()
  const { data: event } = useSuspenseQuery(eventDetails(eventId))
  const isElsewhere = event.timeZone !== deviceTimeZone()
  return (
    <>
      <ScreenTitle>{event.title}</ScreenTitle>
      <Link viewTransition to={paths.events} className={styles.back}>
        All events
      </Link>
      <PageHeader
        picture={
          <span className={styles.picture}>
            <DateBlock instant={event.startsAt} />
          </span>
        }
        title={event.title}
        lead={event.summary}
      />
      <Stack gap={6}>
        {event.status === 'cancelled' && <Notice tone="warning">This event is cancelled.</Notice>}
        <Facts>
          <Fact name={isElsewhere ? 'Your time' : 'When'}>
            <When {...event} timeZone={deviceTimeZone()} />
          </Fact>
          {isElsewhere && (
            <Fact name={`In ${cityOf(event.timeZone)}`}>
              <When {...event} />
            </Fact>
          )}
          <Fact name="How">{FORMAT_NAMES[event.format]}</Fact>
        </Facts>
      </Stack>
    </>
  )
}

const When = ({ startsAt, endsAt, timeZone }: Record<'startsAt' | 'endsAt' | 'timeZone', string>) => (
  <time dateTime={startsAt} className={styles.when}>
    <span>{formatDay(startsAt, timeZone)}</span>
    <span>{formatTimes(startsAt, endsAt, timeZone)}</span>
  </time>
)
