import type { EventSummary } from '#shared/events.ts'

export const FORMAT_NAMES: Record<EventSummary['format'], string> = {
  inPerson: 'In person',
  online: 'Online',
  hybrid: 'In person and online',
}
