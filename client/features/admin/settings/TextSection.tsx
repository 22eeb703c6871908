import type { SettingsOf } from '#shared/community-settings.ts'
import { SETTINGS_LIMITS } from '#shared/community-rules.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'
import styles from './settings.module.css'

type Titled = 'landing' | 'about'
type Plain = 'terms' | 'privacy' | 'contact' | 'consent'

interface Props<S> {
  section: S
  title: string
  lead: string
}

const LABELS = { title: 'Title', text: 'Text' }
const same = <V,>(value: V) => value

/** A text with a title of its own. */
export const TitledTextSection = ({ section, ...rest }: Props<Titled>) => (
  <Stack gap={8}>
    <SectionForm<Titled, SettingsOf<Titled>>
      section={section}
      labels={LABELS}
      valuesOf={same}
      valueOf={same}
      {...rest}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('title')}
            label="Title"
            hint="Leave empty for the standard title."
            maxLength={SETTINGS_LIMITS.title}
            optional
          />
          <TextWithPreview
            form={form}
            title={form.values.title}
            maxLength={section === 'landing' ? SETTINGS_LIMITS.landing : SETTINGS_LIMITS.text}
            hint="Leave empty for the standard text."
          />
        </>
      )}
    </SectionForm>
    <History<Titled> section={section} describe={({ title, text }) => beginningOf(title || text)} />
  </Stack>
)

export const PlainTextSection = ({ section, ...rest }: Props<Plain>) => (
  <Stack gap={8}>
    <SectionForm<Plain, SettingsOf<Plain>>
      section={section}
      labels={LABELS}
      valuesOf={same}
      valueOf={same}
      {...rest}
    >
      {(form) => (
        <TextWithPreview
          form={form}
          maxLength={section === 'consent' ? SETTINGS_LIMITS.consent : SETTINGS_LIMITS.text}
        />
      )}
    </SectionForm>
    <History<Plain> section={section} describe={({ text }) => beginningOf(text)} />
  </Stack>
)

interface TextProps {
  form: Pick<Form<{ text: string }>, 'field' | 'values'>
  title?: string
  maxLength: number
  hint?: string
}

/** What is typed, and beside it what visitors will see. */
const TextWithPreview = ({ form, title, maxLength, hint }: TextProps) => (
  <div className={styles.beside}>
    <TextField
      {...form.field('text')}
      label="Text"
      hint={`${hint ? `${hint} ` : ''}Markdown: # heading, **bold**, - list, [link](https://…).`}
      multiline
      rows={14}
      maxLength={maxLength}
      optional
    />
    <section aria-label="Preview" className={styles.preview}>
      <p className={patterns.small}>Preview</p>
      {title && <p className={styles.previewTitle}>{title}</p>}
      {form.values.text ? (
        <Markdown headingLevel={3}>{form.values.text}</Markdown>
      ) : (
        <p className={patterns.muted}>Nothing to preview yet.</p>
      )}
    </section>
  </div>
)

const LONGEST = 80

const beginningOf = (text: string) => {
  if (!text) return 'Standard text'
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
