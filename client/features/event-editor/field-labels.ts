import type { EventFormat } from '#shared/event-rules.ts'
import type { EventEdit } from '#shared/events.ts'
import { FORMAT_NAMES } from '#shared/event-labels.ts'
import { VISIBILITY_NAMES } from '#client/features/events/labels.ts'
import { formatMoment } from '#client/lib/time/when.ts'

import type { Host } from './event-draft.ts'

const FIELD_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  summary: 'Summary',
  description: 'Description',
  startsAt: 'Start',
  endsAt: 'End',
  allDay: 'All day',
  timeZone: 'Time zone',
  format: 'Format',
  venue: 'Venue name',
  'venue.address': 'Address',
  joinUrl: 'Join link',
  cover: 'Cover',
  visibility: 'Visibility',
  capacity: 'Seats',
  guestsMax: 'Guests per member',
  rsvpDeadline: 'RSVP deadline',
  hosts: 'Hosts',
  tags: 'Tags',
}

/** @param path in the draft; `startsAt.date` has the label of `startsAt` */
export const fieldLabel = (path: string) =>
  FIELD_LABELS[path] ?? FIELD_LABELS[path.split('.')[0] ?? ''] ?? path

/** Characters. */
const MAX_LENGTH = 400

const VALUE_LABELS: Readonly<Record<string, (text: string) => string>> = {
  cover: () => 'Image',
  format: (format) => FORMAT_NAMES[format as EventFormat],
  visibility: (visibility) => VISIBILITY_NAMES[visibility as EventEdit['visibility']],
  timeZone: (zone) => zone.replaceAll('_', ' '),
}
const truncated = (text: string) =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).trimEnd()} …` : text

interface Context {
  timeZone: string
  /** Hosts whose names are known. */
  hosts: readonly Host[]
}

const namesOf = (ids: readonly string[], known: readonly Host[]) =>
  ids.map((id) => known.find((host) => host.id === id)?.displayName ?? 'another member').join(', ')

const MOMENTS = ['startsAt', 'endsAt', 'rsvpDeadline']

/** A value as text, for the choice between two versions of a field. */
export function valueLabel(path: string, value: unknown, { timeZone, hosts }: Context): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (path === 'hosts') return namesOf(value as string[], hosts) || 'None'
  if (Array.isArray(value)) return value.join(' · ') || 'None'
  if (typeof value === 'object' && value) return Object.values(value).join(', ') || 'Not set'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || !value) return 'Not set'
  return MOMENTS.includes(path)
    ? formatMoment(value, timeZone)
    : (VALUE_LABELS[path]?.(value) ?? truncated(value))
}
