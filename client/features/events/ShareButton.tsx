import type { EventDetails } from '#shared/events.ts'
import { Button } from '#client/ui/Button.tsx'
import { useToast } from '#client/ui/toast.ts'

import { shareText } from './share-text.ts'

/** By whatever the device shares with; else by the clipboard. */
export function ShareButton({ event }: { event: EventDetails }) {
  const toast = useToast()

  async function share() {
    const url = location.origin + location.pathname
    const text = shareText(event)
    try {
      if (Reflect.has(navigator, 'share'))
        return await navigator.share({ title: event.title, url, ...(text && { text }) })
      await navigator.clipboard.writeText(text ? `${text}\n${url}` : url)
      toast(
        text
          ? 'What, when and where are copied, with the link for members.'
          : 'The link is copied. Members who open it see this event.',
        { tone: 'success' },
      )
    } catch (error) {
      // Closing the device's own dialog is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast('This browser does not let the page copy. The link is in its address bar.')
    }
  }

  return (
    <Button variant="quiet" onClick={() => void share()}>
      Share
    </Button>
  )
}
