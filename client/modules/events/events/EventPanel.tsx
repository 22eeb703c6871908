import type { ReactNode } from 'react'

import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'

/** Props of panels that organisers open instead of the event: the editor, the roster, check-in … */
export interface PanelProps {
  event: EventDetails
  /** Returns to the event. */
  onClose: () => void
}

interface PanelHeaderProps extends Pick<PanelProps, 'event'> {
  title: string
  actions?: ReactNode
}

export const PanelHeader = ({ event, title, actions }: PanelHeaderProps) => (
  <PageHeader
    back={{ to: paths.event(event.id), label: m.eventBack() }}
    title={title}
    lead={event.title}
    actions={actions}
  />
)
