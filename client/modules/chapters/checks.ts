import * as m from '#shared/chapters/messages.ts'
import { CHAPTER_LIMITS } from '#shared/chapters/rules.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'

const { min } = CHAPTER_LIMITS.name

export const wrongName = (name: string): FieldErrors =>
  visibleLength(name) < min ? { name: m.nameRule({ min }) } : {}
