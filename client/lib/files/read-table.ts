import { parse } from 'papaparse'

import * as m from '#shared/admin/messages.ts'
import { IMPORT_LIMITS } from '#shared/accounts/invitation-rules.ts'

import { tooManyRows, UnreadableFile } from './unreadable-file.ts'

const UTF_8_MARK = [0xef, 0xbb, 0xbf]
const UTF_16_LITTLE_MARK = [0xff, 0xfe]
const UTF_16_BIG_MARK = [0xfe, 0xff]
/** Spreadsheets of Excel, Numbers and LibreOffice are ZIP archives. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Bytes in which zeros are counted, which UTF-16 has in every second byte of Latin text. */
const SAMPLE = 1_000
/** The first line in which Excel names the delimiter. */
const DELIMITER_LINE = /^sep=(.)\r?\n/i

/** The cells of a file without its empty rows, and the number of each row as a spreadsheet counts them. */
export interface CellTable {
  rows: string[][]
  numbers: number[]
}

/** Reads a CSV file. @throws UnreadableFile */
export const readFile = async (file: Blob): Promise<CellTable> => readText(await readFileText(file))

/** The text of a file in any of the usual encodings. @throws UnreadableFile, also for a file that is too large */
export async function readFileText(file: Blob): Promise<string> {
  if (file.size > IMPORT_LIMITS.file)
    throw new UnreadableFile(
      m.importTooLarge({ size: Math.ceil(file.size / 1e6), limit: IMPORT_LIMITS.file / 1e6 }),
    )
  return decode(new Uint8Array(await file.arrayBuffer()))
}

/** Parses pasted text in the same way. @throws UnreadableFile */
export function readText(text: string): CellTable {
  const named = DELIMITER_LINE.exec(text)
  const content = named ? text.slice(named[0].length) : text
  const delimiter = named?.[1] ?? guessDelimiter(content)
  const { data } = parse<string[]>(content, { delimiter })
  const filled = data
    .map((cells, at) => ({ cells, number: at + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw new UnreadableFile(m.importNoRows())
  // One line may be a header.
  if (filled.length > IMPORT_LIMITS.rows + 1) throw tooManyRows(filled.length)
  return { rows: filled.map(({ cells }) => cells), numbers: filled.map(({ number }) => number) }
}

/** Empty rows, which are numbered too, would mislead the guess. */
const guessDelimiter = (text: string) =>
  parse(text, { delimitersToGuess: [',', ';', '\t'], skipEmptyLines: 'greedy', preview: 10 }).meta.delimiter

/**
 * Text that is not UTF-8 and has no byte order mark is read as Windows-1252, which Excel writes in Western Europe.
 */
export function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, ZIP)) throw new UnreadableFile(m.importSpreadsheet())
  if (startsWith(bytes, UTF_16_LITTLE_MARK)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, UTF_16_BIG_MARK)) return new TextDecoder('utf-16be').decode(bytes)
  const [even, odd] = zerosIn(bytes.subarray(0, SAMPLE))
  if (odd > 0 && even === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (even > 0 && odd === 0) return new TextDecoder('utf-16be').decode(bytes)
  if (even > 0 || odd > 0) throw new UnreadableFile(m.importNoText())
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (startsWith(bytes, UTF_8_MARK)) return new TextDecoder('utf-8').decode(bytes)
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte)

/** Numbers of zeros at even and at odd positions. */
function zerosIn(bytes: Uint8Array) {
  let [even, odd] = [0, 0]
  bytes.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even += 1
    else odd += 1
  })
  return [even, odd] as const
}
