import type { ComponentType } from 'react'

import * as m from '#shared/app/messages.ts'
import { canOnEvent, type EventRight } from '#shared/events/rights.ts'
import { eventPhase } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { hasDraft } from '#client/lib/storage/drafts.ts'
import { draftNameOf } from '#client/modules/events/editor/stored-drafts.ts'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'

interface Panel {
  /** Label in the menu. */
  label: () => string
  /** The right that it needs. */
  needs: EventRight
  /** Selects the events that have it. Undefined for every event. */
  when?: (event: EventDetails) => boolean
  /** Downloaded when it is first opened. */
  Panel: ComponentType<PanelProps>
}

const isPublic = ({ status }: EventDetails) => status !== 'draft'

/** Whether it took place. */
export const tookPlace = (event: EventDetails) => isPublic(event) && eventPhase(event, Date.now()) === 'over'

/** Panels that organisers open instead of the event with `?manage=`, in the order of the menu. */
const PANELS: Readonly<Record<string, Panel>> = {
  edit: {
    label: m.panelEdit,
    needs: 'edit',
    // If the event was cancelled in the meantime, unsaved changes can still be copied.
    when: ({ id, status }) => status !== 'cancelled' || hasDraft(draftNameOf(id)),
    Panel: lazyPart(() => import('./EventEditor.tsx'), 'EventEditor'),
  },
  roster: {
    label: m.panelRoster,
    needs: 'edit',
    when: isPublic,
    Panel: lazyPart(() => import('./EventDesk.tsx'), 'EventDesk'),
  },
  invitations: {
    label: m.panelInvitations,
    needs: 'edit',
    when: isPublic,
    Panel: lazyPart(() => import('#client/modules/attendance/invitations/Invitations.tsx'), 'Invitations'),
  },
  announce: {
    label: m.panelAnnouncements,
    needs: 'edit',
    when: isPublic,
    Panel: lazyPart(
      () => import('#client/modules/conversation/announcements/SendAnnouncement.tsx'),
      'SendAnnouncement',
    ),
  },
  'check-in': {
    label: m.panelCheckIn,
    needs: 'checkIn',
    when: ({ status }) => status === 'published' || status === 'completed',
    Panel: lazyPart(() => import('#client/modules/attendance/check-in/CheckIn.tsx'), 'CheckIn'),
  },
  tables: {
    label: m.panelTables,
    needs: 'edit',
    when: isPublic,
    Panel: lazyPart(() => import('#client/modules/rounds/tables/Tables.tsx'), 'Tables'),
  },
  recap: {
    label: m.panelRecap,
    needs: 'edit',
    when: tookPlace,
    Panel: lazyPart(() => import('#client/modules/conversation/recaps/EditRecap.tsx'), 'EditRecap'),
  },
  dates: {
    label: m.panelDates,
    needs: 'manage',
    when: ({ status }) => status === 'draft' || status === 'published',
    Panel: lazyPart(() => import('#client/modules/events/editor/AddDates.tsx'), 'AddDates'),
  },
  duplicate: {
    label: m.panelDuplicate,
    needs: 'manage',
    Panel: lazyPart(() => import('#client/modules/events/editor/DuplicateEvent.tsx'), 'DuplicateEvent'),
  },
}

/** Panels by their names in the URL, limited to the viewer's rights. */
export const panelsOf = (event: EventDetails) =>
  Object.entries(PANELS).filter(([, { needs, when }]) => canOnEvent(event, needs) && (when?.(event) ?? true))
