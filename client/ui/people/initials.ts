const LETTER = /[\p{L}\p{N}]/u

/**
 * First letters of the first and the last word that have any, ignoring brackets and pictures; by grapheme, so that
 * no accent is cut off. A name without letters uses its first character.
 */
export function initialsOf(name: string) {
  const signs = name.trim().split(/\s+/).map(signsOf)
  const letters = signs.flatMap((word) => word.find((sign) => LETTER.test(sign)) ?? [])
  const [first = signs[0]?.[0] ?? '', ...others] = letters
  return (first + (others.at(-1) ?? '')).toLocaleUpperCase()
}

const signsOf = (word: string) => Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)
