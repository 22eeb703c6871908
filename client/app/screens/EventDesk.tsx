import { lazyPart } from '#client/lib/lazy-part.ts'
import { Desk } from '#client/modules/programme/desk/Desk.tsx'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'

const Messages = lazyPart(
  () => import('#client/modules/conversation/group-messages/GroupMessages.tsx'),
  'GroupMessages',
)

export const EventDesk = (props: PanelProps) => <Desk {...props} Messages={Messages} />
