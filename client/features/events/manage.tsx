import { type ComponentType, lazy } from 'react'

import type { EventDetails } from '#shared/events.ts'

import { draftNameOf, isKept } from './editor/draft/kept-drafts.ts'

export interface PanelProps {
  event: EventDetails
  /** Back to the event. */
  onClose: () => void
}

interface Panel {
  /** Of its entry in the menu. */
  label: string
  /** Which events it fits; absent: every event. */
  when?: (event: EventDetails) => boolean
  /** Downloaded when it is first opened. */
  Panel: ComponentType<PanelProps>
}

const isPublic = ({ status }: EventDetails) => status !== 'draft'

/** What those who manage an event open in its place with `?manage=`, in the order of the menu. */
const PANELS: Readonly<Record<string, Panel>> = {
  edit: {
    label: 'Edit',
    // Cancelled meanwhile: what was typed is there to copy from.
    when: ({ id, status }) => status !== 'cancelled' || isKept(draftNameOf(id)),
    Panel: lazy(async () => ({ default: (await import('./editor/EditEvent.tsx')).EditEvent })),
  },
  roster: {
    label: 'Roster',
    when: isPublic,
    Panel: lazy(async () => ({ default: (await import('./organising/roster/Roster.tsx')).Roster })),
  },
  announce: {
    label: 'Announce',
    when: isPublic,
    Panel: lazy(async () => ({ default: (await import('./organising/announcing/Announce.tsx')).Announce })),
  },
  'check-in': {
    label: 'Check-in',
    when: ({ status }) => status === 'published' || status === 'completed',
    Panel: lazy(async () => ({ default: (await import('./organising/check-in/CheckIn.tsx')).CheckIn })),
  },
  duplicate: {
    label: 'Duplicate',
    Panel: lazy(async () => ({
      default: (await import('./duplicating/DuplicateEvent.tsx')).DuplicateEvent,
    })),
  },
}

/** With their names in the address; none of an event that one does not manage. */
export const panelsOf = (event: EventDetails) =>
  Object.entries(PANELS).filter(([, { when }]) => event.managed && (when?.(event) ?? true))

/** On the event, while changes to it are typed and not saved. */
export const UnsavedEvent = lazy(async () => ({
  default: (await import('./editor/UnsavedEvent.tsx')).UnsavedEvent,
}))

/** In place of the list with `?create=1`. */
export const CreateEvent = lazy(async () => ({
  default: (await import('./editor/CreateEvent.tsx')).CreateEvent,
}))
