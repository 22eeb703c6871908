import { Type, type Static } from 'typebox'

import { LANGUAGES } from '#shared/lib/language/languages.ts'
import { keysOf } from '#shared/lib/records.ts'

const LanguageSchema = Type.Enum(keysOf(LANGUAGES))

/** The member's own choice. Undefined for the language of their browser. */
export const LanguageChoiceSchema = Type.Object(
  { language: Type.Optional(LanguageSchema) },
  { additionalProperties: false },
)
export type LanguageChoice = Static<typeof LanguageChoiceSchema>

/** The form in the footer of public pages. */
export const LanguageFormSchema = Type.Object({ language: LanguageSchema }, { additionalProperties: false })
