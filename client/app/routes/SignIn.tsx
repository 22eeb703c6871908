import { readSettings } from '#client/lib/settings.ts'
import { useScreensAhead } from '#client/lib/use-screens-ahead.ts'
import { ForVisitors } from '#client/ui/page/ForVisitors.tsx'
import { LoginScreen } from '#client/modules/accounts/sign-in/LoginScreen.tsx'
import { GuestBooking } from '#client/modules/attendance/guests/GuestBooking.tsx'
import { LinkedEvent, useLinkedEvent } from '#client/modules/events/public-events/LinkedEvent.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const screenOfNewcomers = () => import('./Onboarding.tsx')

/** Signing in, with the event whose link led here. */
function SignIn() {
  const event = useLinkedEvent()
  const takesBookings = readSettings().COMMUNITY?.guests && event?.openToGuests
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
              booking={takesBookings && <GuestBooking eventId={event.id} />}
            />
          ))
        }
      />
    </ForVisitors>
  )
}

export const Component = asScreen(SignIn)
