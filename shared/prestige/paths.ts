import { paths } from '#shared/lib/paths.ts'

/** Separate from `paths`, which every page downloads. */
export const ownPrestigePath = `${paths.ownProfile}?view=prestige`
