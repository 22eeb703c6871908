/** The parts of an event’s page that only a series needs, as one file: each alone would be too small for a request. */
export { ScopeChoice } from './ScopeChoice.tsx'
export { SeriesDates } from './SeriesDates.tsx'
