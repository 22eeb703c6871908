import type { LandingCommunity } from '#shared/community/landing.ts'
import { escapeHtml } from '#server/lib/text/html.ts'

import { withData } from './page-data.ts'

/** The figures and members of the landing page. */
export interface LandingSource {
  /** Returns the same object until it may have changed. */
  current: () => Promise<LandingCommunity>
}

export const NO_COMMUNITY: LandingCommunity = { figures: [], faces: [] }

/** The build wrote one figure and one face, with the names of their fields (`client/app/prerender.tsx`). */
const SECTION = /<section[^>]* data-community[^>]*>.*?<\/section>/s
const FIGURE = /<li[^>]* data-figure[^>]*>.*?<\/li>/s
const FACE = /<li[^>]* data-face[^>]*>.*?<\/li>/s
const FIELD = /__(value|label|name|photo)__/g

export function fillCommunity(template: string, community: LandingCommunity) {
  const { figures, faces } = community
  const html = template.replace(SECTION, (section) =>
    figures.length + faces.length === 0
      ? ''
      : section
          .replace(FIGURE, (entry) => figures.map((figure) => fill(entry, figure)).join(''))
          .replace(FACE, (entry) => faces.map((face) => fill(entry, face)).join('')),
  )
  // The app shows the same when it takes over.
  return withData(html, 'landing-community', community)
}

const fill = (entry: string, fields: Readonly<Record<string, string>>) =>
  entry.replace(FIELD, (_, field: string) => escapeHtml(fields[field]!))
