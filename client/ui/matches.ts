interface Findable {
  label: string
  words?: string
}

/** Whether each word of the query begins a word of the option; accents and capitals do not matter. */
export function matches({ label, words = '' }: Findable, query: string) {
  const known = wordsOf(`${label} ${words}`)
  return wordsOf(query).every((wanted) => known.some((word) => word.startsWith(wanted)))
}

/** `+`, `-` and `:` belong to a word: people look for `+05:30` and `14:05`. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+:-]+/u)
    .filter(Boolean)
