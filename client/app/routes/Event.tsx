import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'

import { isCurrent } from '#shared/events/rules.ts'
import * as m from '#shared/app/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { hasDraft } from '#client/lib/storage/drafts.ts'
import { firstContent } from '#client/lib/first-content.ts'
import { Announcements } from '#client/modules/conversation/announcements/Announcements.tsx'
import { draftNameOf } from '#client/modules/events/editor/stored-drafts.ts'
import { DraftNotice, ManageMenu } from '#client/modules/events/lifecycle/ManageMenu.tsx'
import { EventScreen } from '#client/modules/events/events/EventScreen.tsx'
import { eventDetails } from '#client/modules/events/events/queries.ts'
import { HelperNotice, isHelping } from '#client/modules/events/roles/HelperNotice.tsx'
import { useStepDown } from '#client/modules/events/roles/use-step-down.tsx'
import { RequestsNotice } from '#client/modules/programme/roster/RequestsNotice.tsx'
import { RsvpCard } from '#client/modules/attendance/rsvps/RsvpCard.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import { MoreIcon } from '#client/ui/icons/member-icons.tsx'
import { Menu } from '#client/ui/overlays/Menu.tsx'
import { useReport } from '#client/modules/people/members/use-report.ts'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { tookPlace, panelsOf } from '#client/app/screens/event-panels.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const UnsavedChanges = lazyPart(() => import('#client/modules/events/editor/EditEvent.tsx'), 'UnsavedChanges')

const SeriesDates = lazyPart(
  () => below(() => import('#client/modules/events/series/parts.ts')),
  'SeriesDates',
)
const WorthMeeting = lazyPart(
  () => below(() => import('#client/app/screens/EventPeople.tsx')),
  'WorthMeeting',
)
const MeetAgain = lazyPart(() => below(() => import('#client/app/screens/EventPeople.tsx')), 'MeetAgain')
const Feedback = lazyPart(
  () => below(() => import('#client/modules/conversation/feedback/Feedback.tsx')),
  'Feedback',
)
const Recap = lazyPart(() => below(() => import('#client/modules/conversation/recaps/Recap.tsx')), 'Recap')
const Discussion = lazyPart(
  () => below(() => import('#client/modules/conversation/discussion/Discussion.tsx')),
  'Discussion',
)

/** An event, or one of its panels. Composed here because events come before meetings, which it offers. */
export function Component() {
  const [params] = useSearchParams()
  const manage = params.get('manage')
  return <EventOrPanel key={manage} manage={manage} />
}

const EventOrPanel = asScreen(({ manage }: { manage: string | null }) => {
  const { eventId = '' } = useParams()
  const navigate = useNavigate()
  const report = useReport()
  const { data: event } = useSuspenseQuery(eventDetails(eventId))
  const [, panel] = panelsOf(event).find(([name]) => name === manage) ?? []
  return (
    <>
      <ScreenTitle>{panel ? `${panel.label()} · ${event.title}` : event.title}</ScreenTitle>
      {panel ? (
        <panel.Panel event={event} onClose={() => void navigate(paths.event(event.id))} />
      ) : (
        <EventScreen
          event={event}
          actions={
            canOnEvent(event, 'edit') ? (
              <ManageMenu event={event} panels={panelLinks(event)} />
            ) : (
              <EventMenu event={event} />
            )
          }
          notices={
            <>
              <HiddenNotice title={m.eventHidden()} hidden={event.hidden?.event} />
              <HiddenNotice title={m.coverHidden()} hidden={event.hidden?.cover} />
              {event.status === 'draft' && <DraftNotice event={event} />}
              <RequestsNotice event={event} />
              {isHelping(event) && <HelperNotice event={event} />}
              {canOnEvent(event, 'edit') && hasDraft(draftNameOf(event.id)) && (
                <UnsavedChanges event={event} />
              )}
            </>
          }
          rsvp={<RsvpCard event={event} peopleToMeet={peopleToMeetAt(event)} />}
          series={event.seriesId !== undefined && <SeriesDates event={event} />}
          announcements={<Announcements event={event} onReport={(id) => report('announcement', id)} />}
          afterwards={tookPlace(event) && <Afterwards event={event} />}
          peopleToMeet={peopleToMeetAt(event)}
          discussion={event.status !== 'draft' && <Discussion event={event} />}
        />
      )}
    </>
  )
})

function EventMenu({ event }: { event: EventDetails }) {
  const report = useReport()
  const stepDown = useStepDown(event)
  return (
    <>
      <Menu
        label={m.eventMore()}
        trigger={<MoreIcon />}
        items={[...stepDown.items, { label: m.report(), onSelect: () => report('event', event.id) }]}
      />
      {stepDown.dialog}
    </>
  )
}

const Afterwards = ({ event }: { event: EventDetails }) => (
  <>
    <Feedback event={event} />
    <Recap event={event} />
  </>
)

/** Downloaded only for people who take part in the event. */
function peopleToMeetAt(event: EventDetails) {
  const { mine } = event
  if (mine?.checkedInAt) return <MeetAgain event={event} />
  return mine?.state === 'going' && isCurrent(event, Date.now()) && <WorthMeeting event={event} />
}

const panelLinks = (event: EventDetails) =>
  panelsOf(event).map(([name, { label }]) => ({ label: label(), to: `?manage=${name}` }))

/** Parts below the facts of the event: their files do not share the line with those of the first content. */
const below = async <Module,>(load: () => Promise<Module>) => {
  await firstContent
  return load()
}
