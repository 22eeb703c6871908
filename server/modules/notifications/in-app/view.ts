import { defineView } from '#server/views/view.ts'

import { type NotificationDocument, notifications } from './collection.ts'

/** `announcement` is the id of the one that it is about. `data` is JSON. */
export const notificationView = defineView({
  of: notifications,
  name: 'notification',
  columns: {
    member: 'TEXT NOT NULL',
    topic: 'TEXT NOT NULL',
    subjectKind: 'TEXT NOT NULL',
    subjectId: 'TEXT NOT NULL',
    actor: 'TEXT',
    announcement: 'TEXT',
    data: 'TEXT NOT NULL',
    at: 'TEXT NOT NULL',
    unread: 'INTEGER NOT NULL',
  },
  indexes: ['member, at, id', 'member, unread, at', 'subjectId', 'actor'],
  rowsOf: ({ member, topic, subject, actor, data, at, unread = false }: NotificationDocument) => ({
    notification: {
      member,
      topic,
      subjectKind: subject.kind,
      subjectId: subject.id,
      actor,
      announcement: data['announcement'],
      data: JSON.stringify(data),
      at,
      unread,
    },
  }),
})
