import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { CHECK_IN_OPENS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { CheckInCode as Code } from '#shared/check-in.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { keepCheckInCode } from '#client/lib/check-in-codes.ts'
import { request } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'
import { QrCode } from '#client/ui/qr/QrCode.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './rsvp.module.css'

const ownCheckInCode = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'check-in-code', eventId],
    queryFn: ({ signal }) => request<Code>(eventUrl(eventId, 'check-in-code'), { signal }),
  })

/** Members who are going show it on arrival, from when check-in opens. */
export function CheckInCode({ event }: { event: EventDetails }) {
  const viewerZone = useViewerZone()
  const opensAt = new Date(Date.parse(event.startsAt) - CHECK_IN_OPENS).toISOString()
  const phase = useClock((now) => phaseAt(event, opensAt, now))
  if (event.mine?.checkedInAt)
    return phase === 'over' ? null : <Notice tone="success" title="You’re checked in. Enjoy the event!" />
  if (event.mine?.state !== 'going' || event.status !== 'published' || phase === 'over') return null
  if (event.format === 'online') return null
  if (phase === 'open') return <EnlargeableCode event={event} />
  return (
    <p className={patterns.muted}>
      You’ll find your check-in code here from {formatMoment(opensAt, viewerZone)}.
    </p>
  )
}

function phaseAt({ endsAt }: EventDetails, opensAt: string, now: number) {
  if (Date.parse(endsAt) <= now) return 'over'
  return Date.parse(opensAt) <= now ? 'open' : 'before'
}

function EnlargeableCode({ event: { id, title, startsAt, endsAt, timeZone } }: { event: EventDetails }) {
  const [isEnlarged, setEnlarged] = useState(false)
  const { data, isPending, refetch, isFetching } = useQuery({
    ...ownCheckInCode(id),
    throwOnError: false,
  })
  const code = data?.code
  useEffect(() => {
    if (code !== undefined) keepCheckInCode(id, { title, startsAt, endsAt, timeZone, code })
  }, [id, title, startsAt, endsAt, timeZone, code])
  if (isPending) return <Spinner label="Loading your check-in code" />
  if (!data)
    return (
      <Notice
        tone="warning"
        actions={
          <Button variant="secondary" busy={isFetching && 'Loading…'} onClick={() => refetch()}>
            Try again
          </Button>
        }
      >
        We couldn’t load your check-in code. You can also check in by name.
      </Notice>
    )
  return (
    <div className={styles.code}>
      <h3>Your check-in code</h3>
      <div className={styles.picture}>
        <QrCode text={data.code} label={`Check-in code for ${title}`} />
      </div>
      <Button variant="secondary" onClick={() => setEnlarged(true)}>
        Enlarge code
      </Button>
      <Dialog open={isEnlarged} onClose={() => setEnlarged(false)} title={title}>
        <QrCode text={data.code} label={`Check-in code for ${title}`} />
      </Dialog>
    </div>
  )
}
