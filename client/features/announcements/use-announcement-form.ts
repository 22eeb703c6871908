import { useQueryClient } from '@tanstack/react-query'

import type { Announcement } from '#shared/announcements.ts'
import type { EventDetails } from '#shared/events.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { eventAnnouncements } from './queries.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { useForm } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'

/** The same text sent again because the answer was lost is one announcement. */
export function useAnnouncementForm(event: EventDetails) {
  const cache = useQueryClient()
  const toast = useToast()
  const { queryKey } = eventAnnouncements(event)

  async function show(sent: Announcement) {
    await cache.cancelQueries({ queryKey })
    cache.setQueryData(
      queryKey,
      (shown) => shown && { items: [sent, ...shown.items.filter(({ id }) => id !== sent.id)] },
    )
    void cache.invalidateQueries({ queryKey })
  }

  const draft = `announcement:${event.id}`
  const form = useForm({
    initial: { text: '' },
    draft,
    check: ({ text }) => (text.trim() ? {} : { text: 'Please write what they should know.' }),
    submit: async ({ text }) => {
      const sent = await createOnce<Announcement>(draft, eventUrl(event.id, 'announcements'), { text })
      await show(sent)
      form.discard()
      toast('Your announcement stands on the event’s page.', { tone: 'success' })
    },
  })
  return form
}
