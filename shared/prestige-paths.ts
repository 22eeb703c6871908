import { paths } from './paths.ts'

/** Not among `paths`, which every page downloads. */
export const ownPrestigePath = `${paths.ownProfile}?view=prestige`
