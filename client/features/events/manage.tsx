import { type ComponentType, lazy } from 'react'

import type { EventDetails } from '#shared/events.ts'

export interface PanelProps {
  event: EventDetails
  /** Back to the event. */
  onClose: () => void
}

interface Panel {
  /** Of its entry in the menu. */
  label: string
  /** Downloaded when it is first opened. */
  Panel: ComponentType<PanelProps>
}

/** What those who manage an event open in its place with `?manage=`, in the order of the menu. */
export const PANELS: Readonly<Record<string, Panel>> = {
  edit: {
    label: 'Edit',
    Panel: lazy(async () => ({ default: (await import('./editor/EditEvent.tsx')).EditEvent })),
  },
}

/** In place of the list with `?create=1`. */
export const CreateEvent = lazy(async () => ({
  default: (await import('./editor/CreateEvent.tsx')).CreateEvent,
}))
