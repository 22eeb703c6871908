import { read } from '#server/testing/deployment.ts'

const valueOf = (name: string) => {
  const value = new RegExp(`^ENV ${name}="?([^"\n]+)"?$`, 'm').exec(read('Dockerfile'))?.[1]
  if (!value) throw new Error(`Dockerfile doesn’t set ${name}.`)
  return value
}

/** Environment variables with which the image has its server treat memory. */
export const MEMORY_SETTINGS = {
  NODE_OPTIONS: valueOf('NODE_OPTIONS'),
}
