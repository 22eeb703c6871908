import { createElement, Fragment, type ReactNode } from 'react'

import type { Content } from '#shared/lib/language/format.ts'

/** A text with nodes in it, as React shows it. */
export const rich = (content: Content): ReactNode =>
  typeof content === 'string' ? content : createElement(Fragment, null, ...(content.parts as ReactNode[]))

export const strong = (content: Content) => <strong>{rich(content)}</strong>

export const code = (content: Content) => <code>{rich(content)}</code>
