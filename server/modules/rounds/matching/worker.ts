import { answerOnThread } from './thread.ts'

import { match } from './match.ts'
import type { Question } from './matcher.ts'
import { reasonsFrom } from './reasons.ts'

answerOnThread(({ facts, ...matching }: Question) =>
  match({ ...matching, reasons: reasonsFrom(facts, matching.people.length) }),
)
