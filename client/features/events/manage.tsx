import type { ComponentType } from 'react'

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
export const PANELS: Readonly<Record<string, Panel>> = {}

/** In place of the list with `?create=1`. */
export const CreateEvent: ComponentType | undefined = undefined
