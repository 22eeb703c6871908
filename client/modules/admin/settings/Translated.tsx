import { Fragment, type ReactNode, useState } from 'react'

import * as m from '#shared/admin/messages.ts'
import { languageName } from '#shared/lib/language/name.ts'
import { readSettings } from '#client/lib/settings.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import pills from '#client/ui/styles/pills.module.css'

import styles from './settings.module.css'

type Text = Record<string, string>
type Translations<T> = Readonly<Record<string, T>>
type Values<T> = T & { translations?: Translations<T> }

/** The fields of a text in one language. */
export interface TextForm<T> {
  values: T
  field: (name: keyof T & string) => {
    name: string
    value: string
    onChange: (value: string) => void
    error?: string
    lang?: string
  }
  isTranslation: boolean
}

interface Props<T extends Text> {
  form: Pick<Form<Values<T>>, 'attempt' | 'errors' | 'set' | 'values'>
  /** Outlives the form, which starts anew with each version. */
  choice: ReturnType<typeof useLanguageChoice>
  /** A translation without any text. */
  empty: T
  children: (form: TextForm<T>) => ReactNode
}

/** The language whose text is shown, at first the community's default. */
export const useLanguageChoice = () => useState(readSettings().LANGUAGE)

/** The fields of a text, in the language that is chosen above them if the community offers several. */
export function Translated<T extends Text>({ form, choice, empty, children }: Props<T>) {
  const { LANGUAGES: names = {}, LANGUAGE: standard } = readSettings()
  const [chosen, choose] = choice
  /** The language with the error that the last attempt found. */
  const [wrong, setWrong] = useState<string>()
  const [attempt, setAttempt] = useState(form.attempt)
  if (attempt !== form.attempt) {
    setAttempt(form.attempt)
    const [path] = Object.keys(form.errors)
    setWrong(path && (PATH.exec(path)?.[1] ?? standard))
  }
  const shown = wrong ?? chosen
  if (!standard || !shown) return children(ownText(form))
  const tags = [standard, ...Object.keys(names).filter((tag) => tag !== standard)]
  return (
    <>
      <fieldset aria-label={m.settingsLanguage()} className={styles.languages}>
        {tags.map((tag) => (
          <button
            key={tag}
            type="button"
            lang={tag}
            className={pills.pill}
            aria-pressed={tag === shown}
            onClick={() => {
              setWrong(undefined)
              choose(tag)
            }}
          >
            {names[tag]}
          </button>
        ))}
      </fieldset>
      {shown !== standard && (
        <p className={patterns.small}>{m.settingsTranslationHint({ language: languageName(standard) })}</p>
      )}
      <Fragment key={shown}>
        {children(shown === standard ? ownText(form, standard) : translation(form, shown, empty))}
      </Fragment>
    </>
  )
}

/** Path of an error in a translation. */
const PATH = /^translations\.([^.]+)/

const ownText = <T extends Text>({ values, errors, set }: Props<T>['form'], lang?: string): TextForm<T> => ({
  values,
  field: (name) => ({
    name,
    value: values[name] ?? '',
    onChange: (value) => set(name, value as Values<T>[typeof name]),
    error: errors[name],
    lang,
  }),
  isTranslation: false,
})

function translation<T extends Text>(
  { values: { translations = {} }, errors, set }: Props<T>['form'],
  lang: string,
  empty: T,
): TextForm<T> {
  const values = translations[lang] ?? empty
  return {
    values,
    field(name) {
      const path = `translations.${lang}.${name}`
      return {
        name: path,
        value: values[name] ?? '',
        onChange: (value) => {
          const others = withTranslation<T>(translations, lang, { ...values, [name]: value })
          set('translations', others as Values<T>['translations'])
        },
        error: errors[path],
        lang,
      }
    },
    isTranslation: true,
  }
}

/** An empty translation counts as missing. */
function withTranslation<T extends Text>(
  translations: Translations<T>,
  tag: string,
  text: T,
): Translations<T> {
  const { [tag]: _, ...others } = translations
  return Object.values(text).some(Boolean) ? { ...others, [tag]: text } : others
}

/** Labels of the translations, for conflicts and unsaved changes. */
export const translationLabels = () =>
  Object.fromEntries(
    Object.entries(readSettings().LANGUAGES ?? {}).map(([tag, name]) => [`translations.${tag}`, name]),
  )
