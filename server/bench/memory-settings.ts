import { read } from '#server/testing/deployment/deployment.ts'

const valueOf = (name: string) => {
  const value = new RegExp(`^ENV ${name}="?([^"\n]+)"?$`, 'm').exec(read('Dockerfile'))?.[1]
  if (!value) throw new Error(`Dockerfile doesn’t set ${name}.`)
  return value
}

/** Environment variables that configure the memory of the server in the image. */
export const MEMORY_SETTINGS = {
  NODE_OPTIONS: valueOf('NODE_OPTIONS'),
}
