import { type ClientSettings, missingSetting, REQUIRED_SETTINGS } from '#shared/client-settings.ts'

/**
 * What the server wrote into the page's `#settings` data block, so that one image serves every environment.
 * @throws Error `Missing required env: {name}` when one that the identity provider needs is absent or empty
 */
export function parseSettings(json: string | null | undefined): ClientSettings {
  const settings = JSON.parse(json || '{}') as Partial<ClientSettings>
  for (const name of REQUIRED_SETTINGS) {
    if (!settings[name]?.trim()) throw new Error(missingSetting(name))
  }
  return settings as ClientSettings
}

/**
 * Where the identity SDK finds the provider's pages. Our own server proxies them: browsers partition the storage of
 * other sites, which breaks sign-in by redirect. The SDK always uses https.
 */
export const authDomainOf = (
  settings: Pick<ClientSettings, 'FIREBASE_AUTH_DOMAIN'>,
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
) => (protocol === 'https:' ? host : settings.FIREBASE_AUTH_DOMAIN)

/** Text of a JSON data block that the server wrote into the page. */
const dataBlock = (id: string) => document.getElementById(id)?.textContent

/** @returns undefined on pages without the block */
export function pageData(id: string): unknown {
  const json = dataBlock(id)
  return json ? JSON.parse(json) : undefined
}

let cached: ClientSettings | undefined

export function readSettings(): ClientSettings {
  cached ??= parseSettings(dataBlock('settings'))
  return cached
}
