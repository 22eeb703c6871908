import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

interface PageOf<T> {
  items: T[]
  next?: string
}

interface Asked {
  /** Empty for the first page. */
  cursor: string
  signal: AbortSignal
  /** The cache that gets the page. */
  client: QueryClient
}

/** A list that the server returns page by page, as one query. @param select turns the pages so far into what screens use */
export const pagesQuery = <P extends PageOf<unknown>, Selected>(
  queryKey: readonly unknown[],
  load: (asked: Asked) => Promise<P>,
  select: (data: InfiniteData<P, string>) => Selected,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam, client }) => load({ cursor: pageParam, signal, client }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select,
  })

/** A `pagesQuery` whose screens need nothing but the items. */
export const pagedQuery = <T>(queryKey: readonly unknown[], load: (asked: Asked) => Promise<PageOf<T>>) =>
  pagesQuery(queryKey, load, ({ pages }) => pages.flatMap(({ items }) => items))
