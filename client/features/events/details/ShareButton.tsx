import { Button } from '#client/ui/Button.tsx'
import { useToast } from '#client/ui/toast.ts'

/** By whatever the device shares with; else by the link. */
export function ShareButton({ title }: { title: string }) {
  const toast = useToast()

  async function share() {
    const url = location.origin + location.pathname
    try {
      if (Reflect.has(navigator, 'share')) return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      toast('The link is copied. Members who open it see this event.', { tone: 'success' })
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
