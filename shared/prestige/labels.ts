import type { PrestigeSummary } from './schema.ts'

/** The values of a text about what the next tier takes: more points, more people who confirm, or both. */
export const missingValues = ({ points, people }: NonNullable<PrestigeSummary['missing']>) => ({
  lack: points > 0 && people > 0 ? 'both' : points > 0 ? 'points' : 'people',
  points,
  people,
})
