import { can } from '#shared/roles.ts'
import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { CalendarFeedButton } from '#client/features/calendar-feed/CalendarFeedButton.tsx'
import { hasStoredDraft, NEW_EVENT_DRAFT } from '#client/features/event-editor/stored-drafts.ts'
import { EventsScreen } from '#client/features/events/EventsScreen.tsx'
import { HiddenRsvps } from '#client/features/rsvp/HiddenRsvps.tsx'
import { useAuth } from '#client/lib/auth.tsx'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'

const CreateEvent = lazy(async () => ({
  default: (await import('#client/features/event-editor/CreateEvent.tsx')).CreateEvent,
}))

/** The list, or with `?create=1` the form for a new event. Features know nothing of each other. */
export function Component() {
  const [params] = useSearchParams()
  const isOrganiser = useIsOrganiser()
  if (isOrganiser && params.has('create')) return <CreateEvent />
  return (
    <EventsScreen
      isOrganiser={isOrganiser}
      calendarFeed={<CalendarFeedButton />}
      hiddenRsvps={<HiddenRsvps />}
      notice={
        isOrganiser &&
        hasStoredDraft(NEW_EVENT_DRAFT) && (
          <UnsavedNotice title="You have an unsaved new event" to="?create=1" />
        )
      }
    />
  )
}

function useIsOrganiser() {
  const auth = useAuth()
  return auth.state === 'signed-in' && can(auth.user.member?.role ?? 'member', 'organise')
}
