import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/accounts/messages.ts'
import { isLanguage } from '#shared/lib/language/languages.ts'
import { request } from '#client/lib/request.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Submit } from '#client/ui/form/Submit.tsx'

import { ownLanguage } from './queries.ts'

/** Radio buttons need a value. */
const BROWSER = 'browser'

export function LanguageSettings() {
  const { data } = useSuspenseQuery(ownLanguage)
  const form = useForm({
    initial: { language: data.language ?? BROWSER },
    submit: async ({ language }) => {
      await request('PUT /api/me/language', { body: isLanguage(language) ? { language } : {} })
      location.reload()
    },
    leaves: true,
  })
  return (
    <form {...form.props} className={patterns.column}>
      <RadioCards
        label={m.language()}
        hint={m.languageHint()}
        name="language"
        value={form.values.language}
        onChange={(language: string) => form.set('language', language)}
        options={[
          { value: BROWSER, label: m.languageFromBrowser() },
          ...Object.entries(readSettings().LANGUAGES ?? {}).map(([tag, name]) => ({
            value: tag,
            label: name,
            lang: tag,
          })),
        ]}
      />
      <Submit form={form} label={m.saveLanguage()} />
    </form>
  )
}
