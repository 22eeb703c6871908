import * as m from '#shared/events/messages.ts'
import type { EventImportSource } from '#shared/events/import-rules.ts'
import { EVENT_IMPORT_LIMITS } from '#shared/events/import-rules.ts'
import type { ImportedAttendee, ImportedDetails } from '#shared/events/imports.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'

import { shortened } from './shortened.ts'

export interface ReadOptions {
  /** The zone of times without one. */
  zone: string
  /** Epoch milliseconds. */
  now: number
}

export interface BusyOptions extends ReadOptions {
  /** Epoch milliseconds. */
  until: number
}

/** Times that a calendar takes, in any order. */
export interface BusyTimes {
  /** Epoch milliseconds. */
  times: { start: number; end: number }[]
  /** Number of events that cannot be read. */
  unread: number
}

/** An event of a file. Names of attendees never leave the browser. */
export interface FileEvent {
  /** Row of a table as a spreadsheet counts it, or line of a calendar. */
  row: number
  sourceId?: string
  /** Undefined in a list of attendees that does not name its event. */
  details?: ImportedDetails
  attendees: ImportedAttendee[]
  /** Number of people who came or will come, and have no address in the file. */
  withoutAddress: number
  /** Assumptions about what the file does not say. */
  notes: string[]
}

export interface RowProblem {
  row: number
  message: string
}

export interface ImportedFile {
  source: EventImportSource
  /** Rows and lines number events and problems. */
  unit: 'row' | 'line'
  events: FileEvent[]
  /** Rows that are left out. */
  problems: RowProblem[]
  /** Number of people who declined, cancelled or are on the waitlist. */
  notComing: number
}

/** Duration of an event without an end in its file. */
export const ASSUMED_HOURS = 2
export const noEnd = () => m.importsNoEnd({ hours: ASSUMED_HOURS })

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Collects the attendees of an event, each address once. */
export function createAttendeeList(problems: RowProblem[]) {
  const byEmail = new Map<string, ImportedAttendee>()
  return {
    /** @param seats of the address in this row, guests included */
    add(
      row: number,
      address: string,
      seats: number,
      times: Pick<ImportedAttendee, 'answeredAt' | 'checkedInAt'>,
    ) {
      const email = address.trim().toLowerCase()
      if (!EMAIL.test(email) || email.length > EVENT_IMPORT_LIMITS.email) {
        problems.push({
          row,
          message: email ? m.importsNoAddress({ address: shortened(email) }) : m.importsAddressMissing(),
        })
        return
      }
      const earlier = byEmail.get(email)
      const guests = seats - 1 + (earlier ? earlier.guests + 1 : 0)
      if (guests > EVENT_LIMITS.guests)
        problems.push({ row, message: m.importsGuestsLimit({ most: EVENT_LIMITS.guests }) })
      byEmail.set(email, { ...earlier, email, guests: Math.min(guests, EVENT_LIMITS.guests), ...times })
    },
    list: () => [...byEmail.values()],
  }
}

/** The rule that a text breaks before the server sees it. The server refuses a title that is too long. */
export function oversized({ title, description, place, joinUrl = '' }: ImportedDetails): string | undefined {
  const { text, description: most } = EVENT_IMPORT_LIMITS
  if (description.length > most) return m.importsDescriptionLong({ most })
  if ([title, place, joinUrl].some((each) => each.length > text)) return m.importsTextLong({ most: text })
  return undefined
}
