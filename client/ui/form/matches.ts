import { hasPrefixes, indexed, isWordless, prefixesOf } from '#shared/lib/words.ts'

interface Findable {
  label: string
  words?: string
}

/** Whether each word of the query begins a word of the option, as in the searches of the server. */
export const matches = ({ label, words = '' }: Findable, query: string) =>
  !isWordless(query) && hasPrefixes(indexed(withOffsets(`${label} ${words}`)), prefixesOf(withOffsets(query)))

/**
 * The signs of offsets and the colons of times as symbols, which unlike punctuation belong to a word: people search
 * for `-05:30` and `14:05`.
 */
const withOffsets = (text: string) =>
  text.replaceAll(/(?<=^|\s|gmt|utc)-(?=\d)/giu, '−').replaceAll(/(?<=\d):(?=\d)/gu, '∶')
