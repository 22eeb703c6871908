import type { GuestPage } from '#shared/attendance/guests.ts'
import * as m from '#shared/events/messages.ts'
import { saveFile } from '#client/lib/files/save-file.ts'
import { request } from '#client/lib/request.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { calendarItems } from '#client/modules/events/events/calendar-links.ts'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { Menu } from '#client/ui/overlays/Menu.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { QrCode } from '#client/ui/qr/QrCode.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/lib/toast.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import styles from '#client/modules/attendance/rsvps/rsvp.module.css'

import { usePolled } from './use-polled.ts'

interface Props {
  page: GuestPage
  link: string
}

/** The guest's seat, with what they need to come: the code for check-in, the link to an online event, their calendar. */
export function GuestTicket({ page, link }: Props) {
  const { event, mine, code } = page
  if (!mine || mine.state === 'declined') return null
  return (
    <Stack gap={4}>
      <Standing page={page} />
      {mine.checkedInAt && <GuestTables link={link} />}
      {code !== undefined && event.format !== 'online' && (
        <>
          <div className={styles.picture}>
            <QrCode text={code} label={m.rsvpCodeFor({ event: event.title })} />
          </div>
          <p className={patterns.muted}>{m.guestsCode()}</p>
        </>
      )}
      {event.joinUrl && (
        <p>
          <a href={event.joinUrl} rel="noreferrer" target="_blank">
            {m.eventJoinOnline()}
          </a>
        </p>
      )}
      {mine.state === 'going' && <AddToCalendar page={page} link={link} />}
    </Stack>
  )
}

const loadTables = (link: string) => request('POST /api/guests/tables', { body: { link } })

/** Without them the page still works. */
export function GuestTables({ link }: Pick<Props, 'link'>) {
  const { rounds = [] } = usePolled(loadTables, link).data ?? {}
  if (rounds.length === 0) return null
  return (
    <section>
      <Stack gap={2}>
        <h2>{m.guestsTables()}</h2>
        <Facts>
          {rounds.map(({ round, table }) => (
            <Fact key={round} name={m.guestsRound({ round })}>
              <strong>{m.guestsTable({ table })}</strong>
            </Fact>
          ))}
        </Facts>
      </Stack>
    </section>
  )
}

function Standing({ page: { mine, event } }: Pick<Props, 'page'>) {
  if (mine?.checkedInAt) return <Notice tone="success" title={m.rsvpCheckedIn()} />
  switch (mine?.state) {
    case 'waitlisted':
      return <Notice tone="info">{m.guestsWaiting({ position: mine.position ?? 1 })}</Notice>
    case 'offered':
      return (
        <Notice tone="info">
          {m.guestsOffered({ until: formatMoment(mine.offerUntil ?? event.startsAt, event.timeZone) })}
        </Notice>
      )
    case 'requested':
      return <Notice tone="info">{m.guestsRequested()}</Notice>
    default:
      return null
  }
}

function AddToCalendar({ page: { event }, link }: Props) {
  const toast = useToast()
  const download = () =>
    request('POST /api/guests/calendar', { body: { link }, file: 'text/calendar' }).then(
      (content) => saveFile(`${event.title}.ics`, content),
      () => toast(m.guestsFailed()),
    )
  const file = { label: m.calendarOthers(), onSelect: () => void download() }
  const venue = event.venue ? { name: event.venue, address: {} } : undefined
  return (
    <div>
      <Menu
        trigger={m.eventCalendarAdd()}
        items={calendarItems({ ...event, venue }, location.origin, file)}
      />
    </div>
  )
}
