import { fold, searchTokens } from '#shared/lib/words.ts'

import json from './cities.json' with { type: 'json' }

/** Names of cities that differ between languages, by each spelling of each name. */
const NAMES = new Map(
  json.flatMap((names) =>
    names.flatMap((name) => searchTokens(name).map((spelling) => [spelling, names.map(fold)] as const)),
  ),
)

/** The names that a city has in several languages, folded: "lissabon" and "lisboa" for "Lisbon". */
export const namesOfCity = (word: string): readonly string[] => NAMES.get(fold(word)) ?? []
