import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { PageRenderer } from '#shared/programme/pages.ts'
import { language } from '#shared/lib/language/current.ts'

/**
 * The client's code that renders pages, beside the built client.
 * @param folder of the built client
 * @returns undefined without such a build: pages are then empty until the app starts
 */
export async function loadRenderer(folder: string): Promise<PageRenderer | undefined> {
  const file = join(folder, '../render/render.js')
  if (!existsSync(file)) return undefined
  const renderer = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as PageRenderer
  renderer.setLanguageSource(language)
  return renderer
}
