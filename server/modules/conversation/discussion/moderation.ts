import type { ReportSource } from '#server/modules/people/reportable/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { discussionPosts } from './collection.ts'

interface Deps {
  store: Store
  /** @throws Failure 404 for a post that the viewer may not see */
  assertSeen: (viewer: Actor, id: string) => Promise<unknown>
}

/** Questions and answers as subjects of reports. */
export const createDiscussionModeration = ({ store, assertSeen }: Deps): ReportSource => ({
  async seenBy(viewer, id) {
    await assertSeen(viewer, id)
    const post = await store.get(discussionPosts, id)
    if (!post) throw notFound('post')
    return { owner: post.by, content: contentOf(post.text) }
  },
  async current(id) {
    const post = await store.get(discussionPosts, id)
    return post && { content: contentOf(post.text), hidden: post.hidden }
  },
  async setHidden(tx, id, hidden) {
    const post = await tx.get(discussionPosts, id)
    if (!post) return false
    const { hidden: _, ...rest } = post
    tx.put(discussionPosts, { ...rest, hidden })
    return true
  },
})

const contentOf = (text: string) => ({ texts: [{ name: 'text', text }] })
