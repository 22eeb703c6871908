/** Thousands of texts as two values, which take a fraction of the time to save and to load that as many texts take. */
export interface PackedTexts {
  /** In UTF-8, one after the other. */
  bytes: Uint8Array
  /** How many bytes each text has. */
  lengths: Uint32Array
}

/** @param texts without lone surrogates, as the store has them */
export const packTexts = (texts: readonly string[]): PackedTexts => ({
  bytes: Buffer.from(texts.join('')),
  lengths: Uint32Array.from(texts, (text) => Buffer.byteLength(text)),
})

export function unpackTexts({ bytes, lengths }: PackedTexts): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = 0
  return Array.from(lengths, (length) => {
    const start = end
    end += length
    return buffer.toString('utf8', start, end)
  })
}

/** A function that returns the same text each time for equal texts: ids that are in several lists are in memory once. */
export function createInterning() {
  const known = new Map<string, string>()
  return (text: string) => known.getOrInsert(text, text)
}
export type Intern = ReturnType<typeof createInterning>
