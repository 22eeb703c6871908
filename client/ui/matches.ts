interface Findable {
  label: string
  words?: string
}

/** Whether each word of the query begins a word of the option; accents and capitals do not matter. */
export function matches({ label, words = '' }: Findable, query: string) {
  const known = wordsOf(`${label} ${words}`)
  const wanted = wordsOf(query)
  return (
    (wanted.length > 0 || query.trim() === '') &&
    wanted.every((start) => known.some((word) => word.startsWith(start)))
  )
}

/** For a search without letters, digits and emoji, which finds nothing. */
export const searchError = (query: string) =>
  query.trim() !== '' && !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(query)
    ? 'Enter at least one letter or number.'
    : undefined

/** `+`, `-` and `:` belong to a word: people look for `+05:30` and `14:05`. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+:-]+/u)
    .filter(Boolean)
