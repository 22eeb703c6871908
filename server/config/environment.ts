import { missingSetting } from '#shared/lib/client-settings.ts'

export type Env = Readonly<Record<string, string | undefined>>

export type EnvironmentReader = ReturnType<typeof createEnvironmentReader>

/**
 * Reads variables by type. An empty one counts as unset.
 * @param problems receives a sentence for each variable that is missing or invalid
 */
export function createEnvironmentReader(env: Env, problems: string[]) {
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback
  const required = (name: string) => {
    const value = text(name, '')
    if (!value) problems.push(missingSetting(name))
    return value
  }
  const list = (name: string) =>
    text(name, '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const digits = text(name, String(fallback))
    const value = Number(digits)
    if (/^\d+$/.test(digits) && value >= min && value <= max) return value
    problems.push(`${name} must be a whole number from ${min} to ${max}.`)
    return fallback
  }
  const oneOf = <T extends string>(name: string, choices: readonly T[], fallback: T) => {
    const value = text(name, fallback)
    const choice = choices.find((candidate) => candidate === value)
    if (choice === undefined) problems.push(`${name} must be one of ${choices.join(', ')}.`)
    return choice ?? fallback
  }
  return { text, required, list, integer, oneOf }
}
