import type { PublicTexts } from '#shared/community-settings.ts'
import type { CommunityInPage } from '#shared/client-settings.ts'
import { startDeadline } from '#server/lib/deadline.ts'
import { markdownToHtml } from '#server/lib/markdown.ts'

import type { CommunitySettings } from './service.ts'

type Snapshot = ReturnType<CommunitySettings['latest']>

/** What anyone sees of the settings. */
interface Public {
  /** For the page's data. */
  page: CommunityInPage
  /** Path of the style sheet with colour and logo; undefined for the product's own. */
  styleSheet: string | undefined
  texts: PublicTexts
}

/** Milliseconds. A page with the settings of a moment ago is better than one that does not come. */
const PATIENCE = 1_500

const FOOTER_TEXTS = { terms: 'Terms', privacy: 'Privacy', contact: 'Contact' } as const

/** The settings as pages show them. The same object until one changes; never fails. */
export function createPublicSettings({ start, latest }: Pick<CommunitySettings, 'start' | 'latest'>) {
  let shown: { of: Snapshot; as: Public } | undefined
  /** Only the first pages wait for a store that does not answer. */
  let isAnswering = true

  async function sync() {
    const synced = start().then(
      () => (isAnswering = true),
      () => (isAnswering = false),
    )
    if (!isAnswering) return
    await startDeadline(PATIENCE, () => new Error('too late'))(synced).catch(() => (isAnswering = false))
  }

  return async (): Promise<Public> => {
    await sync()
    const settings = latest()
    if (shown?.of !== settings) shown = { of: settings, as: publicOf(settings) }
    return shown.as
  }
}

function publicOf({ landing, about, terms, privacy, contact, ...rest }: Snapshot): Public {
  const { accent, consent, industries, logo, profiles } = rest
  const sections = { terms, privacy, contact }
  const footer = (Object.keys(FOOTER_TEXTS) as (keyof typeof FOOTER_TEXTS)[]).filter(
    (name) => sections[name].value.text,
  )
  const hasConsent = consent.value.text !== ''
  const isTitled = ({ title, text }: typeof about.value) => Boolean(title || text)
  return {
    page: {
      ...(isTitled(landing.value) && { landing: titled(landing.value) }),
      ...(isTitled(about.value) && { about: true }),
      ...(footer.length > 0 && { links: footer.map((name) => FOOTER_TEXTS[name]) }),
      ...(hasConsent && { consent: consent.version }),
      ...(industries.version > 0 && { industries: industries.value.names }),
      ...(!profiles.value.searchEngines && { searchEngines: false }),
    },
    styleSheet: styleSheetOf(accent.value, logo.value.image),
    texts: {
      ...(isTitled(about.value) && { about: titled(about.value) }),
      ...Object.fromEntries(
        footer.map((name) => [name, { html: markdownToHtml(sections[name].value.text, 3) }]),
      ),
      ...(hasConsent && {
        consent: { version: consent.version, html: markdownToHtml(consent.value.text, 3) },
      }),
    },
  }
}

/** Its headings are below the title of the page. */
const titled = ({ title, text }: { title: string; text: string }) => ({
  title,
  html: markdownToHtml(text, 2),
})

/** Named by its content, so that browsers keep it for good (`server/http/theme.ts`). */
function styleSheetOf({ light, dark }: Snapshot['accent']['value'], logo: string) {
  if (!light && !logo) return undefined
  const colours = light ? `${light}-${dark}`.replaceAll('#', '') : '0'
  return `/theme/${colours}-${logo || '0'}.css`
}
