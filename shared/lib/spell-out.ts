/** Letters that Unicode does not decompose, and their usual ASCII spelling. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}
const WHOLE = new RegExp(`[${Object.keys(SPELT).join('')}]`, 'gu')

/** Replaces these letters in a lower-case text, as the search does in names and in what is typed. */
export const spellOut = (text: string) => text.replace(WHOLE, (letter) => SPELT[letter] ?? letter)
