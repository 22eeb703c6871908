/**
 * Builds the client for `npm run build`, in the languages that the server will offer. English is always there: the
 * server finds the others beside its folder.
 */
import { offeredLanguages } from '#server/config/languages.ts'
import { buildLanguages } from '#server/tools/client-build.ts'

const languages = [...new Set(['en', ...offeredLanguages(process.env)] as const)]
await buildLanguages(languages)
console.log(`Built the client: ${languages.join(', ')}.`)
