import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/events/messages.ts'
import { rich } from '#client/ui/rich.tsx'
import type { DayNumbers, EventNumbers } from '#shared/programme/desk/schema.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { Content } from '#shared/lib/language/format.ts'
import { request } from '#client/lib/request.ts'
import { saveFile } from '#client/lib/files/save-file.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { daysBetween } from './curve.ts'
import { Curve } from './Curve.tsx'
import styles from './desk.module.css'
import { eventNumbers } from './queries.ts'

/** Page views and RSVPs by day, and how many of those with a seat came. */
export function Numbers({ event }: { event: EventDetails }) {
  const { data } = useSuspenseQuery(eventNumbers(event.id))
  const { run, isPending } = useCommand({
    command: () =>
      request('GET /api/events/:eventId/numbers.csv', { params: { eventId: event.id }, file: 'text/csv' }),
    onSuccess: (content) => saveFile(`${m.deskNumbersFile({ event: event.title })}.csv`, content),
  })
  const days = withoutGaps(data.days)
  if (days.length === 0) return <EmptyState title={m.deskNumbersNone()}>{m.deskNumbersNoneText()}</EmptyState>
  const latestFirst = data.days.toReversed()
  const views = sumOf(days, 'members') + sumOf(days, 'visitors')
  return (
    <Stack gap={6}>
      <div className={styles.top}>
        <ShowUp {...data} />
        <Button variant="secondary" busy={isPending && m.deskPreparing()} onClick={() => run()}>
          {m.deskDownload()}
        </Button>
      </div>
      <Curve
        title={m.deskRsvps()}
        sentence={m.deskRsvpsSentence({ going: sumOf(days, 'going'), waiting: sumOf(days, 'waiting') })}
        labels={days.map(({ day }) => formatOn(day))}
        series={[
          { label: m.deskRsvpsGoing(), values: runningTotals(days, 'going') },
          { label: m.deskRsvpsWaiting(), values: runningTotals(days, 'waiting') },
        ]}
      >
        <Table
          label={m.deskRsvpsTable()}
          columns={[m.deskColumnDay(), m.going(), m.maybe(), m.deskWaiting(), m.deskDeclined()]}
        >
          {latestFirst.map(({ day, going, maybe, waiting, declined }) => (
            <tr key={day}>
              <th scope="row">{formatOn(day)}</th>
              <td>{going}</td>
              <td>{maybe}</td>
              <td>{waiting}</td>
              <td>{declined}</td>
            </tr>
          ))}
        </Table>
      </Curve>
      <Curve
        title={m.deskPageViews()}
        sentence={m.deskViewsSentence({ views })}
        labels={days.map(({ day }) => formatOn(day))}
        series={[
          { label: m.members(), values: days.map(({ members }) => members) },
          { label: m.deskVisitors(), values: days.map(({ visitors }) => visitors) },
        ]}
      >
        <Table label={m.deskViewsTable()} columns={[m.deskColumnDay(), m.members(), m.deskVisitors()]}>
          {latestFirst.map(({ day, members, visitors }) => (
            <tr key={day}>
              <th scope="row">{formatOn(day)}</th>
              <td>{members}</td>
              <td>{visitors}</td>
            </tr>
          ))}
        </Table>
      </Curve>
    </Stack>
  )
}

function ShowUp({ going, checkedIn }: EventNumbers) {
  if (checkedIn === undefined) return <p className={patterns.small}>{m.deskShowUpNone()}</p>
  return (
    <p>
      {rich(
        m.deskShowUp({
          rate,
          percent: Math.round((100 * checkedIn) / going),
          checkedIn,
          going,
        }),
      )}
    </p>
  )
}

const rate = (percent: Content) => <span className={styles.rate}>{rich(percent)}</span>

type Figure = Exclude<keyof DayNumbers, 'day'>

const sumOf = (days: readonly DayNumbers[], figure: Figure) => days.reduce((sum, day) => sum + day[figure], 0)

function runningTotals(days: readonly DayNumbers[], figure: Figure) {
  let total = 0
  return days.map((day) => (total += day[figure]))
}

function withoutGaps(days: readonly DayNumbers[]): DayNumbers[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const found = new Map(days.map((each) => [each.day, each]))
  const nothing = { members: 0, visitors: 0, going: 0, maybe: 0, waiting: 0, declined: 0 }
  return daysBetween(first.day, last.day).map((day) => found.get(day) ?? { day, ...nothing })
}
