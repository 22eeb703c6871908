import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { CHECK_IN_OPENS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { checkInCodes } from '#client/modules/attendance/check-in/kept-codes.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'
import { QrCode } from '#client/ui/qr/QrCode.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Loading } from '#client/ui/crash/Loading.tsx'
import { routeQuery } from '#client/lib/route-query.ts'

import styles from './rsvp.module.css'

const ownCheckInCode = (eventId: string) =>
  routeQuery(['events', 'check-in-code', eventId], 'GET /api/events/:eventId/check-in-code', {
    params: { eventId },
  })

/** The code that members who are going show on arrival. Visible once check-in opens. */
export function CheckInCode({ event }: { event: EventDetails }) {
  const viewerZone = useViewerZone()
  const opensAt = new Date(Date.parse(event.startsAt) - CHECK_IN_OPENS).toISOString()
  const phase = useClock((now) => phaseAt(event, opensAt, now))
  if (event.mine?.checkedInAt)
    return phase === 'over' ? null : <Notice tone="success" title={m.rsvpCheckedIn()} />
  if (event.mine?.state !== 'going' || event.status !== 'published' || phase === 'over') return null
  if (event.format === 'online') return null
  if (phase === 'open') return <EnlargeableCode event={event} />
  return <p className={patterns.muted}>{m.rsvpCodeLater({ moment: formatMoment(opensAt, viewerZone) })}</p>
}

function phaseAt({ endsAt }: EventDetails, opensAt: string, now: number) {
  if (Date.parse(endsAt) <= now) return 'over'
  return Date.parse(opensAt) <= now ? 'open' : 'before'
}

function EnlargeableCode({ event: { id, title, startsAt, endsAt, timeZone } }: { event: EventDetails }) {
  const [isEnlarged, setEnlarged] = useState(false)
  const query = useQuery({ ...ownCheckInCode(id), throwOnError: false })
  const { data } = query
  const code = data?.code
  useEffect(() => {
    if (code !== undefined) checkInCodes.keep(id, { title, startsAt, endsAt, timeZone, code })
  }, [id, title, startsAt, endsAt, timeZone, code])
  if (!data)
    return (
      <Loading query={query} failed={m.rsvpCodeFailed()} spinner={<Spinner label={m.rsvpCodeLoading()} />} />
    )
  return (
    <div className={styles.code}>
      <h3>{m.rsvpCode()}</h3>
      <div className={styles.picture}>
        <QrCode text={data.code} label={m.rsvpCodeFor({ event: title })} />
      </div>
      <Button variant="secondary" onClick={() => setEnlarged(true)}>
        {m.rsvpCodeEnlarge()}
      </Button>
      <Dialog open={isEnlarged} onClose={() => setEnlarged(false)} title={title}>
        <QrCode text={data.code} label={m.rsvpCodeFor({ event: title })} />
      </Dialog>
    </div>
  )
}
