import type { PageData } from '#shared/programme/pages.ts'
import { type ClientSettings, missingSetting, REQUIRED_SETTINGS } from '#shared/lib/client-settings.ts'

/**
 * The settings that the server wrote into the page's `#settings` data block, so that one image serves every
 * environment.
 * @throws Error `Missing required env: {name}` when a setting of the identity provider is missing or empty
 */
export function parseSettings(json: string | null | undefined): ClientSettings {
  const settings: Partial<ClientSettings> = JSON.parse(json || '{}')
  assertComplete(settings)
  return settings
}

function assertComplete(settings: Partial<ClientSettings>): asserts settings is ClientSettings {
  for (const name of REQUIRED_SETTINGS) {
    if (!settings[name]?.trim()) throw new Error(missingSetting(name))
  }
}

/**
 * Host of the identity provider's pages, for its SDK. Our own server proxies them: browsers partition the storage of
 * other sites, which breaks sign-in by redirect. The SDK always uses https.
 */
export const authDomainOf = (
  settings: Pick<ClientSettings, 'FIREBASE_AUTH_DOMAIN'>,
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
) => (protocol === 'https:' ? host : settings.FIREBASE_AUTH_DOMAIN)

/** Text of a data block of the page. */
let textOf = (id: string) => document.getElementById(id)?.textContent

/** The server renders pages from the data that it writes into them. */
export function setPageData(data: PageData) {
  textOf = (id) => JSON.stringify(data[id as keyof PageData])
  cached = undefined
}

/** @returns undefined on pages without the block */
export function pageData<Id extends keyof PageData>(id: Id): PageData[Id] | undefined {
  const json = textOf(id)
  return json ? JSON.parse(json) : undefined
}

let cached: ClientSettings | undefined

export function readSettings(): ClientSettings {
  cached ??= parseSettings(textOf('settings'))
  return cached
}
