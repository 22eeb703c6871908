import { isCurrent } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'

/** Whether organisers can still use commands on people. The server decides. */
export const isRosterOpen = (event: EventDetails, now: number) =>
  isCurrent(event, now) && !event.hidden?.event
