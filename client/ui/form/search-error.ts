import * as m from '#shared/lib/messages.ts'

/** Error for a search without letters, digits and emoji, which finds nothing. */
export const searchError = (query: string) =>
  query.trim() !== '' && !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(query) ? m.searchRule() : undefined
