import * as m from '#shared/events/messages.ts'
import type { Question } from '#shared/events/questions.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { dotted } from '#client/ui/text/dotted.ts'

import type { Host } from './fields/event-draft.ts'

const FIELD_LABELS: Readonly<Record<string, () => string>> = {
  title: m.editorTitle,
  summary: m.editorSummary,
  description: m.editorDescription,
  startsAt: m.editorStart,
  endsAt: m.editorEnd,
  allDay: m.editorAllDay,
  timeZone: m.editorTimeZone,
  format: m.listFormat,
  venue: m.editorVenue,
  'venue.address': m.editorAddress,
  joinUrl: m.editorJoinLink,
  cover: m.editorCover,
  visibility: m.editorVisibility,
  chapterId: m.chapter,
  cohosts: m.editorCohost,
  capacity: m.editorSeats,
  guestsMax: m.editorGuests,
  openToGuests: m.editorOpenToGuests,
  joinMode: m.editorJoinMode,
  rsvpOpensAt: m.editorRsvpsOpen,
  rsvpDeadline: m.editorDeadline,
  hosts: m.editorHosts,
  editors: m.editorEditors,
  helpers: m.editorHelpers,
  tags: m.eventTags,
  questions: m.questions,
}

/** @param path in the draft; `startsAt.date` has the label of `startsAt` */
export const eventFieldLabel = (path: string) =>
  (FIELD_LABELS[path] ?? FIELD_LABELS[path.split('.')[0] ?? ''])?.() ?? path

/** Characters. */
const MAX_LENGTH = 400

const VALUE_LABELS: Readonly<Record<string, (text: string) => string>> = {
  cover: m.editorImage,
  format: (format) => m.eventFormat({ format }),
  joinMode: (mode) => m.eventJoinMode({ mode }),
  visibility: (visibility) => m.eventVisibility({ visibility }),
  timeZone: (zone) => zone.replaceAll('_', ' '),
}
const truncated = (text: string) =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).trimEnd()} …` : text

interface Context {
  timeZone: string
  /** Hosts and helpers whose names are known. */
  hosts: readonly Host[]
}

const namesOf = (ids: readonly string[], known: readonly Host[]) =>
  ids.map((id) => known.find((host) => host.id === id)?.displayName ?? m.editorHostUnknown()).join(', ')

const MOMENTS = ['startsAt', 'endsAt', 'rsvpOpensAt', 'rsvpDeadline']

/** A value as text, for the choice between two versions of a field. */
export function valueLabel(path: string, value: unknown, { timeZone, hosts }: Context): string {
  if (typeof value === 'boolean') return value ? m.yes() : m.editorNo()
  const items = Array.isArray(value) ? value : []
  if (['hosts', 'editors', 'helpers'].includes(path)) return namesOf(items, hosts) || m.editorNone()
  if (path === 'questions') return dotted(items.map(({ label }: Question) => label)) || m.editorNone()
  if (Array.isArray(value)) return dotted(value) || m.editorNone()
  if (typeof value === 'object' && value) return Object.values(value).join(', ') || m.editorNotSet()
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || !value) return m.editorNotSet()
  return MOMENTS.includes(path)
    ? formatMoment(value, timeZone)
    : (VALUE_LABELS[path]?.(value) ?? truncated(value))
}
