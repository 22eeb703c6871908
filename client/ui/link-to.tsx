import { Link, type To } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'

import { rich } from './rich.tsx'

/** A link within a text: `<link>…</link>`. */
export const linkTo = (to: To) => (content: Content) => <Link to={to}>{rich(content)}</Link>
