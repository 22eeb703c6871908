import { useEffect, useRef } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'

interface Props {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Ends a list that is loaded page by page. Must be in the same element as the list. Takes the query itself. */
export function ShowMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const asked = useFocusOnFirstOfMore(isFetchingNextPage)
  if (!hasNextPage) return null
  const ask = () => {
    asked(button.current)
    fetchNextPage()
  }
  return (
    <Button ref={button} variant="secondary" busy={isFetchingNextPage && m.loading()} onClick={ask}>
      {m.showMore()}
    </Button>
  )
}

/** Moves keyboard focus to the first new entry; after the last page the button itself is removed. */
function useFocusOnFirstOfMore(isFetching: boolean) {
  const waiting = useRef<{ button: HTMLElement; place: HTMLElement; shown: number }>(undefined)
  useEffect(() => {
    if (isFetching || !waiting.current) return
    const { button, place, shown } = waiting.current
    waiting.current = undefined
    const first = entriesOf(place)[shown]?.querySelector<HTMLElement>('a, button')
    const { activeElement, body } = document
    if (activeElement === body || activeElement === button) first?.focus()
  }, [isFetching])
  return (button: HTMLElement | null) => {
    const place = button?.parentElement
    if (place) waiting.current = { button, place, shown: entriesOf(place).length }
  }
}

const entriesOf = (place: HTMLElement) => place.querySelectorAll('li')
