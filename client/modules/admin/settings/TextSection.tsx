import * as m from '#shared/admin/messages.ts'
import type { SettingsOf } from '#shared/community/settings.ts'
import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import { formatList } from '#shared/lib/lists.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'
import styles from './settings.module.css'
import { type TextForm, Translated, translationLabels, useLanguageChoice } from './Translated.tsx'

type Titled = 'landing' | 'about'
type Plain = 'terms' | 'privacy' | 'contact' | 'consent'

interface Props<S> {
  section: S
}

const labels = () => ({
  title: m.settingsFieldTitle(),
  text: m.settingsText(),
  ...translationLabels(),
})
const same = <V,>(value: V) => value

/** A text with a title. */
export function TitledTextSection({ section }: Props<Titled>) {
  const choice = useLanguageChoice()
  return (
    <Stack gap={8}>
      <SectionForm<Titled, SettingsOf<Titled>>
        section={section}
        lead={m.settingsTextLead({ part: section })}
        labels={labels()}
        valuesOf={same}
        valueOf={same}
      >
        {(all) => (
          <Translated form={all} choice={choice} empty={{ title: '', text: '' }}>
            {(form) => (
              <>
                <TextField
                  {...form.field('title')}
                  label={m.settingsFieldTitle()}
                  hint={!form.isTranslation && m.settingsTitleHint()}
                  maxLength={SETTINGS_LIMITS.title}
                  optional
                />
                <TextWithPreview
                  form={form}
                  title={form.values.title}
                  maxLength={section === 'landing' ? SETTINGS_LIMITS.landing : SETTINGS_LIMITS.text}
                  {...(!form.isTranslation && { hint: m.settingsTextHint() })}
                />
              </>
            )}
          </Translated>
        )}
      </SectionForm>
      <History<Titled>
        section={section}
        describe={({ title, text, translations }) => described(title || text, translations)}
      />
    </Stack>
  )
}

export function PlainTextSection({ section }: Props<Plain>) {
  const choice = useLanguageChoice()
  return (
    <Stack gap={8}>
      <SectionForm<Plain, SettingsOf<Plain>>
        section={section}
        lead={m.settingsTextLead({ part: section })}
        labels={labels()}
        valuesOf={same}
        valueOf={same}
      >
        {(all) => (
          <Translated form={all} choice={choice} empty={{ text: '' }}>
            {(form) => (
              <TextWithPreview
                form={form}
                maxLength={section === 'consent' ? SETTINGS_LIMITS.consent : SETTINGS_LIMITS.text}
              />
            )}
          </Translated>
        )}
      </SectionForm>
      <History<Plain>
        section={section}
        describe={({ text, translations }) => described(text, translations)}
      />
    </Stack>
  )
}

interface TextProps<T> {
  form: TextForm<T>
  title?: string
  maxLength: number
  hint?: string
}

/** The input, with a preview beside it. */
const TextWithPreview = <T extends { text: string }>({ form, title, maxLength, hint }: TextProps<T>) => (
  <div className={styles.beside}>
    <TextField
      {...form.field('text')}
      label={m.settingsText()}
      hint={`${hint ? `${hint} ` : ''}${m.settingsMarkdown()}`}
      multiline
      rows={14}
      maxLength={maxLength}
      optional
    />
    <section aria-label={m.settingsPreview()} className={styles.preview}>
      <p className={patterns.small}>{m.settingsPreview()}</p>
      {title && <p className={styles.previewTitle}>{title}</p>}
      {form.values.text ? (
        <Markdown headingLevel={3}>{form.values.text}</Markdown>
      ) : (
        <p className={patterns.muted}>{m.settingsNoPreview()}</p>
      )}
    </section>
  </div>
)

/** The beginning of the text, and the languages of its translations. */
function described(text: string, translations: object = {}) {
  const { LANGUAGES: names = {} } = readSettings()
  const translated = Object.keys(translations).flatMap((tag) => names[tag] ?? [])
  return (
    <>
      {beginningOf(text)}
      {translated.length > 0 && <p className={patterns.small}>{formatList(translated)}</p>}
    </>
  )
}

const MAX_LENGTH = 80

const beginningOf = (text: string) => {
  if (!text) return m.settingsStandardText()
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
