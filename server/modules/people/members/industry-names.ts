import { completeLanguages } from '#shared/lib/language/languages.ts'
import { INDUSTRIES, industryName } from '#shared/community/industries.ts'
import { inLanguage } from '#server/lib/language.ts'

/** The names of an industry in the languages that can be offered, in which members search for it. */
export const industryNames = (industry: string) => [
  ...new Set(completeLanguages().map((language) => inLanguage(language, () => industryName(industry)))),
]

/** Belongs in the `uses` of views with industries. */
export const allIndustryNames = () => INDUSTRIES.map(industryNames)
