import { isInflected } from './verbs.ts'

const MAX_LENGTH = 72

/** Checks the subject of a commit, which reads `area: change something`. Returns the broken rule. */
export function subjectIssue(subject: string): string | undefined {
  // The form in which git itself writes the subject of a revert, however long the original is.
  if (/^Revert ".+"$/.test(subject)) return undefined
  if (subject.length > MAX_LENGTH) return `A subject has at most ${MAX_LENGTH} characters.`
  const verb = /^[a-z0-9][a-z0-9 ,/.-]*: ([a-z]+)/.exec(subject)?.[1]
  if (!verb) return 'A subject is “area: change something”.'
  if (isInflected(verb)) return `A subject is in the imperative, not “${verb}”.`
  if (subject.endsWith('.')) return 'A subject has no full stop.'
  return undefined
}
