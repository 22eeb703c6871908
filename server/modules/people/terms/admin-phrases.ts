import type { AllSettings } from '#shared/community/settings.ts'
import type { Community } from '#server/modules/community/module.ts'

import { type IndustryPhrases, industryPhrases } from './trade-matches.ts'

/** Reads the words that admins have added to industries, which are stemmed only after they change. */
export type ReadPhrases = () => Promise<IndustryPhrases>

export function createPhrases({ settings }: Pick<Community, 'settings'>): ReadPhrases {
  let read: { words: AllSettings['industries']['words']; phrases: IndustryPhrases } | undefined

  return async () => {
    const { words } = (await settings.current('industries')).value
    if (read?.words !== words) read = { words, phrases: industryPhrases(words) }
    return read.phrases
  }
}
