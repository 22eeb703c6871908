import type { EventFormat } from '#shared/event-rules.ts'
import type { EventEdit } from '#shared/events.ts'
import { FORMAT_NAMES, VISIBILITY_NAMES } from '#client/features/events/labels.ts'
import { formatMoment } from '#client/lib/time/when.ts'

import type { Host } from './draft/event-draft.ts'

const NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  summary: 'In short',
  description: 'Description',
  startsAt: 'Starts',
  endsAt: 'Ends',
  allDay: 'Lasts whole days',
  timeZone: 'Time zone',
  format: 'How people take part',
  venue: 'Name of the place',
  'venue.address': 'Address',
  joinUrl: 'Link to join',
  cover: 'Cover picture',
  visibility: 'Who may know of it',
  capacity: 'Seats',
  guestsMax: 'Guests each',
  rsvpDeadline: 'Answers until',
  hosts: 'Hosts',
  tags: 'Tags',
}

/** What people call the field at this path: of a moment, whichever part it is. */
export const fieldName = (path: string) => NAMES[path] ?? NAMES[path.split('.')[0] ?? ''] ?? path

/** Characters of a long text. */
const MOST = 400

const WORDS: Readonly<Record<string, (text: string) => string>> = {
  cover: () => 'A picture',
  format: (format) => FORMAT_NAMES[format as EventFormat],
  visibility: (visibility) => VISIBILITY_NAMES[visibility as EventEdit['visibility']],
  timeZone: (zone) => zone.replaceAll('_', ' '),
}
const beginning = (text: string) => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()} …` : text)

interface Context {
  timeZone: string
  /** Whose names are known. */
  hosts: readonly Host[]
}

const namesOf = (ids: readonly string[], known: readonly Host[]) =>
  ids.map((id) => known.find((host) => host.id === id)?.displayName ?? 'somebody else').join(', ')

const MOMENTS = ['startsAt', 'endsAt', 'rsvpDeadline']

/** What stands in it, as far as it fits beside a choice. */
export function fieldValue(path: string, value: unknown, { timeZone, hosts }: Context): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (path === 'hosts') return namesOf(value as string[], hosts) || 'Nobody'
  if (Array.isArray(value)) return value.join(' · ') || 'None'
  if (typeof value === 'object' && value) return Object.values(value).join(', ') || 'Nothing'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || !value) return 'Nothing'
  return MOMENTS.includes(path) ? formatMoment(value, timeZone) : (WORDS[path]?.(value) ?? beginning(value))
}
