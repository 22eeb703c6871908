import { parse } from 'papaparse'

import { IMPORT_LIMITS } from '#shared/invitation-rules.ts'

/** The message is for the person. */
export class UnreadableFile extends Error {}

const UTF_8_MARK = [0xef, 0xbb, 0xbf]
const UTF_16_LITTLE_MARK = [0xff, 0xfe]
const UTF_16_BIG_MARK = [0xfe, 0xff]
/** Spreadsheets of Excel, Numbers and LibreOffice are ZIP archives. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Bytes that are looked at for zeros, which UTF-16 has in every second byte of Latin text. */
const SAMPLE = 1_000
/** By which Excel names the delimiter in the first line. */
const DELIMITER_LINE = /^sep=(.)\r?\n/i

/** The cells of a CSV file, without empty lines. @throws UnreadableFile */
export async function readFile(file: Blob): Promise<string[][]> {
  if (file.size > IMPORT_LIMITS.file)
    throw new UnreadableFile(
      `This file is too large: ${Math.ceil(file.size / 1e6)} MB. The limit is ${IMPORT_LIMITS.file / 1e6} MB. Remove columns that you don’t need, or split the file.`,
    )
  return readText(decode(new Uint8Array(await file.arrayBuffer())))
}

/** The same for text that was pasted. @throws UnreadableFile */
export function readText(text: string): string[][] {
  const named = DELIMITER_LINE.exec(text)
  const { data } = parse<string[]>(named ? text.slice(named[0].length) : text, {
    ...(named?.[1] ? { delimiter: named[1] } : { delimitersToGuess: [',', ';', '\t'] }),
    skipEmptyLines: 'greedy',
  })
  if (data.length === 0) throw new UnreadableFile('There are no rows in this file.')
  // One line may be a header.
  if (data.length > IMPORT_LIMITS.rows + 1) throw tooManyRows(data.length)
  return data
}

export const tooManyRows = (count: number) =>
  new UnreadableFile(
    `There are ${count.toLocaleString('en')} rows. The limit is ${IMPORT_LIMITS.rows.toLocaleString('en')}: split the list.`,
  )

/** Without a mark, text that is not UTF-8 is taken for Windows-1252, which Excel writes in Western Europe. */
export function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, ZIP))
    throw new UnreadableFile('This is a spreadsheet. Save it as CSV, then choose that file.')
  if (startsWith(bytes, UTF_16_LITTLE_MARK)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, UTF_16_BIG_MARK)) return new TextDecoder('utf-16be').decode(bytes)
  const [even, odd] = zerosIn(bytes.subarray(0, SAMPLE))
  if (odd > 0 && even === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (even > 0 && odd === 0) return new TextDecoder('utf-16be').decode(bytes)
  if (even > 0 || odd > 0) throw new UnreadableFile('This is not a text file. Choose a CSV file.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (startsWith(bytes, UTF_8_MARK)) return new TextDecoder('utf-8').decode(bytes)
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte)

/** How many are at even and at odd positions. */
function zerosIn(bytes: Uint8Array) {
  let [even, odd] = [0, 0]
  bytes.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even += 1
    else odd += 1
  })
  return [even, odd] as const
}
