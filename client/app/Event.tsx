import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { Announcements } from '#client/features/announcements/Announcements.tsx'
import { draftNameOf, hasStoredDraft } from '#client/features/event-editor/stored-drafts.ts'
import { DraftNotice, ManageMenu } from '#client/features/event-lifecycle/ManageMenu.tsx'
import { EventScreen } from '#client/features/events/EventScreen.tsx'
import { eventDetails } from '#client/features/events/queries.ts'
import { RsvpCard } from '#client/features/rsvp/RsvpCard.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import { MoreIcon } from '#client/ui/member-icons.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import { useReport } from '#client/lib/use-report.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { panelsOf } from './event-panels.tsx'

const UnsavedChanges = lazy(async () => ({
  default: (await import('#client/features/event-editor/EditEvent.tsx')).UnsavedChanges,
}))

const WorthMeeting = lazy(async () => ({
  default: (await import('#client/features/meet-again/WorthMeeting.tsx')).WorthMeeting,
}))
const MeetAgain = lazy(async () => ({
  default: (await import('#client/features/meet-again/MeetAgain.tsx')).MeetAgain,
}))

/** An event, or one of its panels in its place. Features know nothing of each other. */
export function Component() {
  const { eventId = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const report = useReport()
  const { data: event } = useSuspenseQuery(eventDetails(eventId))
  const [, panel] = panelsOf(event).find(([name]) => name === params.get('manage')) ?? []
  return (
    <>
      <ScreenTitle>{panel ? `${panel.label} · ${event.title}` : event.title}</ScreenTitle>
      {panel ? (
        <panel.Panel event={event} onClose={() => void navigate(paths.event(event.id))} />
      ) : (
        <EventScreen
          event={event}
          actions={
            event.managed ? (
              <ManageMenu event={event} panels={panelLinks(event)} />
            ) : (
              <EventMenu event={event} />
            )
          }
          notices={
            <>
              <HiddenNotice what="This event" hidden={event.hidden?.event} />
              <HiddenNotice what="The cover" hidden={event.hidden?.cover} />
              {event.status === 'draft' && <DraftNotice event={event} />}
              {event.managed && hasStoredDraft(draftNameOf(event.id)) && <UnsavedChanges event={event} />}
            </>
          }
          rsvp={<RsvpCard event={event} />}
          announcements={<Announcements event={event} onReport={(id) => report('announcement', id)} />}
          encounters={encountersOf(event)}
        />
      )}
    </>
  )
}

function EventMenu({ event: { id } }: { event: EventDetails }) {
  const report = useReport()
  return (
    <Menu
      label="More options for this event"
      trigger={<MoreIcon />}
      items={[{ label: 'Report', onSelect: () => report('event', id) }]}
    />
  )
}

/** Downloaded for those only who take part in the event. */
function encountersOf(event: EventDetails) {
  const { mine, status, endsAt } = event
  if (mine?.checkedInAt) return <MeetAgain event={event} />
  const isAhead = status === 'published' && Date.now() < Date.parse(endsAt)
  return mine?.state === 'going' && isAhead && <WorthMeeting event={event} />
}

const panelLinks = (event: EventDetails) =>
  panelsOf(event).map(([name, { label }]) => ({ label, to: `?manage=${name}` }))
