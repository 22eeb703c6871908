import { useState } from 'react'

import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

import { FeedSettings } from './FeedSettings.tsx'

export function CalendarFeedButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Calendar feed
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Your events in your calendar">
        <FeedSettings />
      </Dialog>
    </>
  )
}
