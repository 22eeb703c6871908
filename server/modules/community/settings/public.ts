import { SECOND } from '#shared/lib/durations.ts'
import { DEFAULT_ACCENT } from '#shared/community/accent.ts'
import type { PublicTexts } from '#shared/community/settings.ts'
import type { AboutSection, CommunityInPage } from '#shared/lib/client-settings.ts'
import { language } from '#shared/lib/language/current.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'

import type { CommunitySettings } from './service.ts'
import { forReader, htmlForReader, titledForReader } from './translation.ts'

type Snapshot = ReturnType<CommunitySettings['latest']>

/** The public part of the settings. */
interface Public {
  /** Data for the page. */
  page: CommunityInPage
  /** Path of the style sheet with colour and logo; undefined for the product's default. */
  styleSheet: string | undefined
  texts: PublicTexts
  /** Name of the organisation; empty if unset. */
  organisation: string
  /** The accent colour on light backgrounds. */
  accent: string
  /** Whether search engines may list public events. */
  listsEvents: boolean
  /** Whether public events have feeds. */
  hasFeeds: boolean
}

/** Milliseconds. A page with slightly outdated settings is better than no page. */
const TIMEOUT = 1.5 * SECOND

const FOOTER_TEXTS: readonly AboutSection[] = ['terms', 'privacy', 'contact']

export type PublicSettings = ReturnType<typeof createPublicSettings>

interface Options {
  /** Without it, members cannot invite friends: a link would prove no address. */
  sendsEmail: boolean
  /** The languages of the community, its default first. */
  languages: readonly [Language, ...Language[]]
}

/**
 * The settings as pages show them to readers of a language, within half a second of a change by another process. The
 * same object until one changes; never fails.
 */
export function createPublicSettings(
  { start, latest }: Pick<CommunitySettings, 'start' | 'latest'>,
  options: Options,
) {
  let shown: { of: Snapshot; byLanguage: Map<Language, Public> } | undefined
  let isStarted = false
  /** Only the first pages wait for a store that does not answer. */
  let isAnswering = true

  async function startReading() {
    const started = start().then(
      () => (isStarted = true),
      () => (isAnswering = false),
    )
    if (!isAnswering) return
    await startDeadline(TIMEOUT, () => new Error('too late'))(started).catch(() => (isAnswering = false))
  }

  return async (): Promise<Public> => {
    if (!isStarted) await startReading()
    const settings = latest()
    if (shown?.of !== settings) shown = { of: settings, byLanguage: new Map() }
    return shown.byLanguage.getOrInsertComputed(language(), () => publicOf(settings, options))
  }
}

function publicOf(
  { landing, about, terms, privacy, contact, joining, ...rest }: Snapshot,
  { sendsEmail, languages }: Options,
): Public {
  const { accent, consent, guests, industries, logo, organisation, profiles, publicEvents } = rest
  const sections = { terms, privacy, contact }
  const footer = FOOTER_TEXTS.filter((name) => sections[name].value.text)
  const asksAgreement = consent.value.text !== ''
  const isTitled = ({ title, text }: typeof about.value) => Boolean(title || text)
  const titled = (value: typeof about.value) => titledForReader(forReader(value, languages))
  const htmlOf = (value: typeof terms.value) => htmlForReader(forReader(value, languages), 3)
  return {
    page: {
      organisation: organisation.value.name || undefined,
      landing: isTitled(landing.value) ? titled(landing.value) : undefined,
      about: isTitled(about.value) || undefined,
      links: footer.length > 0 ? footer : undefined,
      agreement: asksAgreement ? consent.version : undefined,
      industries: industries.version > 0 ? industries.value.names : undefined,
      friends: sendsEmail && joining.value.friends ? true : undefined,
      guests: sendsEmail && guests.value.visitsPerYear > 0 ? true : undefined,
      searchEngines: profiles.value.searchEngines ? undefined : false,
      eventSearchEngines: publicEvents.value.searchEngines ? undefined : false,
      eventFeeds: publicEvents.value.feeds ? undefined : false,
    },
    organisation: organisation.value.name,
    accent: accent.value.light || DEFAULT_ACCENT.light,
    listsEvents: publicEvents.value.searchEngines,
    hasFeeds: publicEvents.value.feeds,
    styleSheet: styleSheetOf(accent.value, logo.value.image),
    texts: {
      about: isTitled(about.value) ? titled(about.value) : undefined,
      ...Object.fromEntries(footer.map((name) => [name, { html: htmlOf(sections[name].value) }])),
      agreement: asksAgreement ? { version: consent.version, html: htmlOf(consent.value) } : undefined,
    },
  }
}

/** Named by its content, so that browsers can cache it permanently (`server/http/pages/theme.ts`). */
function styleSheetOf({ light, dark }: Snapshot['accent']['value'], logo: string) {
  if (!light && !logo) return undefined
  const colours = light ? `${light}-${dark}`.replaceAll('#', '') : '0'
  return `/theme/${colours}-${logo || '0'}.css`
}
