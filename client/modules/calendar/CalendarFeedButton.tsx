import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/calendar/messages.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

const FeedSettings = lazyPart(() => import('./FeedSettings.tsx'), 'FeedSettings')

export function CalendarFeedButton() {
  const { show, dialog } = useCalendarFeed()
  return (
    <>
      <Button variant="secondary" onClick={show}>
        {m.calendarSync()}
      </Button>
      {dialog}
    </>
  )
}

export function useCalendarFeed() {
  const [params, setParams] = useSearchParams()
  // Emails link to the dialog (`paths.syncCalendar`).
  const isLinked = params.has('sync')
  const [open, setOpen] = useState(isLinked)

  function close() {
    setOpen(false)
    if (!isLinked) return
    params.delete('sync')
    setParams(params, { replace: true })
  }

  return {
    show: () => setOpen(true),
    dialog: (
      <Dialog open={open} onClose={close} title={m.calendarSyncTitle()}>
        <Suspense fallback={<Spinner />}>
          <FeedSettings />
        </Suspense>
      </Dialog>
    ),
  }
}
