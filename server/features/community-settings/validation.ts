import { contrastError, type Mode, MODES } from '#shared/accent.ts'
import type { AllSettings, SettingsOf, SettingsSection } from '#shared/community-settings.ts'
import { DOMAINS_RULE } from '#shared/joining.ts'
import { isTooComplex } from '#shared/markdown/complexity.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/plain-text.ts'

type Rule<S extends SettingsSection> = (value: SettingsOf<S>) => SettingsOf<S>

const RULES: { readonly [S in SettingsSection]?: Rule<S> } = {
  joining(value) {
    if (value.access === 'domains' && value.domains.length === 0)
      throw invalidFields({ domains: DOMAINS_RULE })
    return value
  },
  landing: titledText,
  about: titledText,
  terms: plainText,
  privacy: plainText,
  contact: plainText,
  consent: plainText,
  accent: readableAccent,
  industries: ({ names, moves }) => ({
    names: distinctLines(names),
    moves: moves.map(({ from, to }) => ({ from: oneLine(from), to: oneLine(to) })),
  }),
}

/**
 * A section as it is stored.
 * @throws Failure 400 for what its schema cannot refuse
 */
export function normalise<S extends SettingsSection>(section: S, value: SettingsOf<S>): SettingsOf<S> {
  const rule: Rule<S> | undefined = RULES[section]
  return rule ? rule(value) : value
}

function titledText({ title, text }: AllSettings['about']) {
  return { title: oneLine(title), ...plainText({ text }) }
}

function plainText({ text }: AllSettings['terms']) {
  if (isTooComplex(text)) {
    throw invalidFields({
      text: 'This text has too many lines or marks to show it formatted. Shorten it, or use fewer marks.',
    })
  }
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
  colour ? contrastError(colour, mode) : `Choose a colour for ${mode} mode too.`
