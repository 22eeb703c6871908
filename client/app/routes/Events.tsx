import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/app/messages.ts'
import { calendarSync } from '#shared/calendar/messages.ts'
import { create } from '#shared/events/messages.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { hasDraft } from '#client/lib/storage/drafts.ts'
import { CalendarFeedButton, useCalendarFeed } from '#client/modules/calendar/CalendarFeedButton.tsx'
import { NEW_EVENT_DRAFT } from '#client/modules/events/editor/stored-drafts.ts'
import { EventsScreen } from '#client/modules/events/lists/EventsScreen.tsx'
import { HiddenRsvps } from '#client/modules/attendance/rsvps/HiddenRsvps.tsx'
import { MoreIcon } from '#client/ui/icons/member-icons.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Menu } from '#client/ui/overlays/Menu.tsx'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { useCan } from '#client/lib/auth/use-can.ts'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const CreateEvent = asScreen(
  lazyPart(() => import('#client/modules/events/editor/CreateEvent.tsx'), 'CreateEvent'),
)

const Figures = asScreen(lazyPart(() => import('#client/modules/programme/desk/Figures.tsx'), 'Figures'))

const ImportEvents = asScreen(
  lazyPart(() => import('#client/modules/programme/imports/ImportEvents.tsx'), 'ImportEvents'),
)

const Lists = asScreen(EventsScreen)

/**
 * The list, or with `?create=1` the form for a new event, with `?import=1` an import, or with `?figures=1` figures for
 * organisers.
 */
export function Component() {
  const [params] = useSearchParams()
  const isOrganiser = useCan('organise')
  // Stewards and leads of chapters create events, too; the server decides for which.
  const mayCreate = isOrganiser || readSettings().COMMUNITY?.chapters
  if (mayCreate && params.has('create')) return <CreateEvent />
  if (isOrganiser && params.has('import')) return <ImportEvents />
  if (isOrganiser && params.has('figures')) return <Figures />
  return (
    <Lists
      isOrganiser={isOrganiser}
      actions={isOrganiser ? <OrganiserActions /> : <CalendarFeedButton />}
      hiddenRsvps={<HiddenRsvps />}
      notice={
        isOrganiser && hasDraft(NEW_EVENT_DRAFT) && <UnsavedNotice title={m.eventsUnsaved()} to="?create=1" />
      }
    />
  )
}

/** One button and a menu, which share a row with the title on a phone. */
function OrganiserActions() {
  const { show, dialog } = useCalendarFeed()
  return (
    <>
      <LinkButton to="?create=1">{create()}</LinkButton>
      <Menu
        label={m.eventsMore()}
        trigger={<MoreIcon />}
        items={[
          { label: calendarSync(), onSelect: show },
          { label: m.eventsImport(), to: '?import=1' },
          { label: m.eventsFigures(), to: '?figures=1' },
        ]}
      />
      {dialog}
    </>
  )
}
