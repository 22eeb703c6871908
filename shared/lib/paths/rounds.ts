import { paths } from '#shared/lib/paths.ts'

/** Name of the parameter with the id of a round. Empty for all of them. */
export const ROUND = 'round'

export const roundsPath = `${paths.createGrowthMeeting}?${ROUND}=`
/** Name of the parameter with the slug of a chapter, or empty: who has met nobody. */
export const LONE = 'lone'
export const lonePath = (chapter = '') => `${roundsPath}&${LONE}=${chapter}`
/** Ids need no encoding. */
export const roundPath = (id: string) => `${roundsPath}${id}`
