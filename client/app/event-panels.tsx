import { type ComponentType, lazy } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { hasStoredDraft, draftNameOf } from '#client/features/event-editor/stored-drafts.ts'
import type { PanelProps } from '#client/features/events/EventPanel.tsx'

interface Panel {
  /** In the menu. */
  label: string
  /** Which events have it; absent: every event. */
  when?: (event: EventDetails) => boolean
  /** Downloaded when it is first opened. */
  Panel: ComponentType<PanelProps>
}

const isPublic = ({ status }: EventDetails) => status !== 'draft'

/** What organisers open in place of the event with `?manage=`, in the order of the menu. */
const PANELS: Readonly<Record<string, Panel>> = {
  edit: {
    label: 'Edit',
    // If the event was cancelled in the meantime, unsaved changes can still be copied.
    when: ({ id, status }) => status !== 'cancelled' || hasStoredDraft(draftNameOf(id)),
    Panel: lazy(async () => ({
      default: (await import('#client/features/event-editor/EditEvent.tsx')).EditEvent,
    })),
  },
  roster: {
    label: 'Roster',
    when: isPublic,
    Panel: lazy(async () => ({ default: (await import('#client/features/roster/Roster.tsx')).Roster })),
  },
  announce: {
    label: 'Announcements',
    when: isPublic,
    Panel: lazy(async () => ({
      default: (await import('#client/features/announcements/SendAnnouncement.tsx')).SendAnnouncement,
    })),
  },
  'check-in': {
    label: 'Check-in',
    when: ({ status }) => status === 'published' || status === 'completed',
    Panel: lazy(async () => ({ default: (await import('#client/features/check-in/CheckIn.tsx')).CheckIn })),
  },
  duplicate: {
    label: 'Duplicate',
    Panel: lazy(async () => ({
      default: (await import('#client/features/event-editor/DuplicateEvent.tsx')).DuplicateEvent,
    })),
  },
}

/** By their names in the URL. Empty for people who do not manage the event. */
export const panelsOf = (event: EventDetails) =>
  Object.entries(PANELS).filter(([, { when }]) => event.managed && (when?.(event) ?? true))
