import * as m from '#shared/community/messages.ts'
import { contrastError, type Mode, MODES } from '#shared/community/accent.ts'
import type { AllSettings, SettingsOf, SettingsSection } from '#shared/community/settings.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { isTooComplex } from '#shared/lib/markdown/complexity.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/text/plain-text.ts'

type Rule<S extends SettingsSection> = (value: SettingsOf<S>) => SettingsOf<S>

const RULES: { readonly [S in SettingsSection]?: Rule<S> } = {
  joining(value) {
    if (value.access === 'domains' && value.domains.length === 0)
      throw invalidFields({ domains: m.domainsRule() })
    return value
  },
  organisation: ({ name }) => ({ name: oneLine(name) }),
  landing: translated(titledText),
  about: translated(titledText),
  terms: translated(plainText),
  privacy: translated(plainText),
  contact: translated(plainText),
  consent: translated(plainText),
  accent: readableAccent,
  industries({ names, moves, words }) {
    const listed = distinctLines(names)
    return {
      names: listed,
      moves: moves.map(({ from, to }) => ({ from: oneLine(from), to: oneLine(to) })),
      words: words
        .map((each) => ({ industry: oneLine(each.industry), words: distinctLines(each.words) }))
        .filter((each) => listed.includes(each.industry) && each.words.length > 0),
    }
  },
}

/**
 * Normalises a section for storing.
 * @throws Failure 400 for values that its schema cannot refuse
 */
export function normalise<S extends SettingsSection>(section: S, value: SettingsOf<S>): SettingsOf<S> {
  const rule: Rule<S> | undefined = RULES[section]
  return rule ? rule(value) : value
}

type Text = Readonly<Record<string, string>>
type Translations<T> = { [L in Language]?: T }

/** Leaves out empty translations. @param rule for the text in one language, at `path` */
function translated<T extends Text>(rule: (text: T, path: string) => T) {
  return ({ translations = {}, ...own }: T & { translations?: Translations<T> }) => {
    const others = Object.entries<T>(translations)
      .map(([tag, text]) => [tag, rule(text, `translations.${tag}.`)] as const)
      .filter(([, text]) => Object.values(text).some(Boolean))
    return {
      ...rule(own as unknown as T, ''),
      ...(others.length > 0 && { translations: Object.fromEntries(others) as Translations<T> }),
    }
  }
}

function titledText({ title, text }: { title: string; text: string }, path: string) {
  return { title: oneLine(title), ...plainText({ text }, path) }
}

function plainText({ text }: { text: string }, path: string) {
  if (isTooComplex(text)) throw invalidFields({ [`${path}text`]: m.textTooComplex() })
  return { text: paragraphs(text) }
}

function readableAccent(accent: AllSettings['accent']) {
  if (!accent.light && !accent.dark) return accent
  const errors = MODES.map((mode) => [mode, accentError(accent[mode], mode)] as const)
  const wrong = errors.filter((entry): entry is [Mode, string] => entry[1] !== undefined)
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong))
  return accent
}

const accentError = (colour: string, mode: Mode) =>
  colour ? contrastError(colour, mode) : m.accentOtherMode({ mode })
