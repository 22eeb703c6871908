import type { FastifyPluginAsync } from 'fastify'

import { imageUrl } from '#shared/lib/image-rules.ts'
import { frameworkFailure } from '#server/http/problems.ts'

/** Colours in light and dark mode, and the logo's image; `0` means the product's default. */
const NAME = /^(?:([0-9a-f]{6})-([0-9a-f]{6})|0)-([0-9a-f]{64}|0)\.css$/

/**
 * `/theme`: a style sheet that is entirely described by its name. So it never changes, and a replica can serve it
 * without knowing the settings. Pages link to it after the product's own styles.
 */
export const themeRoutes: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { name: string } }>('/:name', { schema: { hide: true } }, async ({ params }, reply) => {
    const parts = NAME.exec(params.name)
    if (!parts) throw frameworkFailure(404)
    const [, light, dark, logo] = parts
    return reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(styleSheet({ light, dark, logo: logo === '0' ? undefined : logo }))
  })
}

interface Theme {
  light: string | undefined
  dark: string | undefined
  logo: string | undefined
}

/** The logo replaces the mark (`client/app/shells/Wordmark.tsx`) in CSS alone, without any script. */
const styleSheet = ({ light, dark, logo }: Theme) =>
  [
    light && `:root{--accent:light-dark(#${light},#${dark})}`,
    logo &&
      `[data-mark]{background:url(${imageUrl(logo)}) center/contain no-repeat}[data-mark]>*{display:none}`,
  ]
    .filter(Boolean)
    .join('')
