import type { ReactNode } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { Button } from '#client/ui/Button.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'

/** Of what organisers open in place of the event: the editor, the roster, check-in … */
export interface PanelProps {
  event: EventDetails
  /** Back to the event. */
  onClose: () => void
}

interface PanelHeaderProps extends PanelProps {
  title: string
  /** Before the way back. */
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
          Back to event
        </Button>
      </>
    }
  />
)
