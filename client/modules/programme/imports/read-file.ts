import { readFileText, readText } from '#client/lib/files/read-table.ts'

import { readCalendarFile } from './calendar-file.ts'
import type { ImportedFile, ReadOptions } from './imported-file.ts'
import { readTableFile } from './table-file.ts'

const CALENDAR = /^\uFEFF?\s*BEGIN:VCALENDAR/i

/** Reads an .ics file or a CSV export. @throws UnreadableFile */
export async function readImportedFile(file: Blob, options: ReadOptions): Promise<ImportedFile> {
  const text = await readFileText(file)
  return CALENDAR.test(text) ? readCalendarFile(text, options) : readTableFile(readText(text), options.zone)
}
