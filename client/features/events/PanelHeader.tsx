import type { ReactNode } from 'react'

import { Button } from '#client/ui/Button.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'

import type { PanelProps } from './manage.tsx'

interface PanelHeaderProps extends PanelProps {
  title: string
  /** Before the way back. */
  actions?: ReactNode
}

/** On top of every panel: of which event it is, and the way back to it. */
export const PanelHeader = ({ event, onClose, title, actions }: PanelHeaderProps) => (
  <PageHeader
    title={title}
    lead={event.title}
    actions={
      <>
        {actions}
        <Button variant="secondary" onClick={onClose}>
          Back to the event
        </Button>
      </>
    }
  />
)
