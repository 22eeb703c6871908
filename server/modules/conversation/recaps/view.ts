import { defineView } from '#server/views/view.ts'

import { eventRecaps } from './collection.ts'

/** The pictures that each event shows. The id is the event's. */
export const recapView = defineView({
  of: eventRecaps,
  name: 'recap',
  columns: { version: 'INTEGER NOT NULL' },
  lists: {
    recapPicture: {
      columns: { image: 'TEXT NOT NULL', isWithdrawn: 'INTEGER NOT NULL' },
      key: ['number', 'image'],
    },
  },
  rowsOf: ({ version, pictures }) => ({
    recap: { version },
    recapPicture: pictures.map(({ image, removal }) => ({ image, isWithdrawn: removal !== undefined })),
  }),
})
