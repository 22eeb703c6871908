import { Suspense, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

const BookAsGuest = lazyPart(() => import('./BookAsGuest.tsx'), 'BookAsGuest')

/** Offers to RSVP to a public event without an account. The form is downloaded when it is asked for. */
export function GuestBooking({ eventId }: { eventId: string }) {
  const [isChosen, setChosen] = useState(false)
  if (!isChosen)
    return (
      <div>
        <Button variant="secondary" onClick={() => setChosen(true)}>
          {m.guestsWithoutAccount()}
        </Button>
      </div>
    )
  return (
    <Suspense fallback={<Spinner />}>
      <BookAsGuest eventId={eventId} />
    </Suspense>
  )
}
