import { type Arbitrary, integer, string } from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }

const character = integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map((at) =>
  String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count),
)

/**
 * Texts of whole characters. fast-check's own unit `binary` does the same, but keeps a map of a million characters.
 */
export const anyText = (maxLength: number): Arbitrary<string> => string({ unit: character, maxLength })
