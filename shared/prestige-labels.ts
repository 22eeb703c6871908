import type { PrestigeSummary } from './prestige.ts'

export const points = (count: number) => `${count} ${count === 1 ? 'point' : 'points'}`
export const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

/** What the next tier needs: `20 more points and 1 more person who confirms` */
export function missingLabel({ points: more, people: others }: NonNullable<PrestigeSummary['missing']>) {
  const parts = [
    more > 0 && `${more} more ${more === 1 ? 'point' : 'points'}`,
    others > 0 && `${others} more ${others === 1 ? 'person who confirms' : 'people who confirm'}`,
  ]
  return parts.filter(Boolean).join(' and ')
}
