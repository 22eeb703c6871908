import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

/** A person in the results of a search. */
export interface PersonChoice {
  id: string
  displayName: string
  photo?: string | undefined
  /** The detail that tells people of the same name apart, such as the company. */
  detail?: string | undefined
}

/** A search for people. */
export interface PersonSource<P extends PersonChoice> {
  queryKey: readonly unknown[]
  load: (text: string, signal: AbortSignal) => Promise<readonly P[]>
  /** Letters from which it searches. From 0, it suggests people before anything is typed. */
  minLetters: number
}

export const peopleQuery = <P extends PersonChoice>(
  { queryKey, load, minLetters }: PersonSource<P>,
  text: string,
) =>
  queryOptions({
    queryKey: [...queryKey, text],
    queryFn: ({ signal }) => load(text, signal),
    enabled: text.length >= minLetters,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })

type Card = Omit<PersonChoice, 'detail'> & { company?: string | undefined; headline?: string | undefined }

export const choiceOf = ({ id, displayName, photo, company, headline }: Card): PersonChoice => ({
  id,
  displayName,
  photo,
  detail: company || headline,
})

/** All members, by name. */
export const DIRECTORY: PersonSource<PersonChoice> = {
  queryKey: ['directory', 'choices'],
  minLetters: 2,
  async load(q, signal) {
    const { items } = await request('GET /api/directory', { query: { q, namesOnly: true }, signal })
    return items.map(choiceOf)
  },
}
