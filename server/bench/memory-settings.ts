import { read } from '#server/testing/deployment.ts'

const valueOf = (name: string) => {
  const value = new RegExp(`^ENV ${name}="?([^"\n]+)"?$`, 'm').exec(read('Dockerfile'))?.[1]
  if (!value) throw new Error(`Dockerfile doesn’t set ${name}.`)
  return value
}

/** Options of Node with which the image starts its server. */
export const NODE_ARGUMENTS = /^CMD \["node", (.+), ".+"\]$/m
  .exec(read('Dockerfile'))![1]!
  .split(', ')
  .map((quoted) => JSON.parse(quoted) as string)

/** Environment variables with which the image has its server treat memory. */
export const MEMORY_SETTINGS = {
  MALLOC_TRIM_THRESHOLD_: valueOf('MALLOC_TRIM_THRESHOLD_'),
  NODE_OPTIONS: valueOf('NODE_OPTIONS'),
}
