import { ForVisitors } from '#client/ui/page/ForVisitors.tsx'
import { LoginScreen } from '#client/modules/accounts/sign-in/LoginScreen.tsx'
import { LinkedEvent, useLinkedEvent } from '#client/modules/events/public-events/LinkedEvent.tsx'

/** Signing in, with the event whose link led here. */
export function Component() {
  const event = useLinkedEvent()
  return (
    <ForVisitors>
      <LoginScreen renderEvent={event && ((action) => <LinkedEvent event={event} action={action} />)} />
    </ForVisitors>
  )
}
