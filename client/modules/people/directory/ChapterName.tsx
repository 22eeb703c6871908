import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import * as m from '#shared/people/messages.ts'

import { chapterChoices } from './chapter-choices.ts'

interface Props {
  /** Or `MY_CHAPTERS`. */
  slug: string
  /** @param name the slug itself for a former address, and for a chapter that the viewer does not see; undefined until it is known */
  children: (name: string | undefined) => ReactNode
}

/** Finds the name of a chapter for the chip of a filter. */
export function ChapterName({ slug, children }: Props) {
  const isOne = slug !== MY_CHAPTERS
  const { data, isPending } = useQuery({ ...chapterChoices('see'), enabled: isOne, throwOnError: false })
  if (!isOne) return children(m.myChapters())
  return children(isPending ? undefined : (data?.find((each) => each.slug === slug)?.name ?? slug))
}
