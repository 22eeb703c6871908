import type { PublicEvent } from '#shared/events/public-events.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useScreensAhead } from '#client/lib/use-screens-ahead.ts'
import { ForVisitors } from '#client/ui/page/ForVisitors.tsx'
import { LoginScreen } from '#client/modules/accounts/sign-in/LoginScreen.tsx'
import { GuestBooking } from '#client/modules/attendance/guests/GuestBooking.tsx'
import { LinkedEvent, useLinkedEvent } from '#client/modules/events/public-events/LinkedEvent.tsx'

const takesBookings = ({ openToGuests, status, startsAt }: PublicEvent) =>
  openToGuests &&
  status === 'published' &&
  Date.parse(startsAt) > Date.now() &&
  readSettings().COMMUNITY?.guests

const screenOfNewcomers = () => import('./Onboarding.tsx')

/** Signing in, with the event whose link led here. */
export function Component() {
  const event = useLinkedEvent()
  useScreensAhead(event && screenOfNewcomers)
  return (
    <ForVisitors>
      <LoginScreen
        renderEvent={
          event &&
          ((action) => (
            <LinkedEvent
              event={event}
              action={action}
              booking={takesBookings(event) && <GuestBooking eventId={event.id} />}
            />
          ))
        }
      />
    </ForVisitors>
  )
}
