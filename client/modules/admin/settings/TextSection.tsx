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

type Section = 'landing' | 'about' | 'terms' | 'privacy' | 'contact' | 'consent'

type Text = {
  /** Only some sections have one. */
  title?: string
  text: string
}

const same = <V,>(value: V) => value

export function TextSection({ section }: { section: Section }) {
  const choice = useLanguageChoice()
  return (
    <Stack gap={8}>
      <SectionForm<Section, SettingsOf<Section>>
        section={section}
        lead={m.settingsTextLead({ part: section })}
        labels={{ title: m.settingsFieldTitle(), text: m.settingsText(), ...translationLabels() }}
        valuesOf={same}
        valueOf={same}
      >
        {(all) => {
          const isTitled = 'title' in all.values
          return (
            <Translated<Text>
              form={all}
              choice={choice}
              empty={isTitled ? { title: '', text: '' } : { text: '' }}
            >
              {(form) => (
                <>
                  {isTitled && (
                    <TextField
                      {...form.field('title')}
                      label={m.settingsFieldTitle()}
                      hint={!form.isTranslation && m.settingsTitleHint()}
                      maxLength={SETTINGS_LIMITS.title}
                      optional
                    />
                  )}
                  <TextWithPreview
                    form={form}
                    maxLength={maxLengthOf(section)}
                    hint={isTitled && !form.isTranslation ? m.settingsTextHint() : undefined}
                  />
                </>
              )}
            </Translated>
          )
        }}
      </SectionForm>
      <History<Section> section={section} describe={described} />
    </Stack>
  )
}

const maxLengthOf = (section: Section) =>
  section === 'landing' || section === 'consent' ? SETTINGS_LIMITS[section] : SETTINGS_LIMITS.text

interface TextProps {
  form: TextForm<Text>
  maxLength: number
  hint?: string
}

/** The input, with a preview beside it. */
const TextWithPreview = ({ form, maxLength, hint }: TextProps) => (
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
      {form.values.title && <p className={styles.previewTitle}>{form.values.title}</p>}
      {form.values.text ? (
        <Markdown headingLevel={3}>{form.values.text}</Markdown>
      ) : (
        <p className={patterns.muted}>{m.settingsNoPreview()}</p>
      )}
    </section>
  </div>
)

/** The title or the beginning of the text, and the languages of the translations. */
function described({ title, text, translations = {} }: Text & { translations?: object }) {
  const { LANGUAGES: names = {} } = readSettings()
  const translated = Object.keys(translations).flatMap((tag) => names[tag] ?? [])
  return (
    <>
      {beginningOf(title || text)}
      {translated.length > 0 && <p className={patterns.small}>{formatList(translated)}</p>}
    </>
  )
}

const MAX_LENGTH = 80

const beginningOf = (text: string) => {
  if (!text) return m.settingsStandardText()
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
