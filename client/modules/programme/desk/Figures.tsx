import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { type FigureTable, NOT_BEEN_FOR } from '#shared/programme/desk/rules.ts'
import type { EndedEvent, EventFigures } from '#shared/programme/desk/schema.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import { paths } from '#shared/lib/paths.ts'
import { request } from '#client/lib/request.ts'
import { saveFile } from '#client/lib/files/save-file.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/lists/Table.tsx'

import { Curve } from './Curve.tsx'
import { eventFigures } from './queries.ts'

/** Figures across the events that the viewer manages, for organisers and admins. */
export function Figures() {
  const { data } = useSuspenseQuery(eventFigures)
  return (
    <>
      <ScreenTitle>{m.deskFigures()}</ScreenTitle>
      <PageHeader
        back={{ to: paths.events, label: m.eventAll() }}
        title={m.deskFigures()}
        lead={data.ofEveryone ? m.deskFiguresOfEveryone() : m.deskFiguresOwn()}
      />
      {data.events.length === 0 ? (
        <EmptyState title={m.deskFiguresNone()}>{m.deskFiguresNoneText()}</EmptyState>
      ) : (
        <Stack gap={6}>
          <EventCurves {...data} />
          <NotBeen {...data} />
        </Stack>
      )}
    </>
  )
}

function EventCurves({ events }: EventFigures) {
  const labels = events.map(dateOf)
  const latestFirst = events.toReversed()
  const missed = events.reduce((sum, event) => sum + (noShowsOf(event) ?? 0), 0)
  const newcomers = events.reduce((sum, event) => sum + event.newcomers, 0)
  return (
    <>
      <Curve
        title={m.deskSeatsTitle()}
        sentence={m.deskSeatsSentence({ events: events.length, missed })}
        format={(value) => m.deskPercent({ value })}
        labels={labels}
        series={[
          { label: m.deskSeatsFill(), values: events.map(fillOf) },
          { label: m.deskSeatsShowUp(), values: events.map(showUpOf) },
        ]}
        actions={<DownloadTable table="events" />}
      >
        <Table
          label={m.deskSeatsTable()}
          columns={[
            m.deskColumnEvent(),
            m.deskColumnDate(),
            m.seatsTaken(),
            m.checkedIn(),
            m.deskColumnNoShows(),
          ]}
        >
          {latestFirst.map((event) => (
            <tr key={event.id}>
              <EventCell event={event} />
              <td>{dateOf(event)}</td>
              <td>
                {event.capacity
                  ? m.deskPartOf({ part: event.seats, whole: event.capacity })
                  : m.deskSeatsUnlimited({ seats: event.seats })}
              </td>
              <td>
                {event.checkedIn === undefined
                  ? m.deskCheckInNotUsed()
                  : m.deskPartOf({ part: event.checkedIn, whole: event.going })}
              </td>
              <td>{noShowsOf(event) ?? '–'}</td>
            </tr>
          ))}
        </Table>
      </Curve>
      <Curve
        title={m.deskFirstEvent()}
        sentence={m.deskFirstEventSentence({ count: newcomers })}
        labels={labels}
        series={[{ label: m.deskFirstEventSeries(), values: events.map((event) => event.newcomers) }]}
      >
        <Table
          label={m.deskFirstEventTable()}
          columns={[m.deskColumnEvent(), m.deskColumnDate(), m.deskFirstEvent(), m.deskPageViews()]}
        >
          {latestFirst.map((event) => (
            <tr key={event.id}>
              <EventCell event={event} />
              <td>{dateOf(event)}</td>
              <td>{event.newcomers}</td>
              <td>{event.views}</td>
            </tr>
          ))}
        </Table>
      </Curve>
    </>
  )
}

function NotBeen({ months, notBeen: { total, items } }: EventFigures) {
  const days = NOT_BEEN_FOR / DAY
  return (
    <>
      <Curve
        title={m.deskNotBeen({ days })}
        sentence={m.deskNotBeenSentence({ total, days })}
        labels={months.map(({ month }) => monthLabel(month))}
        series={[{ label: m.members(), values: months.map(({ people }) => people) }]}
        actions={<DownloadTable table="months" />}
      >
        <Table label={m.deskNotBeenTable({ days })} columns={[m.deskColumnMonth(), m.members()]}>
          {months.toReversed().map(({ month, people }) => (
            <tr key={month}>
              <th scope="row">{monthLabel(month)}</th>
              <td>{people}</td>
            </tr>
          ))}
        </Table>
      </Curve>
      <Card title={m.deskNotBeenList()} actions={total > 0 && <DownloadTable table="people" />}>
        {total === 0 ? (
          <p className={patterns.muted}>{m.deskNotBeenNone({ days })}</p>
        ) : (
          <Table
            label={m.deskNotBeenList()}
            columns={[m.name(), m.deskColumnLastEvent(), m.deskColumnDate()]}
          >
            {items.map(({ member, lastAt, title }) => (
              <tr key={member.id}>
                <th scope="row">
                  <Link to={paths.memberProfile(member.id)}>{member.displayName}</Link>
                </th>
                <td>{title}</td>
                <td>{formatOn(lastAt.slice(0, 10))}</td>
              </tr>
            ))}
          </Table>
        )}
        {total > items.length && (
          <p className={patterns.muted}>{m.deskNotBeenMore({ shown: items.length, total })}</p>
        )}
      </Card>
    </>
  )
}

function DownloadTable({ table }: { table: FigureTable }) {
  const { run, isPending } = useCommand({
    command: () => request('GET /api/events/figures.csv', { query: { table }, file: 'text/csv' }),
    onSuccess: (content) => saveFile(`${m.deskFiguresFile({ table })}.csv`, content),
  })
  return (
    <Button variant="secondary" busy={isPending && m.deskPreparing()} onClick={() => run()}>
      {m.deskDownload()}
    </Button>
  )
}

const EventCell = ({ event: { id, title } }: { event: EndedEvent }) => (
  <th scope="row">
    <Link to={paths.event(id)}>{title}</Link>
  </th>
)

const dateOf = ({ startsAt, timeZone }: EndedEvent) => formatOn(dayAt(startsAt, timeZone))

const noShowsOf = ({ going, checkedIn }: EndedEvent) =>
  checkedIn === undefined ? undefined : going - checkedIn

const share = (part: number, whole: number) => Math.min(100, Math.round((100 * part) / whole))

const fillOf = ({ seats, capacity }: EndedEvent) => (capacity ? share(seats, capacity) : undefined)

const showUpOf = ({ checkedIn, going }: EndedEvent) =>
  checkedIn === undefined ? undefined : share(checkedIn, going)

const monthLabel = (month: string) =>
  formatAt(new Date(`${month}-01T00:00:00Z`), { month: 'short', year: 'numeric', timeZone: 'UTC' })
