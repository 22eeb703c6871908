import { EditEvent } from '#client/modules/events/editor/EditEvent.tsx'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { GuestsOverLimit } from '#client/modules/programme/roster/GuestsOverLimit.tsx'

export const EventEditor = (props: PanelProps) => <EditEvent {...props} GuestsOverLimit={GuestsOverLimit} />
