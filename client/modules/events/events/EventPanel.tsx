import type { ReactNode } from 'react'

import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { Button } from '#client/ui/Button.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'

/** Props of panels that organisers open instead of the event: the editor, the roster, check-in … */
export interface PanelProps {
  event: EventDetails
  /** Returns to the event. */
  onClose: () => void
}

interface PanelHeaderProps extends PanelProps {
  title: string
  /** Shown before the link back. */
  actions?: ReactNode
}

export const PanelHeader = ({ event, onClose, title, actions }: PanelHeaderProps) => (
  <PageHeader
    title={title}
    lead={event.title}
    actions={
      <>
        {actions}
        <Button variant="secondary" onClick={onClose}>
          {m.eventBack()}
        </Button>
      </>
    }
  />
)
