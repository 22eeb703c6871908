import * as m from '#shared/events/messages.ts'
import { UnreadableFile } from '#client/lib/files/unreadable-file.ts'
import { readFileText, readText } from '#client/lib/files/read-table.ts'

import { readBusyTimes, readCalendarFile } from './calendar-file.ts'
import type { BusyOptions, BusyTimes, ImportedFile, ReadOptions } from './imported-file.ts'
import { readTableFile } from './table-file.ts'

const CALENDAR = /^\uFEFF?\s*BEGIN:VCALENDAR/i

/** Reads an .ics file or a CSV export. @throws UnreadableFile */
export async function readImportedFile(file: Blob, options: ReadOptions): Promise<ImportedFile> {
  const text = await readFileText(file)
  return CALENDAR.test(text) ? readCalendarFile(text, options) : readTableFile(readText(text), options.zone)
}

/** Reads an .ics file. @throws UnreadableFile */
export async function readBusyFile(file: Blob, options: BusyOptions): Promise<BusyTimes> {
  const text = await readFileText(file)
  if (!CALENDAR.test(text)) throw new UnreadableFile(m.importsNoCalendar())
  return readBusyTimes(text, options)
}
