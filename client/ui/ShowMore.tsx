import { Button } from './Button.tsx'

interface Props {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Ends a list that comes page by page; takes the query itself. */
export function ShowMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: Props) {
  if (!hasNextPage) return null
  return (
    <Button variant="secondary" busy={isFetchingNextPage && 'Loading…'} onClick={() => fetchNextPage()}>
      Show more
    </Button>
  )
}
